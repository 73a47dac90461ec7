"""Time: aware UTC everywhere, microseconds since 1970 where it is stored."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class SystemClock:
    """The machine's own clock, in UTC."""

    def now(self) -> datetime:
        """The present moment, aware and in UTC."""
        return datetime.now(UTC)


def to_micros(moment: datetime) -> int:
    """Microseconds since 1970, exactly."""
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """The aware UTC moment of these microseconds."""
    return _EPOCH + timedelta(microseconds=micros)
