"""What was derived from some turns, set aside so that it can come back.

An undo is a record: its sources name the turns that are no longer learned from, and its content has
the memories as they were. While it is active, learning skips those turns.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import uuid4

from recollect.domain import checks
from recollect.domain.entry import Change, Entry, Kind, Priority, Source, Status, Version
from recollect.domain.ids import entry_digest
from recollect.domain.plain import from_plain, plain
from recollect.domain.provenance import Origin
from recollect.domain.turn import Turn
from recollect.domain.writes import PutEntry, RestoreEntry
from recollect.errors import InvalidInput

History = tuple[Version, ...]
# A turn by conversation and id.
TurnName = tuple[str, str]
# What a record keeps in its content; the rest are fields of its entry.
_STORED = ("by", "scope", "before", "versions", "unlearned", "revision", "redone_at", "redone_by")


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoScope:
    """Which turns: those that meet every condition given."""

    conversation: str | None = None
    turn: str | None = None
    source: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def check_scope(
    conversation: object, turn: object, source: object, since: object, until: object
) -> UndoScope:
    """The scope with these conditions; at least one is needed."""
    given = (conversation, turn, source, since, until)
    if all(value is None for value in given):
        message = "say what to undo: a conversation, a turn in it, a source, since or until"
        raise InvalidInput(message, field="conversation")
    if turn is not None and conversation is None:
        raise InvalidInput("a turn needs its conversation", field="conversation")
    scope = UndoScope(
        conversation=checks.check_optional(checks.check_id, conversation, "conversation"),
        turn=checks.check_optional(checks.check_id, turn, "turn"),
        source=checks.check_label(source, "source"),
        since=checks.check_optional(checks.check_moment, since, "since"),
        until=checks.check_optional(checks.check_moment, until, "until"),
    )
    if scope.since and scope.until and scope.since >= scope.until:
        raise InvalidInput("until must be after since", field="until")
    return scope


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoRecord:
    """An undo as it is stored: the memories as they were, and their versions right after it."""

    id: str
    at: datetime
    by: str | None
    scope: UndoScope
    turns: tuple[TurnName, ...]
    before: tuple[History, ...]
    # 0: the memory was removed.
    versions: Mapping[str, int]
    # Whether some of the turns had not been learned from yet.
    unlearned: bool
    # The agent's revision right after the undo.
    revision: int
    redone_at: datetime | None = None
    redone_by: str | None = None

    @property
    def is_active(self) -> bool:
        """Whether it has not been redone."""
        return self.redone_at is None


def new_undo_id() -> str:
    """A fresh id of an undo."""
    return uuid4().hex


def record_entry(record: UndoRecord) -> Entry:
    """The undo as a record of the agent."""
    content = {name: plain(getattr(record, name)) for name in _STORED}
    sources = (
        Source(conversation=conversation, turn_id=turn, start=0, end=0, quote="")
        for conversation, turn in record.turns
    )
    return Entry(
        id=record.id,
        version=1,
        kind=Kind.UNDO,
        content=json.dumps(content, ensure_ascii=False),
        priority=Priority.MEDIUM,
        pinned=True,
        origin=Origin.USER,
        also=tuple(sources),
        status=Status.ACTIVE if record.is_active else Status.SUPERSEDED,
        recorded_at=record.at,
        changed_at=record.redone_at or record.at,
    )


def record_of(entry: Entry) -> UndoRecord:
    """The undo that a record stores."""
    content = json.loads(entry.content)
    before = (
        tuple(from_plain(Version, version) for version in history) for history in content["before"]
    )
    content["redone_at"] = _moment(content["redone_at"])
    scope = content["scope"]
    scope |= {name: _moment(scope[name]) for name in ("since", "until")}
    content |= {"scope": UndoScope(**scope), "before": tuple(before)}
    return UndoRecord(id=entry.id, at=entry.recorded_at, turns=undone_turns([entry]), **content)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def put_record(record: UndoRecord) -> PutEntry:
    """The write of a new undo."""
    entry = record_entry(record)
    return PutEntry(entry, entry_digest(entry), Change.ADDED, expected=0)


def restored_record(record: UndoRecord) -> RestoreEntry:
    """The write of an undo without its earlier versions, after the old one was dropped."""
    entry = record_entry(record)
    version = Version(number=1, at=entry.changed_at, change=Change.ADDED, entry=entry)
    return RestoreEntry((version,), entry_digest(entry))


def undone_turns(records: Iterable[Entry]) -> tuple[TurnName, ...]:
    """The turns that these undos set aside."""
    names = ((source.conversation, source.turn_id) for each in records for source in each.also)
    return tuple(dict.fromkeys(names))


def without_undone(turns: Sequence[Turn], undone: frozenset[TurnName]) -> list[Turn]:
    """The turns that are learned from."""
    if not undone:
        return [*turns]
    return [turn for turn in turns if (turn.conversation, turn.id) not in undone]


def without_memory(entry: Entry, memory_id: str) -> Entry:
    """An undo that no longer has a memory that was removed for good."""
    record = record_of(entry)
    kept = tuple(history for history in record.before if history[-1].entry.id != memory_id)
    return entry if len(kept) == len(record.before) else with_memories(entry, kept)


def with_memories(entry: Entry, left: Iterable[History]) -> Entry:
    """An undo with only these of its memories, and without those that the others had ended."""
    record = record_of(entry)
    kept = [*left]
    lost = {history[-1].entry.id for history in record.before}
    lost -= {history[-1].entry.id for history in kept}
    before = tuple(
        history
        for history in kept
        if history[-1].entry.superseded_by not in lost and lost.isdisjoint(history[-1].entry.rivals)
    )
    return replace(entry, content=record_entry(replace(record, before=before)).content)
