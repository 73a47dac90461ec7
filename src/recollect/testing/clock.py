"""A clock that moves only when it is told to."""

from datetime import UTC, datetime, timedelta


class FixedClock:
    """A `Clock` that stands at one moment until it is advanced."""

    def __init__(self, start: datetime) -> None:
        if start.utcoffset() is None:
            raise ValueError(
                "a clock needs an aware moment, such as datetime(2026, 5, 1, tzinfo=UTC)"
            )
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The moment it stands at."""
        return self._now

    def advance(self, seconds: float) -> datetime:
        """Move on by so many seconds, and say where it stands then."""
        self._now += timedelta(seconds=seconds)
        return self._now
