"""Notices when the clock leaps, so that nothing fades by a wrong date.

A time up to 32 days after the last one that was right is believed: cleanups may be so far apart. A
later one is believed after an hour: this process has run that long by this clock, or an earlier
look at it was as long ago. A machine that was off for months thus goes on by itself, and a clock
that is ahead for less than an hour changes nothing.
"""

import logging
import threading
import time
from datetime import datetime, timedelta
from typing import Final

from recollect.domain.ports import Clock
from recollect.domain.timekeeping import LONGEST_GAP, ClockMarks, ElapsedTime, Timekeeping

CONFIRMATION: Final = timedelta(hours=1)
# A clock that is being corrected in small steps has not leapt.
_TOLERANCE: Final = timedelta(minutes=10)
# A look confirms an earlier one of the last half year: some use their memory only now and then.
_SECOND_LOOK: Final = timedelta(days=183)

_log = logging.getLogger(__name__)


class ClockWatch:
    """Says whether the time may be believed. Thread-safe."""

    def __init__(self, store: Timekeeping, clock: Clock) -> None:
        self._store = store
        self._elapsed = clock.elapsed if isinstance(clock, ElapsedTime) else time.monotonic
        self._lock = threading.Lock()
        # Since when this process has seen the clock go on without a leap, by both ways to tell.
        self._since = clock.now(), self._elapsed()

    def held_until(self, now: datetime) -> datetime | None:
        """None if this time is believed, or else the time from which it will be."""
        with self._lock:
            marks = self._marks(now)
            until = self._doubted_until(marks, now)
            if until is None or until <= now:
                self._believe(marks, now)
                return None
            return until

    def _doubted_until(self, marks: ClockMarks, now: datetime) -> datetime | None:
        running = self._running(now)
        if now <= marks.confirmed + LONGEST_GAP or running >= CONFIRMATION:
            return None
        first = marks.doubted
        if first is None or not first <= now <= first + _SECOND_LOOK:
            first = self._doubt(marks, now)
        return first + CONFIRMATION

    def _marks(self, now: datetime) -> ClockMarks:
        marks = self._store.clock_marks()
        if marks is None:
            self._store.begin_clock_marks(now)
            marks = self._store.clock_marks()
        return marks or ClockMarks(now)

    def _running(self, now: datetime) -> timedelta:
        """How long this process has run by this clock, since it leapt or since the start."""
        elapsed = self._elapsed()
        begun, begun_elapsed = self._since
        running = timedelta(seconds=elapsed - begun_elapsed)
        if abs(now - begun - running) > _TOLERANCE:
            self._since = now, elapsed
            return timedelta()
        return running

    def _believe(self, marks: ClockMarks, now: datetime) -> None:
        if marks.doubted is not None:
            _log.info("the clock is believed again: it is %s", f"{now:%Y-%m-%d %H:%M} UTC")
        # Not with every cleanup: there may be very many.
        if marks.doubted is not None or abs(now - marks.confirmed) >= CONFIRMATION:
            self._store.put_clock_marks(ClockMarks(now))

    def _doubt(self, marks: ClockMarks, now: datetime) -> datetime:
        self._store.put_clock_marks(ClockMarks(marks.confirmed, doubted=now))
        _log.warning(
            "the clock has leapt from %s to %s: no memory fades before it has gone on for an hour",
            *(f"{moment:%Y-%m-%d %H:%M} UTC" for moment in (marks.confirmed, now)),
        )
        return now
