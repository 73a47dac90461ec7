"""Memories, messages and versions in mem0's shapes."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from recollect.domain.checks import check_moment
from recollect.domain.clock import shown_in
from recollect.domain.entry import (
    ENDED_AT,
    FIRST_SAID_AT,
    IMPORTED,
    LEARNED_KEYS,
    MEM0,
    Change,
    Entry,
    Version,
)
from recollect.domain.hit import Hit
from recollect.domain.turn import Role
from recollect.errors import InvalidInput
from recollect.mem0.scope import IDENTITIES, entity_of, memory_id

# What mem0 shows beside a memory's metadata.
_SHOWN: Final = (*IDENTITIES, "actor_id", "role", "expiration_date")
_OUR_KEYS: Final = frozenset({MEM0, IMPORTED, FIRST_SAID_AT, ENDED_AT, *LEARNED_KEYS})
_NOT_METADATA: Final = _OUR_KEYS | {*_SHOWN}
# A caller's metadata cannot move a memory to somebody else.
RESERVED: Final = frozenset({*IDENTITIES, "actor_id"})
# Our scores are unbounded; most of the relevant ones are between 0 and twice this.
_SCALE: Final = 8.0
_EVENTS: Final = {
    Change.ADDED: "ADD",
    Change.RESTORED: "ADD",
    Change.EDITED: "UPDATE",
    Change.DELETED: "DELETE",
    Change.SUPERSEDED: "DELETE",
    Change.ARCHIVED: "DELETE",
}


def item_of(agent: str, entry: Entry) -> dict[str, Any]:
    """A memory as mem0 returns it."""
    kind, name = entity_of(agent)
    given = {**_given(entry), f"{kind}_id": name}
    every = {**entry.metadata, **given}
    rest = {key: value for key, value in every.items() if key not in _NOT_METADATA}
    text = text_of(entry)
    said_at = entry.first_said_at or entry.recorded_at
    return {
        "id": memory_id(agent, entry.id),
        "memory": text,
        "hash": hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(),
        "metadata": rest or None,
        "created_at": shown_in(said_at, UTC).isoformat(),
        "updated_at": entry.changed_at.isoformat(),
        **{key: given[key] for key in _SHOWN if given.get(key) is not None},
    }


def text_of(entry: Entry) -> str:
    """The text of a memory; a quotation with a relative date such as "last week" has its day."""
    return f"{entry.content} [{entry.when}]" if entry.is_quotation and entry.when else entry.content


def found_item(agent: str, hit: Hit, *, explain: bool) -> dict[str, Any]:
    """A search result as mem0 returns it, with a score from 0 to 1."""
    assert hit.entry is not None
    score = 0.5 + math.tanh(hit.score / _SCALE) / 2
    details = {"score_details": asdict(hit.scores)} if explain else {}
    return {**item_of(agent, hit.entry), "score": round(score, 6), **details}


def is_expired(item: Mapping[str, Any]) -> bool:
    """Whether the day of a memory's `expiration_date` is over."""
    return str(item.get("expiration_date") or "9999") < datetime.now(UTC).date().isoformat()


def history_of(agent: str, versions: Sequence[Version]) -> list[dict[str, Any]]:
    """The changes of a memory; one that was only said again has none."""
    changes, before = [], None
    for version in versions:
        event, entry = _EVENTS.get(version.change), version.entry
        after = None if event == "DELETE" else text_of(entry)
        if event is not None:
            given = _given(entry)
            changes.append(
                {
                    "id": f"{entry.id}:{version.number}",
                    "memory_id": memory_id(agent, entry.id),
                    "old_memory": before,
                    "new_memory": after,
                    "event": event,
                    "created_at": entry.recorded_at.isoformat(),
                    "updated_at": version.at.isoformat(),
                    "is_deleted": event == "DELETE",
                    "actor_id": given.get("actor_id"),
                    "role": given.get("role"),
                }
            )
            before = after
    return changes


def check_messages(messages: object) -> list[dict[str, Any]]:
    """The messages with text, each with its `role`, its `content` and perhaps a `name`."""
    given = [{"role": "user", "content": messages}] if isinstance(messages, str) else messages
    given = [given] if isinstance(given, Mapping) else given
    if not isinstance(given, list) or not all(isinstance(message, Mapping) for message in given):
        raise InvalidInput("messages takes text, a message or a list of messages", field="messages")
    if any("content" not in message and "tool_calls" not in message for message in given):
        raise InvalidInput("a message needs content", field="messages")
    read = [{**message, "content": _text(message.get("content"))} for message in given]
    return [message for message in read if message["content"].strip()]


def turn_of(message: Mapping[str, Any], given: Mapping[str, Any], at: object) -> dict[str, Any]:
    """A turn for a message, with what its memories inherit."""
    name = message.get("name")
    who = {"actor_id": name} if name else {}
    return {
        # mem0 reads a message again that it has read before.
        "id": uuid4().hex,
        "role": message.get("role") or Role.USER,
        "content": message["content"],
        "speaker": name,
        "at": at,
        "metadata": {MEM0: {**given, **who}},
    }


def check_time(value: object) -> datetime | None:
    """A time given in seconds since 1970, or in ISO 8601."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return datetime.fromtimestamp(value, UTC)
        except (ValueError, OverflowError, OSError):
            raise InvalidInput("timestamp is out of range", field="timestamp") from None
    return None if value is None else check_moment(value, "timestamp")


def check_expiration(value: object) -> str | None:
    """The day in ISO 8601 after which a memory is hidden."""
    if value is None or isinstance(value, date):
        return value.isoformat()[:10] if value else None
    try:
        return date.fromisoformat(str(value)).isoformat()
    except ValueError:
        message = "expiration_date takes a date such as 2027-01-31"
        raise InvalidInput(message, field="expiration_date") from None


def end_of(day: str | None) -> datetime | None:
    """When a memory that expires on a day stops being valid."""
    if day is None:
        return None
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) + timedelta(days=1)


def check_given(metadata: object) -> dict[str, Any]:
    """A caller's metadata, without what only the arguments may set."""
    if metadata is not None and not isinstance(metadata, Mapping):
        raise InvalidInput("metadata takes an object", field="metadata")
    return {key: value for key, value in (metadata or {}).items() if key not in RESERVED}


def with_given(entry: Entry, new: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a memory with new values of mem0's part."""
    return {**entry.metadata, MEM0: {**_given(entry), **new}}


def _given(entry: Entry) -> Mapping[str, Any]:
    given = entry.metadata.get(MEM0)
    return given if isinstance(given, Mapping) else {}


def _text(content: object) -> str:
    """The text of a message, also one that has parts such as images."""
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, Mapping))
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""
