"""Domain values as JSON and back, for exports and entry points; times are ISO 8601."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache, partial
from types import UnionType
from typing import Any, Final, TypeVar, get_args, get_origin

from recollect.domain import checks
from recollect.domain.entry import Entry, Kind
from recollect.domain.turn import Turn
from recollect.errors import InvalidInput

T = TypeVar("T")
# Checks and converts the value of a field, given its name.
Check = Callable[[object, str], Any]

_CONTENT_MAX: Final = 64 * 2**20
_COUNT_MAX: Final = 2**62 - 1
_OFFSET_MAX: Final = 24 * 60 * 60 - 1


def plain(value: object) -> Any:
    """Any domain value as JSON; fields keep their names and order."""
    match value:
        case datetime():
            return value.isoformat()
        case tuple() | list():
            return [plain(item) for item in value]
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            return value


def turn_from(value: object) -> Turn:
    """A turn as `plain` wrote it."""
    # Older exports lack the offset and the stated origin.
    known = {"utc_offset": 0, "origin": None, **value} if isinstance(value, Mapping) else value
    turn = from_plain(Turn, known)
    _check_content(turn.content, "content")
    return turn


def entry_from(value: object, what: str = "entry") -> Entry:
    """A memory as `plain` wrote it."""
    entry = from_plain(Entry, value, what)
    if entry.kind is not Kind.PROFILE:
        _check_content(entry.content, "content")
    if entry.id in entry.rivals:
        raise InvalidInput("rivals names the memory itself", field="rivals")
    return entry


def from_plain(kind: type[T], value: object, what: str = "") -> T:
    """A dataclass as `plain` wrote it, each field checked by its name or type."""
    named = _checks_of(kind)  # type: ignore[arg-type]  # mypy takes no type[T] for hashable
    return kind(**checked_fields(value, what or kind.__name__.lower(), named))


def checked_fields(value: object, what: str, named: Mapping[str, Check]) -> dict[str, Any]:
    """The checked fields of a JSON object; each must be present, and others are refused."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{what} must be an object", field=what)
    for name in named:
        if name not in value:
            raise InvalidInput(f"{what} lacks {name}", field=name)
    if unknown := value.keys() - named.keys():
        raise InvalidInput(f"{what} has an unknown field {min(unknown, key=str)!r:.80}")
    return {name: check(value[name], name) for name, check in named.items()}


@cache
def _checks_of(kind: Any) -> dict[str, Check]:
    return {
        field.name: _BY_NAME.get(field.name) or _check_for(field.type) for field in fields(kind)
    }


def _check_for(kind: Any) -> Check:
    if kind in _BY_TYPE:
        return _BY_TYPE[kind]
    if get_origin(kind) is tuple:
        return _items(_check_for(get_args(kind)[0]))
    if get_origin(kind) is UnionType:
        return partial(checks.check_optional, _check_for(get_args(kind)[0]))
    if isinstance(kind, type) and is_dataclass(kind):
        return partial(from_plain, kind)
    return partial(checks.check_choice, choices=kind)


def _items(check: Check) -> Check:
    def check_items(value: object, field: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise InvalidInput(f"{field} must be a list", field=field)
        return tuple(check(item, field) for item in value)

    return check_items


def _check_content(value: object, field: str) -> str:
    """A text up to the size that an export may have."""
    return checks.check_content(value, field, _CONTENT_MAX)


def _check_content_or_empty(value: object, field: str) -> str:
    """A text that may be empty, like the quote of a recap or a profile without lines."""
    return "" if value == "" else _check_content(value, field)


_BY_NAME: Final[Mapping[str, Check]] = {
    "id": checks.check_id,
    "conversation": checks.check_id,
    "turn_id": checks.check_id,
    "key": partial(checks.check_optional, checks.check_id),
    "rivals": _items(checks.check_id),
    "tags": checks.check_tags,
    "metadata": checks.check_metadata,
    "content": _check_content_or_empty,
    "quote": _check_content_or_empty,
    "entry": entry_from,
    "utc_offset": partial(checks.check_whole, low=-_OFFSET_MAX, high=_OFFSET_MAX),
}
_BY_TYPE: Final[Mapping[Any, Check]] = {
    str: checks.check_text,
    str | None: checks.check_label,
    int: partial(checks.check_whole, low=0, high=_COUNT_MAX),
    float: checks.check_unit,
    bool: checks.check_flag,
    datetime: checks.check_moment,
}
