"""Where a page of a list ends, as text that only this server makes sense of."""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Final, TypeVar

from recollect.errors import InvalidInput

_T = TypeVar("_T")
_LONGEST: Final = 4_096


def sealed(of: str, *place: str | float | None) -> str:
    """A place in the list of this name."""
    text = json.dumps([of, *place], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


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
    except (ValueError, RecursionError, binascii.Error):
        place = None
    return place if isinstance(place, list) else []


def part(
    of: str, items: Sequence[_T], cursor: str | None, limit: int
) -> tuple[list[_T], str | None]:
    """A page of a list that is worked out as a whole each time, and the cursor of the next one."""
    start = 0
    if cursor is not None:
        (place,) = opened(of, cursor, int)
        start = max(int(place or 0), 0)
    more = len(items) > start + limit
    return [*items[start : start + limit]], sealed(of, start + limit) if more else None
