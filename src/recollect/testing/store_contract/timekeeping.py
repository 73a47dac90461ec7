# ruff: noqa: D102 - test names explain themselves
"""The marks of the clock, and jobs that a clock which was ahead has postponed."""

from datetime import timedelta

from recollect.domain.job import Done, JobKind, JobState
from recollect.domain.ports import Store
from recollect.domain.timekeeping import LONGEST_LEASE, ClockMarks
from recollect.domain.writes import Enqueue, FinishJob
from recollect.testing.clock import FixedClock
from recollect.testing.store_contract.constants import EMBED, SPACE, START, later
from recollect.testing.store_contract.reads import claim, claimed, existing
from recollect.testing.store_contract.values import add, embed

_TWO_YEARS = timedelta(days=730)


class TimekeepingContract:
    """A clock that was ahead leaves nothing waiting for the time that it showed."""

    def test_the_marks_begin_with_the_last_job_or_with_now(self, store: Store) -> None:
        assert store.clock_marks() is None
        store.begin_clock_marks(later(5))
        assert store.clock_marks() == ClockMarks(later(5))
        store.begin_clock_marks(later(9))
        assert store.clock_marks() == ClockMarks(later(5)), "they are there already"

    def test_the_marks_of_a_store_with_jobs_begin_with_the_last_one(
        self, store: Store, clock: FixedClock
    ) -> None:
        store.adopt_space(SPACE, START)
        store.write("anna", *add("c", "a"), embed("c"))
        clock.advance(60)
        store.write("anna", embed("d"))
        store.begin_clock_marks(START + _TWO_YEARS)
        assert store.clock_marks() == ClockMarks(later(60))

    def test_the_marks_are_kept_as_they_are_put(self, store: Store) -> None:
        for marks in (ClockMarks(START, doubted=later(7)), ClockMarks(later(9))):
            store.put_clock_marks(marks)
            assert store.clock_marks() == marks

    def test_a_job_written_by_a_clock_that_was_ahead_is_taken_up(
        self, store: Store, clock: FixedClock
    ) -> None:
        store.adopt_space(SPACE, START)
        clock.jump(_TWO_YEARS.total_seconds())
        store.write("anna", *add("c", "a"), embed("c", clock.now()))
        clock.jump(-_TWO_YEARS.total_seconds())
        assert claim(store, now=later(1)) is None
        store.hasten_future_jobs(later(1))
        assert claimed(store, now=later(1)).job.conversation == "c"

    def test_a_job_that_is_due_later_than_any_job_ever_is_is_taken_up(self, store: Store) -> None:
        store.adopt_space(SPACE, START)
        due = {"c": timedelta(days=3), "d": timedelta(days=1)}
        store.write("anna", *add("c", "a"), *(embed(name, START + due[name]) for name in due))
        store.write("anna", Enqueue(JobKind.SWEEP, "", START + timedelta(days=30)))
        store.write("ben", *add("c", "a"), Enqueue(JobKind.SWEEP, "", START + _TWO_YEARS))
        store.hasten_future_jobs(START)
        moments = {
            (job.agent, job.conversation): job.due_at - START
            for job in store.every_job(state=JobState.PENDING)
        }
        assert moments == {
            ("anna", "c"): timedelta(0),
            ("anna", "d"): timedelta(days=1),
            ("anna", ""): timedelta(days=30),
            ("ben", ""): timedelta(0),
        }

    def test_a_lease_from_the_future_ends_soon_unless_it_is_renewed(self, store: Store) -> None:
        store.adopt_space(SPACE, START)
        store.write("anna", *add("c", "a"), embed("c"))
        ahead = START + _TWO_YEARS
        until = ahead + timedelta(seconds=50)
        taken = existing(store.claim_any(EMBED, owner="dead", now=ahead, until=until))
        store.write("anna", embed("c", ahead))
        store.hasten_future_jobs(START)
        assert claim(store, now=START) is None
        end = START + LONGEST_LEASE
        again = claimed(store, now=end)
        assert again.job.id == taken.job.id
        store.write("anna", FinishJob(again, Done("ok", 0), end))
        assert [job.state for job in store.every_job()] == [JobState.DONE]

    def test_a_lease_and_jobs_of_the_right_time_stay_as_they_are(self, store: Store) -> None:
        store.adopt_space(SPACE, START)
        store.write("anna", *add("c", "a"), embed("c"), embed("d", later(90)))
        claimed(store)
        before = store.every_job()
        store.hasten_future_jobs(START)
        assert store.every_job() == before

    def test_the_next_run_of_a_running_job_does_not_wait_for_a_false_time(
        self, store: Store
    ) -> None:
        store.adopt_space(SPACE, START)
        store.write("anna", *add("c", "a"), embed("c"))
        taken = claimed(store)
        store.write("anna", embed("c", START + _TWO_YEARS))
        store.hasten_future_jobs(later(1))
        store.write("anna", FinishJob(taken, Done("ok", 0), later(2)))
        assert claimed(store, now=later(2)).job.id == taken.job.id
