"""The audit log: who did what to whose memory, without any of its text."""

import json
from collections.abc import MutableMapping
from dataclasses import dataclass
from dataclasses import fields as fields_of
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from recollect.domain.access import Right
from recollect.domain.plain import plain

# What a request leaves in its state: the agents it used, what it changed or removed, the names of
# settings it changed, the id of a wrong key (that of a revoked one is the same as before), and the
# class of the error of a call over MCP, which HTTP answers with 200.
TOUCHED: Final = "touched"
CONCERNED: Final = "concerned"
ERASED: Final = "erased"
CHANGED_NAMES: Final = "changed_names"
WRONG_KEY: Final = "wrong_key"
FAILED: Final = "failed"
_MOST_AGENTS: Final = 20
_MOST_ITEMS: Final = 1_000
_ALL: Final = "*"


class AuditAction(StrEnum):
    """What a request or command did; `delete` can be undone, `erase` cannot."""

    READ = "read"
    WRITE = "write"
    DELETE = "delete"
    ERASE = "erase"
    SETTINGS = "settings"
    KEYS = "keys"
    REFUSED = "refused"


class AuditedKind(StrEnum):
    """What an id in the audit log is the id of."""

    CONVERSATION = "conversation"
    TURN = "turn"
    MEMORY = "memory"
    ITEM = "item"
    INSTRUCTION = "instruction"


@dataclass(frozen=True, slots=True)
class AuditedItem:
    """Something that was changed, deleted or erased, by its id."""

    kind: AuditedKind
    id: str
    # Of a turn: the conversation that it is in.
    conversation: str | None = None

    def __str__(self) -> str:
        """The kind and the id, as people read them."""
        place = "" if self.conversation is None else f" of {self.conversation}"
        return f"{self.kind} {self.id}{place}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEvent:
    """One request to the server, or one command."""

    at: datetime
    action: AuditAction
    # The agents concerned; `*` stands for all that the caller may use.
    agents: tuple[str, ...] = ()
    # The caller: the name and id of its key, and its address or its user on this machine.
    key: str | None = None
    key_id: str | None = None
    client: str
    # What was called: the method and pattern of a route, or a command.
    call: str
    status: int | None = None
    # Names of the settings or keys that were changed, never values.
    names: tuple[str, ...] = ()
    # What was changed, deleted or erased; nothing where it was a whole agent.
    items: tuple[AuditedItem, ...] = ()
    request_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    """Which events to read."""

    action: AuditAction | None = None
    agent: str | None = None
    key: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def matches(self, event: AuditEvent) -> bool:
        """Whether an event is wanted."""
        return (
            self.action in (None, event.action)
            and (self.agent is None or not {self.agent, _ALL}.isdisjoint(event.agents))
            and self.key in (None, event.key, event.key_id)
            and (self.since is None or event.at >= self.since)
            and (self.until is None or event.at <= self.until)
        )


def concern(state: MutableMapping[str, Any], *items: AuditedItem, erases: bool = False) -> None:
    """Note what a request changes or deletes, and whether it erases it for good."""
    concerned: list[AuditedItem] = state.setdefault(CONCERNED, [])
    concerned += items[: _MOST_ITEMS - len(concerned)]
    if erases:
        state[ERASED] = True


def touch(state: MutableMapping[str, Any], right: Right, agent: str | None) -> None:
    """Note that a request uses a right for an agent, or for all that the caller may use."""
    touched: dict[str, set[str]] = state.setdefault(TOUCHED, {})
    name = _ALL if agent is None else agent
    if name in touched or len(touched) < _MOST_AGENTS:
        touched.setdefault(name, set()).add(right)


_NAMES: Final = tuple(field.name for field in fields_of(AuditEvent))


def event_text(event: AuditEvent) -> str:
    """An event as one line of JSON."""
    # Not by `asdict`, whose deep copies took a twentieth of a search.
    values = ((name, getattr(event, name)) for name in _NAMES)
    fields = {name: value for name, value in values if value not in (None, ())}
    items = {"items": [plain(item) for item in event.items]} if event.items else {}
    return json.dumps(fields | {"at": plain(event.at)} | items, ensure_ascii=True)


def event_from(text: str | bytes) -> AuditEvent | None:
    """The event of a line; None if it has none."""
    try:
        fields = json.loads(text)
        return AuditEvent(
            **fields
            | {
                "at": datetime.fromisoformat(fields["at"]),
                "action": AuditAction(fields["action"]),
                "agents": tuple(fields.get("agents", ())),
                "names": tuple(fields.get("names", ())),
                "items": tuple(map(_item, fields.get("items", ()))),
            }
        )
    except (ValueError, KeyError, TypeError):
        return None


def _item(fields: dict[str, Any]) -> AuditedItem:
    return AuditedItem(AuditedKind(fields["kind"]), fields["id"], fields.get("conversation"))
