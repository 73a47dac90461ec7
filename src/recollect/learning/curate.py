"""User edits of memories: add, edit, delete, restore. Each change is a new version.

Every operation reads, plans and writes. If the store raises Stale because of a concurrent change,
it plans again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from recollect.domain.entry import (
    ENDED_AT,
    RECORDS,
    SHOWN,
    Change,
    Entry,
    EntryFilter,
    Kind,
    NewEntry,
    Status,
)
from recollect.domain.ids import entry_digest
from recollect.domain.job import JobKind
from recollect.domain.ports import Clock, Entries, ReadText
from recollect.domain.provenance import REWORDED_AT, WORDS_KEPT, is_below
from recollect.domain.writes import Enqueue, PutEntry, memory_jobs
from recollect.errors import Conflict, NotFound, Stale
from recollect.learning import lifecycle

# Changes the fields that a user may change.
Edit = Callable[[Entry], Entry]
# A change of a memory, followed by the changes to other memories that it causes.
Puts = tuple[PutEntry, ...]

_TRIES = 20
# How many memories are deleted in one transaction.
_BATCH = 500
_NOT_DELETED = EntryFilter(statuses=tuple(frozenset(Status) - {Status.DELETED}))
# What is not shown, and may be restored.
_REMOVED = frozenset(Status) - SHOWN


def add(store: Entries, clock: Clock, read: ReadText, agent: str, new: NewEntry) -> Entry:
    """Add a statement; reinforce a known one, restore a deleted or archived one.

    A statement without a key is compared with the others in the background.
    """
    digest = entry_digest(new)

    def plan() -> Puts:
        known = store.entry_by_digest(agent, digest)
        if known is not None:
            return (_put_repeated(known, new, clock.now()),)
        name = lifecycle.unused_id(new, lambda name: store.entry(agent, name) is not None)
        first = lifecycle.first_version(new, name, clock.now())
        return (PutEntry(first, digest, Change.ADDED, expected=0),)

    compared = new.key is None and new.kind not in RECORDS
    work = (Enqueue(JobKind.COMPARE, "", clock.now()),) if compared else ()
    return write_planned(store, read, agent, plan, work)[0]


def update(
    store: Entries, clock: Clock, read: ReadText, agent: str, name: str, edit: Edit
) -> Entry:
    """Change the fields that a user may change; the source stays the same."""
    return update_all(store, clock, read, agent, {name: edit})[0]


def delete(
    store: Entries, clock: Clock, read: ReadText, agent: str, name: str, *, keep_words: bool = False
) -> Entry:
    """Delete a memory; it is no longer shown or learned, and can be restored.

    Memories that were in review only because of it become active again. With `keep_words`, which
    can follow later, contexts still show the words that it was learned from.
    """

    def plan() -> Puts:
        old, now = get_entry(store, agent, name), clock.now()
        if old.status is Status.DELETED and keep_words:
            return (_put_deleted(old, now, keep_words=True),)
        if old.status is Status.DELETED:
            raise NotFound(f"there is no memory {name!r}: it is already deleted", field="id")
        rivals = [rival for rival in _shown(store, agent, old.rivals) if name in rival.rivals]
        released = [
            lifecycle.put_next(rival, lifecycle.remove_rivals(rival, (name,)), Change.DISPUTED, now)
            for rival in rivals
        ]
        return (_put_deleted(old, now, keep_words=keep_words), *released)

    return write_planned(store, read, agent, plan)[0]


def release(store: Entries, clock: Clock, read: ReadText, agent: str, name: str) -> None:
    """Before a memory is purged: end its disputes, and restore the user's own that it superseded.

    What was learned is learned again afterwards.
    """

    def plan() -> Puts:
        old, now = get_entry(store, agent, name), clock.now()
        rivals = [
            lifecycle.put_next(rival, lifecycle.remove_rivals(rival, (name,)), Change.DISPUTED, now)
            for rival in _shown(store, agent, old.rivals)
        ]
        superseded = store.entries(agent, EntryFilter(statuses=(Status.SUPERSEDED,)))
        restored = [
            lifecycle.put_next(entry, _before(store, agent, entry), Change.RESTORED, now)
            for entry in superseded
            if entry.superseded_by == name and entry.is_added
        ]
        return (*rivals, *restored)

    write_planned(store, read, agent, plan)


def _before(store: Entries, agent: str, entry: Entry) -> Entry:
    past = _version_to_restore(store, agent, entry, None)
    return replace(
        entry, **lifecycle.statement_fields(past), status=Status.ACTIVE, superseded_by=None
    )


def clear(store: Entries, clock: Clock, agent: str) -> int:
    """Delete every memory of an agent, as `delete` does with one; returns how many."""
    count = tries = 0
    while remaining := store.entries(agent, _NOT_DELETED, limit=_BATCH):
        now = clock.now()
        try:
            store.write(agent, *(_put_deleted(old, now) for old in remaining), *memory_jobs(now))
        except Stale:
            # One of them was changed concurrently: read them again.
            tries += 1
            if tries == _TRIES:
                raise
            continue
        count += len(remaining)
    return count


def restore(
    store: Entries, clock: Clock, read: ReadText, agent: str, name: str, number: int | None
) -> Entry:
    """Restore a memory to its state before it was removed, or to one of its versions.

    Rivals that still exist are put back into review together with it.
    """

    def plan() -> Puts:
        old, now = get_entry(store, agent, name), clock.now()
        past = _version_to_restore(store, agent, old, number)
        words = _words_to_restore(old, past) if number is None else past
        statement = lifecycle.statement_fields(words)
        if number is None:
            # Keep the confidence gained through later use; time spent deleted does not count as
            # unused.
            statement |= {"confidence": old.confidence, "decayed_at": now}
        if number is None and old.status is Status.ARCHIVED:
            statement["confidence"] = _highest_confidence(store, agent, old)
        restored = replace(old, **statement, edited=words.edited, superseded_by=past.superseded_by)
        in_review = past.status is Status.REVIEW
        if old.status is Status.REVIEW if in_review else {old.status, past.status} <= SHOWN:
            # Restoring older words does not settle a dispute; only a decision is taken back.
            return (lifecycle.put_next(old, restored, Change.RESTORED, now),)
        rivals = _shown(store, agent, past.rivals) if in_review else []
        # A request to forget names what it lists there, also what is deleted.
        named = past.rivals if past.kind is Kind.DELETION_REQUEST else [e.id for e in rivals]
        restored = replace(restored, status=past.status, rivals=tuple(named))
        if in_review:
            restored = lifecycle.remove_rivals(restored, ())
        disputed = [
            lifecycle.put_next(rival, lifecycle.add_rivals(rival, (name,)), Change.DISPUTED, now)
            for rival in rivals
        ]
        return (lifecycle.put_next(old, restored, Change.RESTORED, now), *disputed)

    return write_planned(store, read, agent, plan)[0]


def update_all(
    store: Entries, clock: Clock, read: ReadText, agent: str, edits: Mapping[str, Edit]
) -> tuple[Entry, ...]:
    """Change several memories in one transaction."""

    def plan() -> Puts:
        now = clock.now()
        puts = [_put_edited(store, now, agent, name, edit) for name, edit in edits.items()]
        held = (put for edited in puts for put in _holding_again(store, agent, edited.entry, now))
        return (*puts, *held)

    return write_planned(store, read, agent, plan)[: len(edits)]


def _holding_again(store: Entries, agent: str, new: Entry, now: datetime) -> Iterator[PutEntry]:
    """What a memory had ended by an attribute that it is no longer taken to state."""
    attribute = get_entry(store, agent, new.id).attribute if new.attribute is None else None
    if attribute is None:
        return
    for entry in store.entries(agent, EntryFilter(statuses=(Status.SUPERSEDED,))):
        if entry.superseded_by == new.id and entry.attribute == attribute:
            past = _version_to_restore(store, agent, entry, None)
            words = _words_to_restore(entry, past)
            statement = lifecycle.statement_fields(words) | {"confidence": entry.confidence}
            restored = replace(entry, **statement, status=Status.ACTIVE, superseded_by=None)
            yield lifecycle.put_next(entry, restored, Change.RESTORED, now)


def get_entry(store: Entries, agent: str, name: str) -> Entry:
    """The memory with this id, whatever its status."""
    entry = store.entry(agent, name)
    if entry is None:
        raise NotFound(f"there is no memory {name!r}", field="id")
    return entry


def _version_to_restore(store: Entries, agent: str, old: Entry, number: int | None) -> Entry:
    """The version to restore: by number, or the last one that was shown."""
    history = store.history(agent, old.id)
    if number is not None:
        chosen = next((version.entry for version in history if version.number == number), None)
        if chosen is None:
            raise NotFound(f"memory {old.id} has no version {number}", field="version")
        was_removed = chosen.status in {Status.DELETED, Status.ARCHIVED}
        return replace(chosen, status=Status.ACTIVE) if was_removed else chosen
    if old.status in SHOWN:
        message = f"memory {old.id} is neither deleted, archived nor superseded"
        raise Conflict(message, field="id")
    shown = [version.entry for version in history if version.entry.status in SHOWN]
    return shown[-1] if shown else replace(old, status=Status.ACTIVE, superseded_by=None)


def _words_to_restore(old: Entry, past: Entry) -> Entry:
    """What is restored: what a person corrected since stays corrected, but it has not ended."""
    if past.edited or not old.edited:
        return past
    metadata = {name: value for name, value in old.metadata.items() if name != ENDED_AT}
    return replace(old, valid_until=past.valid_until, metadata=metadata)


def _highest_confidence(store: Entries, agent: str, entry: Entry) -> float:
    """The confidence before it faded; with what is left, it would soon be archived again."""
    history = store.history(agent, entry.id)
    return max(entry.confidence, *(version.entry.confidence for version in history))


def _shown(store: Entries, agent: str, names: Sequence[str]) -> list[Entry]:
    """Those of these memories that are active or in review."""
    entries = (store.entry(agent, entry) for entry in names)
    return [entry for entry in entries if entry is not None and entry.status in SHOWN]


def write_planned(
    store: Entries,
    read: ReadText,
    agent: str,
    plan: Callable[[], Puts],
    work: Sequence[Enqueue] = (),
) -> tuple[Entry, ...]:
    """Write what is planned in one transaction; after a concurrent change, plan again."""
    for _ in range(_TRIES):
        puts = [lifecycle.with_reading(put, read) for put in plan()]
        if not puts:
            return ()
        try:
            store.write(agent, *puts, *memory_jobs(puts[0].entry.changed_at), *work)
        except Stale:
            continue
        return tuple(put.entry for put in puts)
    raise Stale("this memory is being changed concurrently: try again", field="id")


def _put_repeated(known: Entry, new: NewEntry, now: datetime) -> PutEntry:
    """The same statement again; under a key its content may be new."""
    if is_below(new.trust, known.trust) and new.content != known.content:
        message = f"memory {known.id} under this key is a person's own word"
        raise Conflict(message, field="key")
    was_removed = known.status in _REMOVED
    entry = replace(
        lifecycle.reinforce(
            lifecycle.revive(known, now, new.confidence), new, now, content=new.content
        ),
        status=Status.ACTIVE if was_removed else known.status,
        superseded_by=None if was_removed else known.superseded_by,
        rivals=() if was_removed else known.rivals,
    )
    if known.status is Status.SUPERSEDED:
        # It had been superseded; now it holds with the validity stated now.
        metadata = {name: value for name, value in entry.metadata.items() if name != ENDED_AT}
        entry = replace(
            entry, metadata=metadata, valid_from=new.valid_from, valid_until=new.valid_until
        )
    if was_removed:
        change = Change.RESTORED
    else:
        same = (entry.content, entry.subject) == (known.content, known.subject)
        change = Change.REINFORCED if same else Change.EDITED
    return lifecycle.put_next(known, entry, change, now)


def _put_edited(store: Entries, now: datetime, agent: str, name: str, edit: Edit) -> PutEntry:
    old = get_entry(store, agent, name)
    if old.status is Status.DELETED:
        raise Conflict(f"memory {name} is deleted: restore it first", field="id")
    new = edit(old)
    if new.content != old.content:
        new = replace(new, edited=True, metadata={**new.metadata, REWORDED_AT: now.isoformat()})
    # Whoever edits an archived memory wants to use it.
    return lifecycle.put_next(old, lifecycle.revive(new, now), Change.EDITED, now)


def _put_deleted(old: Entry, now: datetime, *, keep_words: bool = False) -> PutEntry:
    metadata = {name: value for name, value in old.metadata.items() if name != WORDS_KEPT}
    metadata |= {WORDS_KEPT: True} if keep_words else {}
    deleted = replace(old, status=Status.DELETED, metadata=metadata)
    return lifecycle.put_next(old, deleted, Change.DELETED, now)
