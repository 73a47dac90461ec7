"""What the tests of a store write."""

from dataclasses import replace
from datetime import datetime
from itertools import starmap
from typing import Any

from recollect.domain.entry import Change, Entry, Kind, Priority, Source, Status
from recollect.domain.ids import entry_digest
from recollect.domain.job import JobKind
from recollect.domain.turn import NewTurn, Role
from recollect.domain.writes import AddTurn, Derived, Enqueue, PutEntry, PutReadings, PutVectors
from recollect.testing.store_contract.constants import READER, SPACE, START


def said(
    content: str,
    *,
    turn_id: str | None = None,
    role: Role = Role.USER,
    at: datetime = START,
    **fields: Any,
) -> NewTurn:
    """A new turn with these further fields."""
    return NewTurn(
        role=role,
        content=content,
        at=at,
        tokens=len(content),
        recorded_at=START,
        id=turn_id,
        **fields,
    )


def add(conversation: str, *contents: str) -> tuple[AddTurn, ...]:
    """A turn for each text, with the text as its id."""
    return tuple(AddTurn(conversation, said(text, turn_id=text)) for text in contents)


def memory(
    name: str,
    content: str = "likes tea",
    *,
    kind: Kind = Kind.FACT,
    key: str | None = None,
    status: Status = Status.ACTIVE,
    priority: Priority = Priority.HIGH,
    recorded_at: datetime = START,
    drawn_from: str | None = None,
) -> Entry:
    """A memory in its first version, with turn "t" of `drawn_from` as its source."""
    source = None
    if drawn_from is not None:
        source = Source(conversation=drawn_from, turn_id="t", start=0, end=3, quote="tea")
    return Entry(
        id=name,
        version=1,
        kind=kind,
        content=content,
        key=key,
        status=status,
        priority=priority,
        recorded_at=recorded_at,
        changed_at=recorded_at,
        source=source,
    )


def put(entry: Entry, change: Change = Change.ADDED, *, digest: str | None = None) -> PutEntry:
    """The write that stores a version of a memory."""
    name = entry_digest(entry) if digest is None else digest
    return PutEntry(entry, name, change, entry.version - 1)


def edited(entry: Entry, content: str, at: datetime = START) -> Entry:
    """The next version of a memory."""
    return replace(entry, content=content, version=entry.version + 1, changed_at=at, edited=True)


def embed(conversation: str, due_at: datetime = START, since: int | None = None) -> Enqueue:
    """A request to embed a conversation."""
    return Enqueue(JobKind.EMBED, conversation, due_at, since=since)


def vectors(conversation: str, space: str = SPACE, **data: bytes) -> PutVectors:
    """Vectors for turns by their ids."""
    return PutVectors(conversation, space, tuple(starmap(Derived, data.items())))


def memory_vector(name: str, data: bytes, version: int = 1, space: str = SPACE) -> PutVectors:
    """The vector of one version of a memory."""
    return PutVectors("", space, (Derived(name, data, version),))


def readings(conversation: str, **data: bytes) -> PutReadings:
    """Readings for turns by their ids."""
    return PutReadings(conversation, READER, tuple(starmap(Derived, data.items())))


def memory_reading(name: str, data: bytes, version: int = 1) -> PutReadings:
    """The reading of one version of a memory."""
    return PutReadings("", READER, (Derived(name, data, version),))
