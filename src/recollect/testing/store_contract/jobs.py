# ruff: noqa: D102 - test names and expected numbers explain themselves
"""Background jobs and their outcomes."""

from dataclasses import replace

import pytest

from recollect.domain.ids import job_id
from recollect.domain.job import Dead, Done, Job, JobKind, JobState, Retry
from recollect.domain.ports import Store
from recollect.domain.writes import Enqueue, FinishJob, GiveUp, Hasten, RetryJob
from recollect.errors import InvalidInput, NotFound
from recollect.testing.clock import FixedClock
from recollect.testing.store_contract.constants import SPACE, START, later
from recollect.testing.store_contract.reads import claim, claimed, embed_job, observed
from recollect.testing.store_contract.values import add, embed


class JobContract:
    """A job is stored until it has an outcome, and duplicate requests are merged."""

    @pytest.fixture
    def with_turn(self, store: Store) -> Store:
        """A store with a vector space and a turn of Anna."""
        store.adopt_space(SPACE, START)
        store.write("anna", *add("c", "a"))
        return store

    @pytest.fixture
    def asked(self, with_turn: Store) -> Store:
        """The same with a request to embed its conversation."""
        with_turn.write("anna", embed("c"))
        return with_turn

    def test_a_job_is_enqueued_in_the_same_write(self, with_turn: Store, clock: FixedClock) -> None:
        clock.advance(5)
        with_turn.write("anna", *add("d", "a"), embed("d", later(9)))
        assert with_turn.every_job() == (
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

    def test_a_failing_write_enqueues_nothing(self, with_turn: Store) -> None:
        with pytest.raises(NotFound):
            with_turn.write("anna", embed("c"), RetryJob("nowhere", START))
        assert with_turn.every_job() == ()

    def test_asking_again_leaves_a_waiting_job_as_it_is(
        self, asked: Store, clock: FixedClock
    ) -> None:
        before = embed_job(asked)
        clock.advance(5)
        asked.write("anna", embed("c", later(9)), embed("c", later(-9), since=0))
        assert asked.every_job() == (before,)

    def test_a_debounced_job_is_put_off_by_each_request(self, with_turn: Store) -> None:
        for seconds, expected in ((10, 10), (30, 30), (20, 30)):
            with_turn.write("anna", Enqueue(JobKind.EMBED, "c", later(seconds), debounced=True))
            assert embed_job(with_turn).due_at == later(expected)

    def test_a_hastened_job_is_brought_forward_and_never_put_off(self, with_turn: Store) -> None:
        for seconds, expected in ((20, 20), (30, 20), (10, 10)):
            with_turn.write("anna", Enqueue(JobKind.EMBED, "c", later(seconds), hastened=True))
            assert embed_job(with_turn).due_at == later(expected)

    def test_waiting_jobs_of_other_conversations_are_brought_forward(
        self, with_turn: Store
    ) -> None:
        store = with_turn
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

    def test_an_urgent_request_during_a_run_is_not_delayed_by_a_later_one(
        self, asked: Store
    ) -> None:
        taken = claimed(asked)
        soon = Enqueue(JobKind.EMBED, "c", later(5), hastened=True)
        asked.write("anna", embed("c", later(90)), soon, embed("c", later(120)))
        asked.write("anna", FinishJob(taken, Done("ok", 0), later(1)))
        assert (embed_job(asked).state, embed_job(asked).due_at) == (JobState.PENDING, later(5))

    def test_a_waiting_job_is_set_back_to_the_turn_it_must_do_again(self, asked: Store) -> None:
        asked.write("anna", FinishJob(claimed(asked), Done("ok", 9, again=True), START))
        asked.write("anna", embed("c", since=5))
        assert (embed_job(asked).watermark, embed_job(asked).asked) == (4, 2)
        asked.write("anna", embed("c", since=7))
        assert (embed_job(asked).watermark, embed_job(asked).asked) == (4, 2)

    def test_done_is_done(self, asked: Store) -> None:
        taken = claimed(asked, now=later(1))
        asked.write("anna", FinishJob(taken, Done("1 turn", 0), later(2)))
        assert embed_job(asked) == replace(
            taken.job,
            state=JobState.DONE,
            due_at=later(2),
            watermark=0,
            outcome="1 turn",
            settled=1,
            updated_at=later(2),
        )
        assert claim(asked, now=later(99)) is None

    def test_a_finished_job_can_be_requested_again(self, asked: Store) -> None:
        asked.write("anna", FinishJob(claimed(asked), Done("ok", 3), START))
        asked.write("anna", embed("c", later(5)))
        job = embed_job(asked)
        assert (job.state, job.due_at, job.watermark) == (JobState.PENDING, later(5), 3)
        assert (job.asked, job.settled) == (2, 1)

    def test_a_job_with_more_work_stays_due(self, asked: Store) -> None:
        asked.write("anna", FinishJob(claimed(asked), Done("half", 3, again=True), later(1)))
        job = embed_job(asked)
        assert (job.state, job.due_at, job.watermark) == (JobState.PENDING, later(1), 3)
        assert (job.asked, job.settled) == (1, 0)

    def test_a_passing_fault_is_tried_again(self, asked: Store) -> None:
        for seconds, counted, attempts in ((0, True, 1), (10, False, 1), (20, True, 2)):
            taken = claimed(asked, now=later(seconds))
            outcome = Retry("slow", later(seconds + 4), counted)
            asked.write("anna", FinishJob(taken, outcome, later(seconds)))
            job = embed_job(asked)
            assert (job.state, job.attempts, job.outcome) == (JobState.PENDING, attempts, "slow")
            assert (job.due_at, job.settled) == (later(seconds + 4), 0)
            assert claim(asked, now=later(seconds + 3)) is None

    def test_success_forgets_the_failures(self, asked: Store) -> None:
        asked.write("anna", FinishJob(claimed(asked), Retry("slow", START), START))
        asked.write("anna", FinishJob(claimed(asked), Done("ok", 0), START))
        assert embed_job(asked).attempts == 0

    def test_a_dead_job_is_not_due(self, asked: Store) -> None:
        asked.write("anna", FinishJob(claimed(asked), Dead("refused"), later(1)))
        job = embed_job(asked)
        assert (job.state, job.attempts, job.outcome) == (JobState.DEAD, 1, "refused")
        assert (job.asked, job.settled, job.watermark) == (1, 1, -1)
        assert claim(asked, now=later(99)) is None
        assert asked.next_due() is None

    @pytest.mark.parametrize("outcome", [Dead("refused"), Done("ok", 0)], ids=["dead", "done"])
    def test_a_retry_resets_aembed_job(self, asked: Store, outcome: Dead | Done) -> None:
        asked.write("anna", FinishJob(claimed(asked), outcome, later(1)))
        asked.write("anna", RetryJob(embed_job(asked).id, later(5)))
        job = embed_job(asked)
        assert (job.state, job.attempts, job.due_at) == (JobState.PENDING, 0, later(5))
        assert job.asked > job.settled

    def test_a_running_job_is_left_to_finish_and_then_run_again(self, asked: Store) -> None:
        taken = claimed(asked)
        asked.write("anna", RetryJob(taken.job.id, later(5)))
        assert embed_job(asked) == replace(taken.job, asked=2)
        asked.write("anna", FinishJob(taken, Done("ok", 0), later(1)))
        assert (embed_job(asked).state, embed_job(asked).due_at) == (JobState.PENDING, later(1))

    def test_a_failed_part_of_another_job_is_dead_and_can_be_retried(
        self, with_turn: Store
    ) -> None:
        for asked, why in ((1, "why"), (2, "and why")):
            with_turn.write("anna", GiveUp(JobKind.EMBED, "c", why, later(asked)))
            job = embed_job(with_turn)
            assert (job.state, job.outcome, job.attempts) == (JobState.DEAD, why, 1)
            assert (job.asked, job.settled, job.updated_at) == (asked, asked, later(asked))
        assert claim(with_turn, now=later(9)) is None
        with_turn.write("anna", RetryJob(embed_job(with_turn).id, later(5)))
        assert claimed(with_turn, now=later(5)).job.attempts == 0

    def test_a_waiting_or_running_job_is_not_marked_dead(self, with_turn: Store) -> None:
        gone = GiveUp(JobKind.EMBED, "c", "why", later(1))
        with_turn.write("anna", embed("c"))
        with_turn.write("anna", gone)
        assert (embed_job(with_turn).state, embed_job(with_turn).outcome) == (
            JobState.PENDING,
            None,
        )
        taken = claimed(with_turn, now=later(2))
        with_turn.write("anna", gone)
        assert embed_job(with_turn).state is JobState.RUNNING
        with_turn.write("anna", FinishJob(taken, Done("done", 0), later(3)))
        assert embed_job(with_turn).state is JobState.PENDING

    def test_new_work_revives_a_deadembed_job(self, asked: Store) -> None:
        asked.write("anna", FinishJob(claimed(asked), Dead("refused"), later(1)))
        asked.write("anna", embed("c", later(5)))
        job = embed_job(asked)
        assert (job.state, job.attempts, job.due_at) == (JobState.PENDING, 0, later(5))

    def test_an_agent_can_retry_only_its_own_jobs(self, asked: Store) -> None:
        asked.write("ben", *add("c", "a"))
        before = observed(asked, "anna"), observed(asked, "ben")
        for agent, name in (("anna", "nowhere"), ("ben", embed_job(asked).id)):
            with pytest.raises(NotFound):
                asked.write(agent, RetryJob(name, START))
        assert (observed(asked, "anna"), observed(asked, "ben")) == before

    def test_jobs_of_all_agents_are_listed_newest_first_in_pages(self, with_turn: Store) -> None:
        with_turn.write("ben", *add("c", "a"), embed("c"))
        with_turn.write("anna", embed("c"), embed("d"))
        with_turn.write("ben", embed("d"))
        named = [(job.agent, job.conversation) for job in with_turn.every_job()]
        assert named == [("ben", "d"), ("anna", "d"), ("anna", "c"), ("ben", "c")]
        page = with_turn.every_job(limit=3)
        assert page + with_turn.every_job(after=page[-1].id, limit=3) == with_turn.every_job()
        with pytest.raises(InvalidInput):
            with_turn.every_job(after="nowhere")

    def test_jobs_are_listed_by_their_state(self, with_turn: Store) -> None:
        with_turn.write("anna", embed("c"), embed("d"), embed("e"))
        with_turn.write("anna", FinishJob(claimed(with_turn), Done("ok", 0), START))
        running = claimed(with_turn).job
        assert with_turn.every_job(state=JobState.RUNNING) == (running,)
        assert [job.conversation for job in with_turn.every_job(state=JobState.DONE)] == ["c"]
        assert [job.conversation for job in with_turn.every_job(state=JobState.PENDING)] == ["e"]
        assert with_turn.every_job(state=JobState.DEAD) == ()
        assert with_turn.any_job("nowhere") is None

    def test_jobs_can_be_chosen_by_kind_and_by_when_they_are_due(self, with_turn: Store) -> None:
        learn = Enqueue(JobKind.LEARN, "", later(5))
        with_turn.write("anna", embed("c"), embed("d", later(9)), learn)
        kinds = frozenset({JobKind.EMBED})
        assert [job.conversation for job in with_turn.every_job(kinds=kinds)] == ["d", "c"]
        assert [job.conversation for job in with_turn.every_job(due_by=later(5))] == ["", "c"]
        found = with_turn.every_job(state=JobState.PENDING, kinds=kinds, due_by=later(5))
        assert [job.conversation for job in found] == ["c"]
        assert with_turn.every_job(kinds=frozenset()) == ()

    def test_everything_that_waits_can_be_made_due(self, with_turn: Store) -> None:
        with_turn.write("anna", embed("c"), embed("d", later(50)), embed("e", later(-5)))
        first = claimed(with_turn)
        assert first.job.conversation == "e"
        with_turn.hasten_every_job(frozenset({JobKind.EMBED}), later(1))
        moments = {job.conversation: job.due_at for job in with_turn.every_job()}
        assert moments == {"c": START, "d": later(1), "e": first.job.due_at}

    def test_the_next_run_can_be_made_due_at_the_end_of_this_one(self, asked: Store) -> None:
        taken = claimed(asked)
        asked.write("anna", embed("c", later(90)))
        asked.hasten_every_job(frozenset({JobKind.SUMMARIZE}), later(1))
        asked.hasten_every_job(frozenset({JobKind.EMBED}), later(5))
        asked.write("anna", FinishJob(taken, Done("ok", 0), later(3)))
        assert (embed_job(asked).state, embed_job(asked).due_at) == (JobState.PENDING, later(5))

    def test_new_rules_of_the_sweep_apply_soon(self, with_turn: Store) -> None:
        for agent, due in (("anna", 5), ("ben", 900)):
            with_turn.write(agent, *add("c", "b"), Enqueue(JobKind.SWEEP, "", later(due)))
        moments = [later(5), later(50)]
        for rules, due in (("few", 50), ("few", 1), ("many", 60)):
            with_turn.adopt_sweep(rules, later(due))
            assert sorted(job.due_at for job in with_turn.every_job()) == moments
        with_turn.adopt_sweep("few", later(1))
        assert {job.due_at for job in with_turn.every_job()} == {later(1)}

    def test_the_next_moment_is_that_of_a_job_or_of_a_lease(self, with_turn: Store) -> None:
        assert with_turn.next_due() is None
        with_turn.write("anna", embed("c", later(10)), embed("d", later(300)))
        assert with_turn.next_due() == later(10)
        taken = claimed(with_turn, now=later(20))
        assert with_turn.next_due() == taken.job.due_at == later(80)
        with_turn.write("anna", FinishJob(taken, Done("ok", 0), later(30)))
        assert with_turn.next_due() == later(300)
