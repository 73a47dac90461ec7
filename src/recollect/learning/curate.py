"""A person's hand on the memories: add, edit, delete, restore. Each change is a new version.

Read, think, write: when somebody else was faster the store says Stale, and the thinking is done again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime

from recollect.domain.entry import (
    ENDED_AT,
    RECORDS,
    SHOWN,
    Change,
    Entry,
    EntryFilter,
    NewEntry,
    Status,
)
from recollect.domain.ids import entry_digest, entry_id
from recollect.domain.job import JobKind
from recollect.domain.ports import Clock, Store
from recollect.domain.turn import Reading
from recollect.domain.writes import Enqueue, PutEntry, memory_work
from recollect.errors import Conflict, NotFound, Stale
from recollect.learning.lifecycle import doubt, free, reinforce

# Makes the reading that is stored beside a text.
Read = Callable[[str], Reading]
# Changes what a person may change.
Edit = Callable[[Entry], Entry]
# A change of a memory, and behind it those of others that come with it.
Puts = tuple[PutEntry, ...]

_TRIES = 20
# So many are put away in one transaction.
_AT_ONCE = 500
_LEFT = EntryFilter(statuses=(Status.ACTIVE, Status.REVIEW, Status.SUPERSEDED))
_STATEMENT = tuple(field.name for field in fields(NewEntry))


def add(store: Store, clock: Clock, read: Read, agent: str, new: NewEntry) -> Entry:
    """Remember a statement; one that is known already is reinforced, one that was deleted comes back.

    What has no key is compared with the others in the background.
    """
    digest = entry_digest(new)

    def plan() -> Puts:
        known = store.entry_like(agent, digest)
        if known is not None:
            return (_repeated(known, new, clock.now()),)
        occurrence = 0
        while store.entry(agent, entry_id(new, occurrence)) is not None:
            occurrence += 1
        return (_first(new, entry_id(new, occurrence), clock.now()),)

    compared = new.key is None and new.kind not in RECORDS
    work = (Enqueue(JobKind.COMPARE, "", clock.now()),) if compared else ()
    return _settle(store, read, agent, plan, work)[0]


def update(store: Store, clock: Clock, read: Read, agent: str, name: str, edit: Edit) -> Entry:
    """Change what a person may change; the source it came from stays with it."""

    def plan() -> Puts:
        return (_edited(store, clock.now(), agent, name, edit),)

    return _settle(store, read, agent, plan)[0]


def delete(store: Store, clock: Clock, read: Read, agent: str, name: str) -> Entry:
    """Put a memory away; it is shown nowhere, learned no more, and can be restored.

    What was doubted for its sake alone is so no longer.
    """

    def plan() -> Puts:
        old, now = found(store, agent, name), clock.now()
        if old.status is Status.DELETED:
            raise NotFound(f"there is no memory {name!r}: it was deleted before", field="id")
        doubted = [each for each in _shown(store, agent, old.rivals) if name in each.rivals]
        return (
            _next(old, replace(old, status=Status.DELETED), Change.DELETED, now),
            *(_next(each, free(each, (name,)), Change.DISPUTED, now) for each in doubted),
        )

    return _settle(store, read, agent, plan)[0]


def clear(store: Store, clock: Clock, agent: str) -> int:
    """Put every memory of an agent away, as `delete` does with one; how many that were."""
    count = tries = 0
    while left := store.entries(agent, _LEFT, limit=_AT_ONCE):
        now = clock.now()
        puts = [
            _next(old, replace(old, status=Status.DELETED), Change.DELETED, now) for old in left
        ]
        try:
            store.write(agent, *puts, *memory_work(now))
        except Stale:
            # Somebody has changed one of them meanwhile: they are read again.
            tries += 1
            if tries == _TRIES:
                raise
            continue
        count += len(left)
    return count


def restore(
    store: Store, clock: Clock, read: Read, agent: str, name: str, number: int | None
) -> Entry:
    """Bring a memory back: as it was before it went, or as it read in one of its versions.

    What it was doubted beside then, and is held still, is doubted together with it again.
    """

    def plan() -> Puts:
        old, now = found(store, agent, name), clock.now()
        past = _past(store, agent, old, number)
        statement = {field: getattr(past, field) for field in _STATEMENT}
        if number is None:
            # Its uses have made it surer since that version was written; while it was away it did not fade.
            statement |= {"confidence": old.confidence, "decayed_at": now}
        back = replace(old, **statement, edited=past.edited, superseded_by=past.superseded_by)
        if old.status in SHOWN and past.status in SHOWN:
            # Its words of old decide nothing about what it is doubted beside.
            return (_next(old, back, Change.RESTORED, now),)
        doubted = past.status is Status.REVIEW
        beside = _shown(store, agent, past.rivals) if doubted else []
        back = replace(back, status=past.status, rivals=tuple(each.id for each in beside))
        return (
            _next(old, free(back, ()) if doubted else back, Change.RESTORED, now),
            *(_next(each, doubt(each, (name,)), Change.DISPUTED, now) for each in beside),
        )

    return _settle(store, read, agent, plan)[0]


def update_all(
    store: Store, clock: Clock, read: Read, agent: str, edits: Mapping[str, Edit]
) -> tuple[Entry, ...]:
    """Change several memories as one fact."""

    def plan() -> Puts:
        now = clock.now()
        return tuple(_edited(store, now, agent, name, edit) for name, edit in edits.items())

    return _settle(store, read, agent, plan)


def found(store: Store, agent: str, name: str) -> Entry:
    """The memory of this id, whatever its status."""
    entry = store.entry(agent, name)
    if entry is None:
        raise NotFound(f"there is no memory {name!r}", field="id")
    return entry


def _past(store: Store, agent: str, old: Entry, number: int | None) -> Entry:
    """What to go back to: a version by its number, or the last one that was not put away."""
    history = store.history(agent, old.id)
    if number is not None:
        chosen = [version.entry for version in history if version.number == number]
        if not chosen:
            raise NotFound(f"memory {old.id} has no version {number}", field="version")
        living = chosen[0]
        return replace(living, status=Status.ACTIVE) if living.status is Status.DELETED else living
    if old.status not in {Status.DELETED, Status.SUPERSEDED}:
        raise Conflict(f"memory {old.id} is neither deleted nor superseded", field="id")
    shown = [v.entry for v in history if v.entry.status in {Status.ACTIVE, Status.REVIEW}]
    return shown[-1] if shown else replace(old, status=Status.ACTIVE, superseded_by=None)


def _shown(store: Store, agent: str, names: Sequence[str]) -> list[Entry]:
    """Those of these memories that are held for true, or doubted."""
    entries = (store.entry(agent, each) for each in names)
    return [each for each in entries if each is not None and each.status in SHOWN]


def _settle(
    store: Store, read: Read, agent: str, plan: Callable[[], Puts], work: Sequence[Enqueue] = ()
) -> tuple[Entry, ...]:
    """Write what is planned as one fact; where somebody was faster, what is planned then."""
    for _ in range(_TRIES):
        puts = [replace(put, reading=read(put.entry.content)) for put in plan()]
        try:
            store.write(agent, *puts, *memory_work(puts[0].entry.changed_at), *work)
        except Stale:
            continue
        return tuple(put.entry for put in puts)
    raise Stale("this memory is being changed by many at once: try again", field="id")


def stated(new: NewEntry, name: str, now: datetime) -> Entry:
    """A statement as it stands when it is made for the first time."""
    statement = {field: getattr(new, field) for field in _STATEMENT}
    return Entry(**statement, id=name, version=1, recorded_at=now, changed_at=now)


def _first(new: NewEntry, name: str, now: datetime) -> PutEntry:
    entry = stated(new, name, now)
    return PutEntry(entry, entry_digest(entry), Change.ADDED, expected=0)


def _repeated(known: Entry, new: NewEntry, now: datetime) -> PutEntry:
    """The same statement again; under a key it may say something new."""
    gone = known.status in {Status.DELETED, Status.SUPERSEDED}
    entry = replace(
        reinforce(known, new, now, content=new.content),
        status=Status.ACTIVE if gone else known.status,
        superseded_by=None if gone else known.superseded_by,
        rivals=() if gone else known.rivals,
    )
    if known.status is Status.SUPERSEDED:
        # It had ended with what took its place; now it holds as it is said now.
        told = {name: value for name, value in entry.metadata.items() if name != ENDED_AT}
        entry = replace(
            entry, metadata=told, valid_from=new.valid_from, valid_until=new.valid_until
        )
    if gone:
        change = Change.RESTORED
    else:
        same = (entry.content, entry.subject) == (known.content, known.subject)
        change = Change.REINFORCED if same else Change.EDITED
    return _next(known, entry, change, now)


def _edited(store: Store, now: datetime, agent: str, name: str, edit: Edit) -> PutEntry:
    old = found(store, agent, name)
    if old.status is Status.DELETED:
        raise Conflict(f"memory {name} is deleted: restore it first", field="id")
    new = edit(old)
    if new.content != old.content:
        new = replace(new, edited=True)
    return _next(old, new, Change.EDITED, now)


def _next(old: Entry, new: Entry, change: Change, now: datetime) -> PutEntry:
    entry = replace(new, version=old.version + 1, changed_at=now)
    return PutEntry(entry, entry_digest(entry), change, expected=old.version)
