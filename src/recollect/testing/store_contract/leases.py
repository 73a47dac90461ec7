# ruff: noqa: D102, PLR2004 - test names and expected numbers explain themselves
"""Leases: one worker at a time, and no job is lost."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from recollect.domain.job import Dead, Done, JobKind, JobState, Outcome, Retry
from recollect.domain.ports import Store
from recollect.domain.writes import DeleteConversation, Enqueue, EraseAgent, FinishJob, RetryJob
from recollect.errors import LeaseLost, NotFound
from recollect.testing.store_contract.constants import EMBED, SPACE, START, later
from recollect.testing.store_contract.reads import (
    claim,
    claimed,
    embed_job,
    existing,
    observed,
    vectors_of,
)
from recollect.testing.store_contract.values import add, embed, vectors


class LeaseContract:
    """Only the current owner of a lease can write a result."""

    @pytest.fixture
    def due(self, store: Store) -> Store:
        """A store with one due job."""
        store.adopt_space(SPACE, START)
        store.write("anna", *add("c", "a"), embed("c"))
        return store

    def test_a_claimed_job_belongs_to_its_worker(self, due: Store) -> None:
        before = embed_job(due)
        taken = existing(due.claim_any(EMBED, owner="w1", now=later(1), until=later(61)))
        expected = replace(before, state=JobState.RUNNING, due_at=later(61), updated_at=later(1))
        assert taken.job == embed_job(due) == expected
        assert due.every_lease_owner() == ("w1",)
        assert claim(due, "w2", now=later(2)) is None

    def test_nothing_is_claimed_before_it_is_due(self, due: Store) -> None:
        assert claim(due, now=later(-1)) is None
        assert claim(due, now=START) is not None

    def test_only_the_kinds_asked_for_are_claimed(self, due: Store) -> None:
        none: frozenset[JobKind] = frozenset()
        assert due.claim_any(none, owner="w", now=START, until=later(60)) is None

    def test_agents_take_turns(self, due: Store) -> None:
        for agent in ("anna", "ben", "carl"):
            due.write(agent, *add("c", "a"), embed("c"))
            due.write(agent, *add("d", "a"), embed("d", later(-1)))
        order = [claimed(due).job for _ in range(6)]
        assert [job.agent for job in order] == ["anna", "ben", "carl"] * 2
        assert [job.conversation for job in order] == ["d"] * 3 + ["c"] * 3, "the oldest first"
        assert claim(due) is None

    def test_a_busy_agent_does_not_keep_the_others_waiting(self, due: Store) -> None:
        due.write("anna", *(embed(f"c{number}") for number in range(20)))
        first = claimed(due)
        due.write("ben", *add("c", "a"), embed("c", later(-99)))
        assert first.job.agent == "anna"
        assert claimed(due).job.agent == "ben"

    def test_each_job_goes_to_one_of_many_workers(self, due: Store) -> None:
        due.write("anna", *(embed(f"c{number}") for number in range(19)))

        def work(owner: int) -> list[str]:
            taken = []
            while (mine := claim(due, str(owner))) is not None:
                taken.append(mine.job.id)
            return taken

        with ThreadPoolExecutor(8) as pool:
            ids = [name for taken in pool.map(work, range(8)) for name in taken]
        assert len(ids) == len(set(ids)) == 20

    def test_an_expired_lease_goes_to_the_next_worker(self, due: Store) -> None:
        lost = claimed(due, "w1")
        again = claimed(due, "w2", now=later(60))
        assert again.job.id == lost.job.id
        assert again.token != lost.token
        assert again.job.outcome is not None
        assert "interrupted" in again.job.outcome
        assert due.every_lease_owner() == ("w2",)

    def test_the_owner_can_extend_a_lease(self, due: Store) -> None:
        mine = claimed(due, "w1")
        due.extend_lease(mine, later(120))
        assert claim(due, "w2", now=later(60)) is None
        again = claimed(due, "w2", now=later(120))
        due.extend_lease(mine, later(999))
        assert embed_job(due) == again.job
        due.write("anna", FinishJob(again, Done("ok", 0), later(121)))
        due.extend_lease(again, later(999))
        assert embed_job(due).state is JobState.DONE
        assert due.next_due() is None

    @pytest.mark.parametrize(
        "outcome",
        [Done("late", 9), Retry("late", START), Dead("late")],
        ids=["done", "retry", "dead"],
    )
    def test_a_worker_that_comes_back_too_late_writes_nothing(
        self, due: Store, outcome: Outcome
    ) -> None:
        lost = claimed(due, "w1")
        claimed(due, "w2", now=later(60))
        before = observed(due, "anna")
        with pytest.raises(LeaseLost):
            due.write(
                "anna", vectors("c", a=b"late"), *add("c", "b"), FinishJob(lost, outcome, START)
            )
        assert observed(due, "anna") == before

    def test_a_late_worker_may_finish_an_unclaimedembed_job(self, due: Store) -> None:
        taken = claimed(due)
        due.write("anna", FinishJob(taken, Done("ok", 0), later(99)))
        assert embed_job(due).state is JobState.DONE

    def test_a_result_is_written_once(self, due: Store) -> None:
        taken = claimed(due)
        due.write("anna", FinishJob(taken, Done("ok", 0), START))
        with pytest.raises(LeaseLost):
            due.write("anna", FinishJob(taken, Done("again", 5), START))
        assert embed_job(due).outcome == "ok"

    def test_a_forged_or_borrowed_claim_does_not_count(self, due: Store) -> None:
        due.write("ben", *add("c", "a"))
        taken = claimed(due)
        done = Done("ok", 0)
        with pytest.raises(LeaseLost):
            due.write("anna", FinishJob(replace(taken, token="0" * 16), done, START))
        with pytest.raises(LeaseLost):
            due.write("ben", FinishJob(taken, done, START))
        assert embed_job(due) == taken.job

    def test_the_result_for_a_deleted_conversation_is_dropped(self, due: Store) -> None:
        taken = claimed(due)
        due.write("anna", DeleteConversation("c"))
        with pytest.raises(LeaseLost):
            due.write("anna", vectors("c", a=b"1"), FinishJob(taken, Done("ok", 0), START))
        assert due.every_job() == ()

    def test_the_result_for_an_erased_agent_does_not_bring_it_back(self, due: Store) -> None:
        taken = claimed(due)
        due.write("anna", EraseAgent())
        with pytest.raises(NotFound):
            due.write("anna", vectors("c", a=b"1"), FinishJob(taken, Done("ok", 0), START))
        assert due.every_agent() == ()
        due.write("anna", *add("c", "a"), embed("c"))
        with pytest.raises(LeaseLost):
            due.write("anna", FinishJob(taken, Done("ok", 0), START))

    def test_debounced_work_requested_during_a_run_is_delayed_too(self, due: Store) -> None:
        taken = claimed(due)
        due.write("anna", Enqueue(JobKind.EMBED, "c", later(90), debounced=True))
        due.write("anna", FinishJob(taken, Done("ok", 0), later(20)))
        assert embed_job(due).due_at == later(90)

    @pytest.mark.parametrize("outcome", [Done("ok", 0), Dead("no")], ids=["done", "dead"])
    def test_work_requested_during_a_run_stays_due(self, due: Store, outcome: Done | Dead) -> None:
        taken = claimed(due)
        due.write("anna", *add("c", "b"), embed("c", later(9)))
        assert embed_job(due).state is JobState.RUNNING
        assert claim(due, "w2", now=later(10)) is None
        due.write("anna", FinishJob(taken, outcome, later(20)))
        job = embed_job(due)
        assert (job.state, job.due_at) == (JobState.PENDING, later(20))
        # A request that failed while another arrived is settled together with it.
        assert (job.asked, job.settled, job.attempts) == (2, int(isinstance(outcome, Done)), 0)
        due.write("anna", FinishJob(claimed(due, now=later(20)), outcome, later(21)))
        assert embed_job(due).state in {JobState.DONE, JobState.DEAD}
        assert embed_job(due).settled == 2

    def test_new_turns_at_the_end_do_not_hold_the_watermark(self, due: Store) -> None:
        taken = claimed(due)
        due.write("anna", *add("c", "b"), embed("c"))
        due.write("anna", FinishJob(taken, Done("ok", 0), START))
        assert embed_job(due).watermark == 0

    @pytest.mark.parametrize(("begun_at", "since", "expected"), [(7, 3, 2), (7, 9, 7), (-1, 0, -1)])
    def test_a_run_that_was_set_back_does_not_skip_turns(
        self, due: Store, begun_at: int, since: int, expected: int
    ) -> None:
        due.write("anna", FinishJob(claimed(due), Done("", begun_at, again=True), START))
        taken = claimed(due)
        due.write("anna", embed("c", since=since))
        due.write("anna", FinishJob(taken, Done("ok", 12), START))
        assert (embed_job(due).state, embed_job(due).watermark) == (JobState.PENDING, expected)
        due.write("anna", FinishJob(claimed(due), Done("ok", 12), START))
        assert (embed_job(due).state, embed_job(due).watermark) == (JobState.DONE, 12)

    def test_a_run_in_an_old_space_does_not_count(self, due: Store) -> None:
        taken = claimed(due)
        due.adopt_space("other", later(1))
        due.write("anna", vectors("c", a=b"old"), FinishJob(taken, Done("ok", 0), later(2)))
        assert (embed_job(due).state, embed_job(due).watermark) == (JobState.PENDING, -1)
        assert vectors_of(due, "anna") == vectors_of(due, "anna", "other") == {}

    @pytest.mark.parametrize("end", ["died", "stopped"])
    def test_the_leases_of_one_worker_are_released(self, due: Store, end: str) -> None:
        died = end == "died"
        due.write("anna", embed("d"), embed("e"))
        first, second, third = claimed(due, "w1"), claimed(due, "w2"), claimed(due, "w1")
        due.release_leases("w1", died=died)
        due.release_leases("nobody", died=died)
        assert due.every_lease_owner() == ("w2",)
        assert due.any_job(second.job.id) == second.job
        for lost in (first, third):
            job = existing(due.any_job(lost.job.id))
            assert (job.state, job.due_at, job.attempts) == (JobState.PENDING, START, died)
            with pytest.raises(LeaseLost):
                due.write("anna", FinishJob(lost, Done("late", 9), START))

    @pytest.mark.parametrize("end", ["expired", "died"])
    def test_the_third_attempt_that_a_worker_does_not_survive_makes_a_dead_letter(
        self, due: Store, end: str
    ) -> None:
        for attempt in (1, 2, 3):
            claimed(due, "w1", now=later(100 * attempt))
            # What somebody asks for meanwhile does not save the job that kills every worker.
            due.write("anna", *add("c", f"new {attempt}"), embed("c"))
            if end == "expired":
                now = later(100 * attempt + 70)
                assert due.claim_any(frozenset(), owner="w2", now=now, until=later(999)) is None
            else:
                due.release_leases("w1", died=True)
            assert embed_job(due).attempts == attempt
        job = embed_job(due)
        assert (job.state, job.settled) == (JobState.DEAD, job.asked)
        assert (job.outcome or "").startswith("interrupted, 3 attempts: its worker ")
        assert claim(due, "w2", now=later(900)) is None
        assert due.every_lease_owner() == ()
        due.write("anna", RetryJob(job.id, later(900)))
        assert claimed(due, "w2", now=later(900)).job.attempts == 0

    @pytest.mark.parametrize("end", ["expired", "died"])
    def test_only_the_job_that_ran_when_its_worker_died_counts_the_attempt(
        self, due: Store, end: str
    ) -> None:
        due.write("anna", embed("d"), embed("e"))
        for attempt in (1, 2, 3):
            now = later(100 * attempt)
            killer, innocent = claimed(due, "w1", now=now), claimed(due, "w1", now=now)
            resumed = claimed(due, "w1", now=now)
            for taken in (innocent, resumed):
                due.mark_paused(taken, paused=True)
                due.mark_paused(taken, paused=True)
            due.mark_paused(resumed, paused=False)
            assert due.every_lease_owner() == ("w1",)
            if end == "expired":
                late = later(100 * attempt + 70)
                assert due.claim_any(frozenset(), owner="w2", now=late, until=later(999)) is None
            else:
                due.release_leases("w1", died=True)
            assert due.every_lease_owner() == ()
            known = [due.any_job(taken.job.id) for taken in (killer, resumed, innocent)]
            assert [job.attempts for job in known if job] == [attempt, attempt, 0]
        assert [job.state for job in known if job] == ["dead", "dead", "pending"]

    def test_a_paused_job_is_finished_and_stopped_like_any_other(self, due: Store) -> None:
        taken = claimed(due, "w1")
        due.mark_paused(taken, paused=True)
        due.write("anna", FinishJob(taken, Done("half", 0, again=True), START))
        taken = claimed(due, "w1")
        due.mark_paused(taken, paused=True)
        due.release_leases("w1", died=False)
        assert (embed_job(due).state, due.every_lease_owner()) == (JobState.PENDING, ())
        claimed(due, "w2")
        due.mark_paused(taken, paused=True)
        due.release_leases("w2", died=True)
        assert embed_job(due).attempts == 1, "the mark of an old lease does not count"

    def test_stopping_a_worker_does_not_count_as_an_attempt(self, due: Store) -> None:
        for _ in range(5):
            claimed(due, "w1")
            due.release_leases("w1", died=False)
        assert (embed_job(due).state, embed_job(due).attempts) == (JobState.PENDING, 0)

    def test_finished_work_forgets_earlier_interruptions(self, due: Store) -> None:
        for _ in range(2):
            claimed(due, "w1")
            due.release_leases("w1", died=True)
        due.write("anna", FinishJob(claimed(due), Done("half", 0, again=True), START))
        assert embed_job(due).attempts == 0

    def test_every_owner_is_named_once(self, due: Store) -> None:
        due.write("anna", embed("d"), embed("e"))
        for owner in ("w2", "w1", "w2"):
            claimed(due, owner)
        assert due.every_lease_owner() == ("w1", "w2")
