# ruff: noqa: D102 - a test's name is its sentence, and its numbers are the expectation itself
"""Asking for background work, and what becomes of it."""

from dataclasses import replace

import pytest

from recollect.domain.ids import job_id
from recollect.domain.job import Dead, Done, Job, JobKind, JobState, Retry
from recollect.domain.ports import Store
from recollect.domain.writes import Enqueue, FinishJob, GiveUp, Hasten, RetryJob
from recollect.errors import InvalidInput, NotFound
from recollect.testing.clock import FixedClock
from recollect.testing.store_contract.values import (
    SPACE,
    START,
    add,
    claim,
    claimed,
    embed,
    later,
    observed,
)


def _job(store: Store, agent: str = "anna", conversation: str = "c") -> Job:
    job = store.any_job(job_id(agent, conversation, JobKind.EMBED))
    assert job is not None
    return job


class JobContract:
    """Work asked for is a row until it has an outcome; asking twice is asking once."""

    @pytest.fixture
    def talking(self, store: Store) -> Store:
        """A store with a vector space, in which Anna has said something."""
        store.adopt_space(SPACE, START)
        store.write("anna", *add("c", "a"))
        return store

    def test_work_is_asked_for_in_the_same_write(self, talking: Store, clock: FixedClock) -> None:
        clock.advance(5)
        talking.write("anna", *add("d", "a"), embed("d", later(9)))
        assert talking.every_job() == (
            Job(
                id=job_id("anna", "d", JobKind.EMBED),
                agent="anna",
                conversation="d",
                kind=JobKind.EMBED,
                state=JobState.PENDING,
                due_at=later(9),
                attempts=0,
                watermark=-1,
                outcome=None,
                asked=1,
                settled=0,
                created_at=later(5),
                updated_at=later(5),
            ),
        )

    def test_a_failing_write_asks_for_nothing(self, talking: Store) -> None:
        with pytest.raises(NotFound):
            talking.write("anna", embed("c"), RetryJob("nowhere", START))
        assert talking.every_job() == ()

    def test_asking_again_leaves_a_waiting_job_as_it_is(
        self, talking: Store, clock: FixedClock
    ) -> None:
        talking.write("anna", embed("c"))
        before = _job(talking)
        clock.advance(5)
        talking.write("anna", embed("c", later(9)), embed("c", later(-9), since=0))
        assert talking.every_job() == (before,)

    def test_a_debounced_job_is_put_off_by_each_request(self, talking: Store) -> None:
        for seconds, expected in ((10, 10), (30, 30), (20, 30)):
            talking.write("anna", Enqueue(JobKind.EMBED, "c", later(seconds), debounced=True))
            assert _job(talking).due_at == later(expected)

    def test_a_hastened_job_is_brought_forward_and_never_put_off(self, talking: Store) -> None:
        for seconds, expected in ((20, 20), (30, 20), (10, 10)):
            talking.write("anna", Enqueue(JobKind.EMBED, "c", later(seconds), hastened=True))
            assert _job(talking).due_at == later(expected)

    def test_of_the_other_conversations_what_waits_is_brought_forward(self, talking: Store) -> None:
        store = talking
        store.write("anna", *add("a", "x"), *add("b", "x"), *add("d", "x"))
        store.write("ben", *add("a", "x"), embed("a", later(60)))
        store.write("anna", embed("a", later(60)), embed("b", later(60)), embed("d", later(90)))
        store.write("anna", embed("c", later(5)), Enqueue(JobKind.SUMMARIZE, "a", later(60)))
        store.write("anna", Hasten(JobKind.EMBED, "b", later(10), until=later(60)))
        due = {(job.agent, job.kind, job.conversation): job.due_at for job in store.every_job()}
        assert due == {
            ("anna", JobKind.EMBED, "a"): later(10),
            ("anna", JobKind.EMBED, "b"): later(60),
            ("anna", JobKind.EMBED, "c"): later(5),
            ("anna", JobKind.EMBED, "d"): later(90),
            ("anna", JobKind.SUMMARIZE, "a"): later(60),
            ("ben", JobKind.EMBED, "a"): later(60),
        }

    def test_what_is_in_haste_while_a_job_runs_is_not_put_off_by_who_can_wait(
        self, talking: Store
    ) -> None:
        talking.write("anna", embed("c"))
        taken = claimed(talking)
        soon = Enqueue(JobKind.EMBED, "c", later(5), hastened=True)
        talking.write("anna", embed("c", later(90)), soon, embed("c", later(120)))
        talking.write("anna", FinishJob(taken, Done("ok", 0), later(1)))
        assert (_job(talking).state, _job(talking).due_at) == (JobState.PENDING, later(5))

    def test_a_waiting_job_is_set_back_to_the_turn_it_must_do_again(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        talking.write("anna", FinishJob(claimed(talking), Done("ok", 9, again=True), START))
        talking.write("anna", embed("c", since=5))
        assert (_job(talking).watermark, _job(talking).asked) == (4, 2)
        talking.write("anna", embed("c", since=7))
        assert (_job(talking).watermark, _job(talking).asked) == (4, 2)

    def test_done_is_done(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        taken = claimed(talking, now=later(1))
        talking.write("anna", FinishJob(taken, Done("1 turn", 0), later(2)))
        assert _job(talking) == replace(
            taken.job,
            state=JobState.DONE,
            due_at=later(2),
            watermark=0,
            outcome="1 turn",
            settled=1,
            updated_at=later(2),
        )
        assert claim(talking, now=later(99)) is None

    def test_a_finished_job_comes_back_when_it_is_asked_for(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        talking.write("anna", FinishJob(claimed(talking), Done("ok", 3), START))
        talking.write("anna", embed("c", later(5)))
        job = _job(talking)
        assert (job.state, job.due_at, job.watermark) == (JobState.PENDING, later(5), 3)
        assert (job.asked, job.settled) == (2, 1)

    def test_work_that_goes_on_stays_due(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        talking.write("anna", FinishJob(claimed(talking), Done("half", 3, again=True), later(1)))
        job = _job(talking)
        assert (job.state, job.due_at, job.watermark) == (JobState.PENDING, later(1), 3)
        assert (job.asked, job.settled) == (1, 0)

    def test_a_passing_fault_is_tried_again(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        for seconds, counted, attempts in ((0, True, 1), (10, False, 1), (20, True, 2)):
            taken = claimed(talking, now=later(seconds))
            outcome = Retry("slow", later(seconds + 4), counted)
            talking.write("anna", FinishJob(taken, outcome, later(seconds)))
            job = _job(talking)
            assert (job.state, job.attempts, job.outcome) == (JobState.PENDING, attempts, "slow")
            assert (job.due_at, job.settled) == (later(seconds + 4), 0)
            assert claim(talking, now=later(seconds + 3)) is None

    def test_success_forgets_the_failures(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        talking.write("anna", FinishJob(claimed(talking), Retry("slow", START), START))
        talking.write("anna", FinishJob(claimed(talking), Done("ok", 0), START))
        assert _job(talking).attempts == 0

    def test_a_dead_job_waits_for_nobody(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        talking.write("anna", FinishJob(claimed(talking), Dead("refused"), later(1)))
        job = _job(talking)
        assert (job.state, job.attempts, job.outcome) == (JobState.DEAD, 1, "refused")
        assert (job.asked, job.settled, job.watermark) == (1, 1, -1)
        assert claim(talking, now=later(99)) is None
        assert talking.next_due() is None

    @pytest.mark.parametrize("outcome", [Dead("refused"), Done("ok", 0)], ids=["dead", "done"])
    def test_a_person_gives_a_job_a_fresh_start(self, talking: Store, outcome: Dead | Done) -> None:
        talking.write("anna", embed("c"))
        talking.write("anna", FinishJob(claimed(talking), outcome, later(1)))
        talking.write("anna", RetryJob(_job(talking).id, later(5)))
        job = _job(talking)
        assert (job.state, job.attempts, job.due_at) == (JobState.PENDING, 0, later(5))
        assert job.asked > job.settled

    def test_a_running_job_is_left_to_finish_and_then_run_again(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        taken = claimed(talking)
        talking.write("anna", RetryJob(taken.job.id, later(5)))
        assert _job(talking) == replace(taken.job, asked=2)
        talking.write("anna", FinishJob(taken, Done("ok", 0), later(1)))
        assert (_job(talking).state, _job(talking).due_at) == (JobState.PENDING, later(1))

    def test_work_given_up_as_part_of_other_work_is_a_dead_letter_with_a_retry(
        self, talking: Store
    ) -> None:
        for asked, why in ((1, "why"), (2, "and why")):
            talking.write("anna", GiveUp(JobKind.EMBED, "c", why, later(asked)))
            job = _job(talking)
            assert (job.state, job.outcome, job.attempts) == (JobState.DEAD, why, 1)
            assert (job.asked, job.settled, job.updated_at) == (asked, asked, later(asked))
        assert claim(talking, now=later(9)) is None
        talking.write("anna", RetryJob(_job(talking).id, later(5)))
        assert claimed(talking, now=later(5)).job.attempts == 0

    def test_what_waits_or_runs_is_not_given_up_but_looks_again(self, talking: Store) -> None:
        gone = GiveUp(JobKind.EMBED, "c", "why", later(1))
        talking.write("anna", embed("c"))
        talking.write("anna", gone)
        assert (_job(talking).state, _job(talking).outcome) == (JobState.PENDING, None)
        taken = claimed(talking, now=later(2))
        talking.write("anna", gone)
        assert _job(talking).state is JobState.RUNNING
        talking.write("anna", FinishJob(taken, Done("done", 0), later(3)))
        assert _job(talking).state is JobState.PENDING

    def test_new_work_revives_a_dead_job(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        talking.write("anna", FinishJob(claimed(talking), Dead("refused"), later(1)))
        talking.write("anna", embed("c", later(5)))
        job = _job(talking)
        assert (job.state, job.attempts, job.due_at) == (JobState.PENDING, 0, later(5))

    def test_only_ones_own_job_can_be_retried(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        talking.write("ben", *add("c", "a"))
        before = observed(talking, "anna"), observed(talking, "ben")
        for agent, name in (("anna", "nowhere"), ("ben", _job(talking).id)):
            with pytest.raises(NotFound):
                talking.write(agent, RetryJob(name, START))
        assert (observed(talking, "anna"), observed(talking, "ben")) == before

    def test_jobs_of_all_agents_are_listed_newest_first_in_pages(self, talking: Store) -> None:
        talking.write("ben", *add("c", "a"), embed("c"))
        talking.write("anna", embed("c"), embed("d"))
        talking.write("ben", embed("d"))
        named = [(job.agent, job.conversation) for job in talking.every_job()]
        assert named == [("ben", "d"), ("anna", "d"), ("anna", "c"), ("ben", "c")]
        page = talking.every_job(limit=3)
        assert page + talking.every_job(after=page[-1].id, limit=3) == talking.every_job()
        with pytest.raises(InvalidInput):
            talking.every_job(after="nowhere")

    def test_jobs_are_listed_by_their_state(self, talking: Store) -> None:
        talking.write("anna", embed("c"), embed("d"), embed("e"))
        talking.write("anna", FinishJob(claimed(talking), Done("ok", 0), START))
        running = claimed(talking).job
        assert talking.every_job(state=JobState.RUNNING) == (running,)
        assert [job.conversation for job in talking.every_job(state=JobState.DONE)] == ["c"]
        assert [job.conversation for job in talking.every_job(state=JobState.PENDING)] == ["e"]
        assert talking.every_job(state=JobState.DEAD) == ()
        assert talking.any_job("nowhere") is None

    def test_everything_that_waits_can_be_made_due(self, talking: Store) -> None:
        talking.write("anna", embed("c"), embed("d", later(50)), embed("e", later(-5)))
        first = claimed(talking)
        assert first.job.conversation == "e"
        talking.hasten_every_job(frozenset({JobKind.EMBED}), later(1))
        moments = {job.conversation: job.due_at for job in talking.every_job()}
        assert moments == {"c": START, "d": later(1), "e": first.job.due_at}

    def test_what_is_to_follow_a_run_can_be_made_due_with_its_end(self, talking: Store) -> None:
        talking.write("anna", embed("c"))
        taken = claimed(talking)
        talking.write("anna", embed("c", later(90)))
        talking.hasten_every_job(frozenset({JobKind.SUMMARIZE}), later(1))
        talking.hasten_every_job(frozenset({JobKind.EMBED}), later(5))
        talking.write("anna", FinishJob(taken, Done("ok", 0), later(3)))
        assert (_job(talking).state, _job(talking).due_at) == (JobState.PENDING, later(5))

    def test_the_next_moment_is_that_of_a_job_or_of_a_lease(self, talking: Store) -> None:
        assert talking.next_due() is None
        talking.write("anna", embed("c", later(10)), embed("d", later(300)))
        assert talking.next_due() == later(10)
        taken = claimed(talking, now=later(20))
        assert talking.next_due() == taken.job.due_at == later(80)
        talking.write("anna", FinishJob(taken, Done("ok", 0), later(30)))
        assert talking.next_due() == later(300)
