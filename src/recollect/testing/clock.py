"""A clock that a test controls."""

from datetime import UTC, datetime, timedelta


class FixedClock:
    """A `Clock` that shows the same time until it is advanced or set to another."""

    def __init__(self, start: datetime) -> None:
        if start.utcoffset() is None:
            raise ValueError(
                "start must be timezone-aware, such as datetime(2026, 5, 1, tzinfo=UTC)"
            )
        self._now = start.astimezone(UTC)
        self._elapsed = 0.0

    def now(self) -> datetime:
        """The current time of this clock."""
        return self._now

    def elapsed(self) -> float:
        """How many seconds have gone by; `jump` does not change it."""
        return self._elapsed

    def cpu_seconds(self) -> float:
        """How many seconds this thread has worked: all that have gone by."""
        return self._elapsed

    def advance(self, seconds: float) -> datetime:
        """Let a number of seconds go by, and return the new time."""
        self._elapsed += seconds
        return self.jump(seconds)

    def jump(self, seconds: float) -> datetime:
        """Set the clock ahead, or back by a negative number, though no time has gone by."""
        self._now += timedelta(seconds=seconds)
        return self._now
