"""Where a page of a list ends, as text that only this server makes sense of."""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, TypeVar

from recollect.errors import InvalidInput

_T = TypeVar("_T")
_LONGEST: Final = 4_096


def sealed(of: str, *place: str | float | None) -> str:
    """A place in the list of this name."""
    text = json.dumps([of, *place], ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def sortable(moment: datetime) -> str:
    """A moment in UTC as text that sorts as moments do."""
    return moment.isoformat(timespec="microseconds")


def opened(of: str, cursor: str, *kinds: type | tuple[type, ...]) -> list[str | float | None]:
    """The place that a cursor of this list names; what has not been made for it is refused."""
    place = _read(cursor)
    fits = (
        len(place) == 1 + len(kinds)
        and place[0] == of
        and all(isinstance(value, kind) for value, kind in zip(place[1:], kinds, strict=True))
    )
    if not fits:
        message = "cursor is not one of this list: give next_cursor as it came, or leave it out"
        raise InvalidInput(message, field="cursor")
    return [*place[1:]]


def _read(cursor: str) -> list[str | float | None]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        text = base64.b64decode(padded, altchars=b"-_", validate=True)
        place = json.loads(text) if len(cursor) <= _LONGEST else None
        # What this server has not written holds values that nobody can look for, such as half a surrogate pair.
        if isinstance(place, list) and sealed(*place) != cursor:
            place = None
    except (ValueError, TypeError, RecursionError, binascii.Error):
        place = None
    return place if isinstance(place, list) else []


def keyed(
    of: str,
    items: Sequence[_T],
    cursor: str | None,
    limit: int,
    key: Callable[[_T], str],
    *,
    falling: bool = False,
) -> tuple[list[_T], str | None]:
    """A page of a list in the order of its keys, whatever was added or taken away since the page before."""
    items = sorted(items, key=key, reverse=falling)
    if cursor is not None:
        place = str(opened(of, cursor, str)[0])
        items = [each for each in items if (key(each) < place if falling else key(each) > place)]
    page, more = items[:limit], len(items) > limit
    return page, sealed(of, key(page[-1])) if more else None


def part(
    of: str, items: Sequence[_T], cursor: str | None, limit: int
) -> tuple[list[_T], str | None]:
    """A page of a list that only grows at its end, or is ranked anew each time, and the cursor of the next one."""
    start = 0
    if cursor is not None:
        (place,) = opened(of, cursor, int)
        start = max(int(place or 0), 0)
    more = len(items) > start + limit
    return [*items[start : start + limit]], sealed(of, start + limit) if more else None
