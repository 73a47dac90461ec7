"""What a store keeps about the time, so that a wrong clock does no harm that lasts."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol, runtime_checkable

# Cleanups may be 30 days apart; a longer gap may be a clock that is ahead.
LONGEST_GAP: Final = timedelta(days=32)
# Servers on one database need not agree to the second.
CLOCK_SLACK: Final = timedelta(minutes=5)
# How far ahead a job is ever due: what is due later was written by a clock that was ahead.
LONGEST_DELAY: Final = timedelta(days=2)
LONGEST_SWEEP_DELAY: Final = timedelta(days=31)
# No lease is longer. A worker that is alive renews one that is cut to this within seconds.
LONGEST_LEASE: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ClockMarks:
    """The last time that was taken to be right, and when a later one was first doubted."""

    confirmed: datetime
    doubted: datetime | None = None


class Clock(Protocol):
    """The source of time."""

    def now(self) -> datetime:
        """The current time, aware and in UTC."""


@runtime_checkable
class WorkTime(Protocol):
    """A clock that also knows how long this thread has worked."""

    def cpu_seconds(self) -> float:
        """The seconds that this thread has worked so far, without those that it waited."""


@runtime_checkable
class ElapsedTime(Protocol):
    """A clock that also knows how much time goes by, however it is set."""

    def elapsed(self) -> float:
        """Seconds since some moment; setting the clock does not change it."""


class Timekeeping(Protocol):
    """The part of a store that is about the time."""

    def clock_marks(self) -> ClockMarks | None:
        """The marks; None if none were put yet."""

    def begin_clock_marks(self, now: datetime) -> None:
        """If there are no marks, confirm when the last job was created, or now without jobs."""

    def put_clock_marks(self, marks: ClockMarks) -> None:
        """Replace the marks."""

    def hasten_future_jobs(self, now: datetime) -> None:
        """Make jobs due that a clock which was ahead has postponed, and shorten their leases."""
