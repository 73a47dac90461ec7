"""Opaque cursors for keyset pagination."""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, TypeVar

from recollect.errors import InvalidInput
from recollect.server.schemas import Paged, split_page

_T = TypeVar("_T")
_MAX_LENGTH: Final = 4_096


def encode_cursor(name: str, *place: str | float | None) -> str:
    """Encode a position in the named list as a cursor."""
    text = json.dumps([name, *place], ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def sortable_time(moment: datetime) -> str:
    """Format a UTC time as text that sorts chronologically."""
    return moment.isoformat(timespec="microseconds")


def decode_cursor(
    name: str, cursor: str, *kinds: type | tuple[type, ...]
) -> list[str | float | None]:
    """Return the position in a cursor, or raise if it was not made for this list."""
    place = _read(cursor)
    fits = (
        len(place) == 1 + len(kinds)
        and place[0] == name
        and all(isinstance(value, kind) for value, kind in zip(place[1:], kinds, strict=True))
    )
    if not fits:
        message = "cursor is not valid for this list: send next_cursor unchanged, or omit it"
        raise InvalidInput(message, field="cursor")
    return [*place[1:]]


def _read(cursor: str) -> list[str | float | None]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        text = base64.b64decode(padded, altchars=b"-_", validate=True)
        place = json.loads(text) if len(cursor) <= _MAX_LENGTH else None
        # A forged cursor could contain values that cannot be queried, such as a lone surrogate.
        if isinstance(place, list) and encode_cursor(*place) != cursor:
            place = None
    except (ValueError, TypeError, RecursionError, binascii.Error):
        place = None
    return place if isinstance(place, list) else []


def page_by_key(
    list_name: str,
    items: Sequence[_T],
    query: Paged,
    key: Callable[[_T], str],
    *,
    descending: bool = False,
) -> tuple[list[_T], str | None]:
    """Return a page of a list sorted by key, and the next cursor, stable under changes."""
    items = sorted(items, key=key, reverse=descending)
    if query.cursor is not None:
        place = str(decode_cursor(list_name, query.cursor, str)[0])
        items = [item for item in items if (key(item) < place if descending else key(item) > place)]
    page, more = split_page(items, query.limit)
    return page, encode_cursor(list_name, key(page[-1])) if more else None


def page_by_offset(name: str, items: Sequence[_T], query: Paged) -> tuple[list[_T], str | None]:
    """Return a page of an append-only or ranked list, and the next cursor."""
    start = offset(name, query)
    end = start + query.limit
    return [*items[start:end]], encode_cursor(name, end) if len(items) > end else None


def offset(list_name: str, query: Paged) -> int:
    """Return where the page starts."""
    if query.cursor is None:
        return 0
    (place,) = decode_cursor(list_name, query.cursor, int)
    return min(max(int(place or 0), 0), 2**31)
