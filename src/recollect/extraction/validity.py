"""The period in which a statement holds, from the dates a model gave."""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from recollect.extraction.forms import Stated

Validity = tuple[datetime | None, datetime | None]

_ISO: Final = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
_SECOND: Final = timedelta(seconds=1)


def validity_of(noted: Stated, zone: tzinfo | None) -> Validity | None:
    """When the statement holds, in the speaker's time zone; None if the dates are impossible."""
    try:
        begins = _in_utc(_begins(noted.valid_from, zone))
        ends = _in_utc(_ends(noted.valid_until, zone))
    except (ValueError, OverflowError):
        return None
    return None if begins and ends and begins > ends else (begins, ends)


def _in_utc(moment: datetime | None) -> datetime | None:
    return moment and moment.astimezone(UTC)


def _begins(text: str | None, zone: tzinfo | None) -> datetime | None:
    """The first moment of an ISO date in the speaker's zone; month and day may be missing."""
    date_text = (text or "").strip()
    if not date_text:
        return None
    if _ISO.fullmatch(date_text):
        year, month, day = (*map(int, date_text.split("-")), 1, 1)[:3]
        return datetime(year, month, day, tzinfo=zone)
    moment = datetime.fromisoformat(date_text)
    return moment.replace(tzinfo=moment.tzinfo or zone)


def _ends(text: str | None, zone: tzinfo | None) -> datetime | None:
    """The last second of an ISO date."""
    first = _begins(text, zone)
    date_text = (text or "").strip()
    if first is None or not _ISO.fullmatch(date_text):
        return first
    match date_text.count("-"):
        case 2:
            after = first + timedelta(days=1)
        case 1:
            after = (first + timedelta(days=31)).replace(day=1)
        case _:
            after = first.replace(year=first.year + 1)
    return after - _SECOND
