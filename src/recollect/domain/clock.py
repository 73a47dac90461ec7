"""Time: aware UTC everywhere, microseconds since 1970 where it is stored."""

import time as process_time
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_BOOT_TIME: int | None = getattr(process_time, "CLOCK_BOOTTIME", None)


class SystemClock:
    """The system clock, in UTC."""

    def now(self) -> datetime:
        """The current time, aware and in UTC."""
        return datetime.now(UTC)

    def elapsed(self) -> float:
        """Seconds since some moment, also while the machine sleeps where the system counts that."""
        if _BOOT_TIME is None:
            return process_time.monotonic()
        return process_time.clock_gettime(_BOOT_TIME)


def to_micros(moment: datetime) -> int:
    """Microseconds since 1970, exactly."""
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """The aware UTC time for microseconds since 1970."""
    return _EPOCH + timedelta(0, 0, micros)


def start_of(day: date, zone: tzinfo | None) -> datetime:
    """The start of a day in a time zone, in UTC."""
    try:
        return datetime.combine(day, time(), zone or UTC).astimezone(UTC)
    except OverflowError:  # near the first and last year, UTC leaves the calendar
        return datetime.combine(day, time(), UTC)


def shown_in(moment: datetime, zone: tzinfo | None) -> datetime:
    """The same moment in another time zone."""
    try:
        return moment.astimezone(zone or UTC)
    except OverflowError:  # as above
        return moment


def local_time(moment: datetime, utc_offset: int) -> datetime:
    """The same moment on a clock with this UTC offset in seconds."""
    if not utc_offset and moment.tzinfo is UTC:
        return moment
    return shown_in(moment, _fixed_zone(utc_offset))


@lru_cache(maxsize=256)
def _fixed_zone(utc_offset: int) -> timezone:
    return timezone(timedelta(seconds=utc_offset))


def offset_of(local: datetime) -> int:
    """The UTC offset of a local time in seconds."""
    ahead = local.utcoffset()
    return 0 if ahead is None else int(ahead.total_seconds())
