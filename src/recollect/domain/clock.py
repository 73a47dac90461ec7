"""Time: aware UTC everywhere, microseconds since 1970 where it is stored."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

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


def start_of(day: date, zone: tzinfo | None) -> datetime:
    """The first moment of a day where the clocks show this zone, in UTC."""
    try:
        return datetime.combine(day, time(), zone or UTC).astimezone(UTC)
    except OverflowError:  # hours of the first and the last year lie outside the calendar in UTC
        return datetime.combine(day, time(), UTC)


def shown_in(moment: datetime, zone: tzinfo | None) -> datetime:
    """The same moment as the clocks of a zone show it."""
    try:
        return moment.astimezone(zone or UTC)
    except OverflowError:  # as above
        return moment


def offset_of(local: datetime) -> int:
    """How many seconds a clock that shows this is ahead of UTC."""
    ahead = local.utcoffset()
    return 0 if ahead is None else int(ahead.total_seconds())
