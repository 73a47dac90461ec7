"""Checks of callers' values: each returns the typed value, or raises InvalidInput."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

from recollect.domain.metadata import Json, Metadata
from recollect.domain.turn import Slice
from recollect.errors import InvalidInput

ID_MAX: Final = 256
LABEL_MAX: Final = 1_000
QUERY_MAX: Final = 32_768
# The largest value of the setting max_content_kb.
METADATA_MAX: Final = 16_384 * 1_024
METADATA_DEPTH: Final = 32
TAGS_MAX: Final = 100
NAMES_MAX: Final = 32
EARLIEST: Final = datetime(1900, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC)

_T = TypeVar("_T")
_Choice = TypeVar("_Choice", bound=StrEnum)


def shown(value: object) -> str:
    """A wrong value for an error message: short, without running a foreign `__repr__`."""
    if isinstance(value, str):
        return repr(value[:60] + "…" if len(value) > 60 else value)  # noqa: PLR2004
    if value is None or isinstance(value, bool | float):
        return repr(value)
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return str(value)
    return f"of type {type(value).__name__}"


def _wrong(field: str, problem: str) -> InvalidInput:
    return InvalidInput(f"{field} {problem}", field=field)


def check_optional(check: Callable[[object, str], _T], value: object, field: str) -> _T | None:
    """The checked value; None stays None."""
    return None if value is None else check(value, field)


def check_text(value: object, field: str) -> str:
    """A string that can be stored and shown: no NUL, no half of a surrogate pair."""
    if not isinstance(value, str):
        raise _wrong(field, f"must be text, not {type(value).__name__}")
    if "\x00" in value:
        raise _wrong(field, "holds a NUL character")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as broken:
        raise _wrong(field, f"holds half of a surrogate pair at position {broken.start}") from None
    return value


def check_id(value: object, field: str) -> str:
    """An id chosen by the caller: 1 to 256 characters of any kind."""
    text = check_text(value, field)
    if not 1 <= len(text) <= ID_MAX:
        problem = "is empty" if not text else f"has {len(text)} characters"
        raise _wrong(field, f"{problem}; it takes 1 to {ID_MAX} characters")
    return text


def check_key(value: object, field: str) -> str:
    """The key of knowledge: an id without space around it; its case counts."""
    return check_id(check_text(value, field).strip(), field)


def size_of(text: str) -> int:
    """The bytes of a text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def check_content(value: object, field: str, max_bytes: int) -> str:
    """A content to be stored: not blank, and within the size limit."""
    text = check_text(value, field)
    if not text.strip():
        raise _wrong(field, "is empty: there is nothing to remember")
    size = size_of(text)
    if size > max_bytes:
        raise _wrong(
            field, f"has {size:,} bytes; the limit is {max_bytes:,} (setting max_content_kb)"
        )
    return text


def check_query(value: object, field: str = "query") -> str:
    """A query: not blank, and within the size limit."""
    text = check_text(value, field)
    if not text.strip():
        raise _wrong(field, "is empty: there is nothing to look for")
    size = len(text.encode("utf-8"))
    if size > QUERY_MAX:
        raise _wrong(field, f"has {size:,} bytes; it takes {QUERY_MAX:,} at most")
    return text


def check_label(value: object, field: str) -> str | None:
    """An optional short text such as a speaker or a title."""
    if value is None:
        return None
    text = check_text(value, field)
    if not text.strip() or len(text) > LABEL_MAX:
        raise _wrong(field, f"takes 1 to {LABEL_MAX:,} characters, not blank")
    return text


def check_choice(
    value: object, field: str, choices: type[_Choice], among: Sequence[str] = ()
) -> _Choice:
    """One of a closed set of names, or of those `among` them."""
    if isinstance(value, str) and (not among or value in among):
        with suppress(ValueError):
            return choices(value)
    allowed = ", ".join(among or choices)
    raise _wrong(field, f"{shown(value)} is not known; it is one of: {allowed}")


def check_moment(value: object, field: str) -> datetime:
    """An aware moment between 1900 and 2200, in UTC; text is read as ISO 8601."""
    return check_local(value, field).astimezone(UTC)


def check_local(value: object, field: str) -> datetime:
    """An aware moment between 1900 and 2200, in the time zone it was given in."""
    moment = _parsed(value, field) if isinstance(value, str) else value
    if not isinstance(moment, datetime):
        raise _wrong(field, f"must be a datetime or ISO 8601 text, not {type(value).__name__}")
    if moment.utcoffset() is None:
        how = "2026-05-01T12:00:00+00:00" if isinstance(value, str) else "tzinfo=UTC"
        raise _wrong(field, f"has no time zone: say {how}")
    try:
        utc = moment.astimezone(UTC)
    except OverflowError:
        # Near the years 1 and 9999, UTC leaves the calendar.
        utc = moment
    if not EARLIEST.year < utc.year < LATEST.year:
        allowed = f"{EARLIEST.year + 1} to {LATEST.year - 1}"
        raise _wrong(field, f"lies in the year {utc.year}; it takes {allowed}, in UTC")
    return moment


def _parsed(value: str, field: str) -> datetime:
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        raise _wrong(
            field, f"{shown(value)} is not a time in ISO 8601, such as 2026-05-01T12:00:00+00:00"
        ) from None


def check_path(value: object, field: str = "path") -> Path:
    """The path of a file; a leading ~ is the home folder."""
    if not isinstance(value, str | Path):
        raise _wrong(field, f"must be text or a Path, not {type(value).__name__}")
    if not str(value) or "\x00" in str(value):
        raise _wrong(field, "is empty or holds a NUL character")
    return Path(value).expanduser()


def check_unit(value: object, field: str) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _wrong(field, f"takes a number from 0 to 1, not {shown(value)}")
    return float(value)


def check_flag(value: object, field: str) -> bool:
    """True or False, and nothing merely truthy or falsy."""
    if not isinstance(value, bool):
        raise _wrong(field, f"takes True or False, not {shown(value)}")
    return value


def check_whole(value: object, field: str, low: int, high: int) -> int:
    """A whole number within limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        allowed = f"a whole number from {low:,} to {high:,}"
        raise _wrong(field, f"takes {allowed}, not {shown(value)}")
    return value


def check_limit(value: object, field: str = "limit") -> int | None:
    """A positive whole number, or None for no limit."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise _wrong(field, f"takes a positive whole number, not {shown(value)}")
    return value


def check_slice(limit: object, offset: object, last: object) -> Slice:
    """The part of a list that a caller wants."""
    if last is not None and (limit is not None or offset):
        raise _wrong("last", "cannot be combined with limit or offset")
    start = check_whole(offset, "offset", 0, 2**53)
    return Slice(check_limit(limit), start, check_limit(last, "last"))


def check_tags(value: object, field: str = "tags") -> tuple[str, ...]:
    """Short labels without duplicates, in order."""
    if isinstance(value, str) or not isinstance(value, list | tuple | set | frozenset):
        raise _wrong(field, "takes a list of texts")
    if len(value) > TAGS_MAX:
        raise _wrong(field, f"takes at most {TAGS_MAX} texts")
    ordered = sorted(value, key=str) if isinstance(value, set | frozenset) else value
    return tuple(dict.fromkeys(check_id(tag, field) for tag in ordered))


def check_metadata(
    value: object, field: str = "metadata", max_bytes: int = METADATA_MAX
) -> Metadata:
    """A JSON object within the size limit, as a copy of the caller's."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise _wrong(field, f"must be an object, not {type(value).__name__}")
    checked = {_key(key, field): _json(item, field, 1) for key, item in value.items()}
    size = len(json.dumps(checked, ensure_ascii=False).encode())
    if size > max_bytes:
        limit = f"the limit is {max_bytes:,} (setting max_content_kb)"
        raise _wrong(field, f"has {size:,} bytes of JSON; {limit}")
    return checked


def check_json(value: object, field: str) -> Json:
    """A JSON value, as a copy of the caller's."""
    return _json(value, field, 1)


def check_names(value: object, field: str) -> tuple[str, ...]:
    """A namespace: up to 32 names."""
    if isinstance(value, str) or not isinstance(value, list | tuple):
        raise _wrong(field, "takes a list of names")
    if len(value) > NAMES_MAX:
        raise _wrong(field, f"has {len(value)} names; it takes up to {NAMES_MAX}")
    return tuple(check_id(name, field) for name in value)


def _key(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise _wrong(field, f"has a key that is not text: {shown(value)}")
    return check_text(value, field)


def _json(value: object, field: str, depth: int) -> Json:
    if depth > METADATA_DEPTH:
        raise _wrong(field, f"is nested deeper than {METADATA_DEPTH} levels")
    match value:
        case None | bool():
            return value
        case int() if -(2**63) <= value < 2**63:
            return value
        case float() if math.isfinite(value):
            return value
        case str():
            return check_text(value, field)
        case Mapping():
            return {_key(key, field): _json(item, field, depth + 1) for key, item in value.items()}
        case list() | tuple():
            return [_json(item, field, depth + 1) for item in value]
        case _:
            raise _wrong(field, f"holds a value that is not JSON: {shown(value)}")
