"""Paging over the dicts of the in-memory store."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

from recollect.errors import InvalidInput

_K = TypeVar("_K", bound=Hashable)
_T = TypeVar("_T")


def newest_first(rows: dict[_K, _T], after: _K | None) -> list[_T]:
    """The rows, newest first, starting after the one with this name."""
    names = list(reversed(rows))
    if after is not None and after not in rows:
        raise InvalidInput(f"unknown cursor {after!r}", field="cursor")
    start = 0 if after is None else names.index(after) + 1
    return [rows[name] for name in names[start:]]


def limited(items: Iterable[_T], limit: int | None) -> list[_T]:
    """The first items, up to a limit."""
    return list(items)[: None if limit is None or limit < 0 else limit]
