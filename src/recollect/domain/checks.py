"""Checks of callers' values: each returns the typed value, or raises InvalidInput."""

import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

from recollect.domain.metadata import Json, Metadata
from recollect.errors import InvalidInput

ID_MAX: Final = 256
LABEL_MAX: Final = 1_000
QUERY_MAX: Final = 32_768
METADATA_MAX: Final = 65_536
METADATA_DEPTH: Final = 32
TAGS_MAX: Final = 100
EARLIEST: Final = datetime(1900, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC)

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


def check_text(value: object, field: str) -> str:
    """A string that can be stored and shown: no NUL, no half of a surrogate pair."""
    if not isinstance(value, str):
        raise InvalidInput(f"{field} must be text, not {type(value).__name__}", field=field)
    if "\x00" in value:
        raise InvalidInput(f"{field} holds a NUL character", field=field)
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as broken:
        message = f"{field} holds half of a surrogate pair at position {broken.start}"
        raise InvalidInput(message, field=field) from None
    return value


def check_id(value: object, field: str) -> str:
    """An id chosen by the caller: 1 to 256 characters of any kind."""
    text = check_text(value, field)
    if not 1 <= len(text) <= ID_MAX:
        problem = "is empty" if not text else f"has {len(text)} characters"
        raise InvalidInput(f"{field} {problem}; it takes 1 to {ID_MAX}", field=field)
    return text


def check_content(value: object, field: str, max_bytes: int) -> str:
    """A content to be stored: not blank, and within the size limit."""
    text = check_text(value, field)
    if not text.strip():
        raise InvalidInput(f"{field} is empty: there is nothing to remember", field=field)
    size = len(text) if text.isascii() else len(text.encode("utf-8"))
    if size > max_bytes:
        message = f"{field} has {size:,} bytes; the limit is {max_bytes:,} (setting max_content_kb)"
        raise InvalidInput(message, field=field)
    return text


def check_query(value: object, field: str = "query") -> str:
    """A query: not blank, and within the size limit."""
    text = check_text(value, field)
    if not text.strip():
        raise InvalidInput(f"{field} is empty: there is nothing to look for", field=field)
    size = len(text.encode("utf-8"))
    if size > QUERY_MAX:
        raise InvalidInput(f"{field} has {size:,} bytes; it takes {QUERY_MAX:,}", field=field)
    return text


def check_label(value: object, field: str) -> str | None:
    """An optional short text such as a speaker or a title."""
    if value is None:
        return None
    text = check_text(value, field)
    if not text.strip() or len(text) > LABEL_MAX:
        raise InvalidInput(f"{field} takes 1 to {LABEL_MAX:,} characters, not blank", field=field)
    return text


def check_choice(value: object, field: str, choices: type[_Choice]) -> _Choice:
    """One of a closed set of names."""
    if isinstance(value, str):
        try:
            return choices(value)
        except ValueError:
            pass
    allowed = ", ".join(choices)
    message = f"{field} {shown(value)} is not known; it is one of: {allowed}"
    raise InvalidInput(message, field=field)


def check_moment(value: object, field: str) -> datetime:
    """An aware moment between 1900 and 2200, in UTC; text is read as ISO 8601."""
    return check_local(value, field).astimezone(UTC)


def check_local(value: object, field: str) -> datetime:
    """An aware moment between 1900 and 2200, in the time zone it was given in."""
    moment = _parsed(value, field) if isinstance(value, str) else value
    if not isinstance(moment, datetime):
        message = f"{field} must be a datetime or ISO 8601 text, not {type(value).__name__}"
        raise InvalidInput(message, field=field)
    if moment.utcoffset() is None:
        how = "2026-05-01T12:00:00+00:00" if isinstance(value, str) else "tzinfo=UTC"
        message = f"{field} has no time zone: say {how}"
        raise InvalidInput(message, field=field)
    try:
        utc = moment.astimezone(UTC)
    except OverflowError:
        # Near the years 1 and 9999, UTC leaves the calendar.
        utc = moment
    if not EARLIEST.year < utc.year < LATEST.year:
        allowed = f"{EARLIEST.year + 1} to {LATEST.year - 1}"
        message = f"{field} lies in the year {utc.year}; it takes {allowed}, in UTC"
        raise InvalidInput(message, field=field)
    return moment


def _parsed(value: str, field: str) -> datetime:
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        message = (
            f"{field} {shown(value)} is not a time in ISO 8601, such as 2026-05-01T12:00:00+00:00"
        )
        raise InvalidInput(message, field=field) from None


def check_path(value: object, field: str = "path") -> Path:
    """The path of a file; a leading ~ is the home folder."""
    if not isinstance(value, str | Path):
        raise InvalidInput(
            f"{field} must be text or a Path, not {type(value).__name__}", field=field
        )
    if not str(value) or "\x00" in str(value):
        raise InvalidInput(f"{field} is empty or holds a NUL character", field=field)
    return Path(value).expanduser()


def check_unit(value: object, field: str) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(f"{field} takes a number from 0 to 1, not {shown(value)}", field=field)
    return float(value)


def check_flag(value: object, field: str) -> bool:
    """True or False, and nothing merely truthy or falsy."""
    if not isinstance(value, bool):
        raise InvalidInput(f"{field} takes True or False, not {shown(value)}", field=field)
    return value


def check_limit(value: object, field: str = "limit") -> int | None:
    """A positive whole number, or None for no limit."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidInput(
            f"{field} takes a positive whole number, not {shown(value)}", field=field
        )
    return value


def check_tags(value: object, field: str = "tags") -> tuple[str, ...]:
    """Short labels without duplicates, in order."""
    if isinstance(value, str) or not isinstance(value, list | tuple | set | frozenset):
        raise InvalidInput(f"{field} takes a list of texts", field=field)
    if len(value) > TAGS_MAX:
        raise InvalidInput(f"{field} takes at most {TAGS_MAX} texts", field=field)
    ordered = sorted(value, key=str) if isinstance(value, set | frozenset) else value
    return tuple(dict.fromkeys(check_id(tag, field) for tag in ordered))


def check_metadata(value: object, field: str = "metadata") -> Metadata:
    """A JSON object of at most 64 KiB, as a copy of the caller's."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{field} must be an object, not {type(value).__name__}", field=field)
    checked = {_key(key, field): _json(item, field, 1) for key, item in value.items()}
    if len(json.dumps(checked)) > METADATA_MAX:
        raise InvalidInput(f"{field} is larger than {METADATA_MAX:,} bytes of JSON", field=field)
    return checked


def _key(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise InvalidInput(f"{field} has a key that is not text: {shown(value)}", field=field)
    return check_text(value, field)


def _json(value: object, field: str, depth: int) -> Json:
    if depth > METADATA_DEPTH:
        raise InvalidInput(f"{field} is nested deeper than {METADATA_DEPTH} levels", field=field)
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
            message = f"{field} holds a value that is not JSON: {shown(value)}"
            raise InvalidInput(message, field=field)
