"""Pairs of memories of which not both can be true, and what a person decides about them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from recollect.errors import Conflict
from recollect.learn.curate import found
from recollect.model.entry import Change, Entry, EntryFilter, Status
from recollect.model.ids import entry_digest
from recollect.model.ports import Clock, Store
from recollect.model.writes import PutEntry, memory_work


class Keep(StrEnum):
    """What a person decides: this memory is true, the others are, or all of them."""

    THIS = "this"
    OTHERS = "others"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Dispute:
    """A memory and those beside which it cannot be true."""

    entry: Entry
    rivals: tuple[Entry, ...]

    @property
    def id(self) -> str:
        """The id of the memory that came last: the one to decide about."""
        return self.entry.id


def disputes(store: Store, agent: str) -> list[Dispute]:
    """What waits for a person, newest first; each pair is listed once, under the memory that came later."""
    waiting = store.entries(agent, EntryFilter(statuses=(Status.REVIEW,)))
    by_name = {entry.id: entry for entry in waiting}
    listed, told = [], set[frozenset[str]]()
    for entry in sorted(waiting, key=lambda each: (each.recorded_at, each.id), reverse=True):
        rivals = [by_name[name] for name in entry.rivals if name in by_name]
        new = [one for one in rivals if frozenset({entry.id, one.id}) not in told]
        told |= {frozenset({entry.id, one.id}) for one in new}
        if new:
            listed.append(Dispute(entry, tuple(new)))
    return listed


def resolve(store: Store, clock: Clock, agent: str, name: str, keep: Keep) -> tuple[Entry, ...]:
    """Decide about one memory and its rivals; all of them as they stand then."""
    entry = found(store, agent, name)
    rivals = [each for each in _present(store, agent, entry.rivals) if name in each.rivals]
    if entry.status is not Status.REVIEW or not rivals:
        raise Conflict(f"memory {name} is not waiting for a decision", field="id")
    now = clock.now()
    changed = [*_decided(entry, rivals, keep)]
    puts = [_put(old, new, now) for old, new in changed]
    store.write(agent, *puts, *memory_work(now))
    return tuple(put.entry for put in puts)


def _present(store: Store, agent: str, names: Sequence[str]) -> list[Entry]:
    entries = (store.entry(agent, each) for each in names)
    return [each for each in entries if each is not None and each.status is Status.REVIEW]


def _decided(entry: Entry, rivals: list[Entry], keep: Keep) -> list[tuple[Entry, Entry]]:
    others = tuple(each.id for each in rivals)
    mine = replace(_freed(entry, others), status=Status.ACTIVE)
    theirs = [_freed(each, (entry.id,)) for each in rivals]
    if keep is Keep.THIS:
        theirs = [
            replace(each, status=Status.SUPERSEDED, superseded_by=entry.id) for each in theirs
        ]
    elif keep is Keep.OTHERS:
        mine = replace(mine, status=Status.SUPERSEDED, superseded_by=rivals[0].id)
    return [(entry, mine), *zip(rivals, theirs, strict=True)]


def _freed(entry: Entry, names: tuple[str, ...]) -> Entry:
    """Without these rivals; active where no other is left."""
    left = tuple(each for each in entry.rivals if each not in names)
    return replace(entry, rivals=left, status=Status.REVIEW if left else Status.ACTIVE)


def _put(old: Entry, new: Entry, now: datetime) -> PutEntry:
    entry = replace(new, version=old.version + 1, changed_at=now)
    return PutEntry(entry, entry_digest(entry), Change.REVIEWED, expected=old.version)
