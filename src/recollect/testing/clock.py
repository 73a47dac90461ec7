"""A clock that a test controls."""

from datetime import UTC, datetime, timedelta


class FixedClock:
    """A `Clock` that shows the same time until it is advanced."""

    def __init__(self, start: datetime) -> None:
        if start.utcoffset() is None:
            raise ValueError(
                "start must be timezone-aware, such as datetime(2026, 5, 1, tzinfo=UTC)"
            )
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The current time of this clock."""
        return self._now

    def advance(self, seconds: float) -> datetime:
        """Advance by a number of seconds, and return the new time."""
        self._now += timedelta(seconds=seconds)
        return self._now
