"""When a time is believed, and when cleaning up waits."""

from datetime import UTC, datetime, timedelta

import pytest

from in_memory_store import InMemoryStore
from recollect.domain.timekeeping import ClockMarks
from recollect.learning.clock_watch import ClockWatch
from recollect.testing import FixedClock

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR, DAY = 3_600, 86_400
YEARS = 730 * DAY


@pytest.fixture
def clock():
    return FixedClock(START)


@pytest.fixture
def store(clock):
    store = InMemoryStore(clock)
    store.begin_clock_marks(START)
    return store


class Told:
    """A clock that only tells the time."""

    def __init__(self, at):
        self.at = at

    def now(self):
        return self.at


def believed(watch, clock):
    return watch.held_until(clock.now()) is None


def test_a_month_between_two_cleanups_is_no_leap(store, clock):
    for _ in range(12):
        clock.jump(31 * DAY)
        # Each in a process of its own.
        assert believed(ClockWatch(store, clock), clock)
    assert store.clock_marks() == ClockMarks(clock.now())


def test_a_leap_is_held_back_and_forgotten_when_the_clock_is_right_again(store, clock):
    watch = ClockWatch(store, clock)
    clock.jump(YEARS)
    assert watch.held_until(clock.now()) == clock.now() + timedelta(hours=1)
    clock.advance(30)
    assert not believed(watch, clock)
    assert store.clock_marks().doubted == START + timedelta(seconds=YEARS)
    clock.jump(-YEARS)
    assert believed(watch, clock)
    assert store.clock_marks().doubted is None


def test_a_leap_that_another_process_looks_at_is_held_back_too(store, clock):
    clock.jump(YEARS)
    assert not believed(ClockWatch(store, clock), clock)
    clock.advance(60)
    assert not believed(ClockWatch(store, clock), clock)


def test_a_machine_that_was_off_for_months_goes_on_an_hour_after_its_start(store, clock):
    clock.jump(90 * DAY)
    watch = ClockWatch(store, clock)
    assert not believed(watch, clock)
    clock.advance(HOUR - 1)
    assert not believed(watch, clock)
    clock.advance(1)
    assert believed(watch, clock)
    assert store.clock_marks() == ClockMarks(clock.now())


def test_short_processes_go_on_with_a_second_look_an_hour_later(store, clock):
    clock.jump(90 * DAY)
    assert not believed(ClockWatch(store, clock), clock)
    clock.jump(2 * HOUR)
    assert believed(ClockWatch(store, clock), clock)


def test_who_uses_a_memory_every_two_months_is_believed_the_second_time(store, clock):
    looks = []
    for _ in range(4):
        clock.jump(60 * DAY)
        looks.append(believed(ClockWatch(store, clock), clock))
    assert looks == [False, True, False, True]


def test_a_process_that_has_run_for_months_needs_no_second_look(store, clock):
    watch = ClockWatch(store, clock)
    clock.advance(90 * DAY)
    assert believed(watch, clock)


def test_a_second_leap_begins_a_new_hour(store, clock):
    watch = ClockWatch(store, clock)
    clock.jump(YEARS)
    assert not believed(watch, clock)
    clock.jump(YEARS)
    assert not believed(watch, clock)
    assert store.clock_marks().doubted == clock.now()


def test_a_clock_that_was_behind_is_believed_again_within_the_hour(store, clock):
    watch = ClockWatch(store, clock)
    clock.jump(-10 * YEARS)
    assert believed(watch, clock)
    clock.jump(10 * YEARS)
    assert not believed(watch, clock)
    clock.advance(HOUR)
    assert believed(watch, clock)


def test_a_clock_that_only_tells_the_time_is_watched_as_well(store):
    clock = Told(START)
    watch = ClockWatch(store, clock)
    clock.at += timedelta(days=730)
    assert not believed(watch, clock)
    clock.at += timedelta(hours=1)
    assert believed(watch, clock)


def test_a_leap_is_logged_once(store, clock, caplog):
    watch = ClockWatch(store, clock)
    clock.jump(YEARS)
    for _ in range(3):
        watch.held_until(clock.now())
    (logged,) = caplog.messages
    assert logged.startswith("the clock has leapt from 2026-05-01 12:00 UTC to 2028-04-30")
