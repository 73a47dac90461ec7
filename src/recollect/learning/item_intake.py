"""Checks and redacts an item before it is stored."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from recollect.domain import checks
from recollect.domain.items import KeyedItem
from recollect.domain.metadata import Json
from recollect.errors import InvalidInput
from recollect.learning.intake import Intake

_FIELDS = frozenset({"namespace", "key", "value", "metadata", "ttl", "expires_at", "texts"})
_TTL_MAX = 100 * 366 * 86_400


def checked_item(intake: Intake, given: Mapping[str, Any]) -> KeyedItem:
    """The item of a caller, ready for the store."""
    if unknown := given.keys() - _FIELDS:
        allowed = ", ".join(sorted(_FIELDS | {"vectors"}))
        name = checks.shown(min(unknown, key=str))
        raise InvalidInput(f"unknown field {name}; an item takes {allowed}")
    now = intake.clock.now()
    value = _value(intake, given.get("value"))
    ttl, expires_at = _expiry(given.get("ttl"), given.get("expires_at"), now)
    texts = given.get("texts")
    return KeyedItem(
        namespace=checks.check_names(given.get("namespace"), "namespace"),
        key=checks.check_id(given.get("key"), "key"),
        value=value,
        metadata=intake.metadata(given.get("metadata")),
        texts=_texts_in(value) if texts is None else _texts(intake, texts),
        created_at=now,
        updated_at=now,
        expires_at=expires_at,
        ttl=ttl,
    )


def _value(intake: Intake, value: object) -> Json:
    checked = intake.json(checks.check_json(value, "value"))
    size = len(json.dumps(checked, ensure_ascii=False).encode("utf-8"))
    if size > intake.max_content_bytes:
        limit = f"{intake.max_content_bytes:,} (setting max_content_kb)"
        raise InvalidInput(f"value has {size:,} bytes; the limit is {limit}", field="value")
    return checked


def _texts(intake: Intake, value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, list | tuple):
        raise InvalidInput("texts takes a list of texts", field="texts")
    return tuple(intake.content(text, "texts") for text in value)


def _expiry(ttl: object, expires_at: object, now: datetime) -> tuple[float | None, datetime | None]:
    """The lifetime in seconds, and the moment it ends."""
    if ttl is None:
        return None, checks.check_optional(checks.check_moment, expires_at, "expires_at")
    if expires_at is not None:
        raise InvalidInput("give ttl or expires_at, not both", field="expires_at")
    seconds = check_ttl(ttl, "ttl")
    return seconds, now + timedelta(seconds=seconds)


def check_ttl(value: object, field: str) -> float:
    """A lifetime in seconds."""
    seconds = value.total_seconds() if isinstance(value, timedelta) else value
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    number = float(seconds) if is_number else 0.0  # type: ignore[arg-type]
    if 0 < number <= _TTL_MAX:
        return number
    problem = f"takes a positive number of seconds, not {checks.shown(value)}"
    raise InvalidInput(f"{field} {problem}", field=field)


def _texts_in(value: Json) -> tuple[str, ...]:
    """The text that a value is found by: its only text, or a line for each part of it."""
    leaves = [(name, leaf) for name, leaf in _leaves(value, "") if leaf not in (None, "")]
    if len(leaves) == 1:
        return tuple(str(leaf) for _, leaf in leaves if str(leaf).strip())
    lines = (f"{name}: {leaf}" if name else str(leaf) for name, leaf in leaves)
    text = "\n".join(line for line in lines if line.strip())
    return (text,) if text else ()


def _leaves(value: Json, name: str) -> Iterator[tuple[str, Json]]:
    match value:
        case Mapping():
            for key, item in value.items():
                yield from _leaves(item, f"{name}.{key}" if name else key)
        case list():
            for item in value:
                yield from _leaves(item, name)
        case _:
            yield name, value
