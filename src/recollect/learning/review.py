"""Pairs of memories of which not both can be true, and what a person decides about them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from recollect.domain.entry import Change, Entry, EntryFilter, Status
from recollect.domain.ids import entry_digest
from recollect.domain.ports import Clock, Store
from recollect.domain.writes import PutEntry, memory_work
from recollect.errors import Conflict, Stale
from recollect.learning.curate import found
from recollect.learning.lifecycle import free

_TRIES = 20


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
    for _ in range(_TRIES):
        puts = _plan(store, clock.now(), agent, name, keep)
        # Where somebody was faster, those who stand there now are decided about.
        with suppress(Stale):
            store.write(agent, *puts, *memory_work(clock.now()))
            return tuple(put.entry for put in puts)
    raise Stale("this memory is being changed by many at once: try again", field="id")


def _plan(store: Store, now: datetime, agent: str, name: str, keep: Keep) -> list[PutEntry]:
    entry = found(store, agent, name)
    rivals = [each for each in _present(store, agent, entry.rivals) if name in each.rivals]
    if entry.status is not Status.REVIEW or not rivals:
        raise Conflict(f"memory {name} is not waiting for a decision", field="id")
    changed = _decided(entry, rivals, keep)
    changed += _others(store, agent, changed)
    return [_put(old, new, now) for old, new in changed]


def _present(store: Store, agent: str, names: Sequence[str]) -> list[Entry]:
    entries = (store.entry(agent, each) for each in names)
    return [each for each in entries if each is not None and each.status is Status.REVIEW]


def _decided(entry: Entry, rivals: list[Entry], keep: Keep) -> list[tuple[Entry, Entry]]:
    others = tuple(each.id for each in rivals)
    mine = replace(free(entry, others), status=Status.ACTIVE)
    theirs = [free(each, (entry.id,)) for each in rivals]
    if keep is Keep.THIS:
        theirs = [
            replace(each, status=Status.SUPERSEDED, superseded_by=entry.id) for each in theirs
        ]
    elif keep is Keep.OTHERS:
        mine = replace(mine, status=Status.SUPERSEDED, superseded_by=rivals[0].id)
    return [(entry, mine), *zip(rivals, theirs, strict=True)]


def _others(
    store: Store, agent: str, changed: list[tuple[Entry, Entry]]
) -> list[tuple[Entry, Entry]]:
    """Those that were doubted beside one that has lost: nobody could decide about them any more."""
    over = {new.id for _, new in changed if new.status is Status.SUPERSEDED}
    decided = {old.id for old, _ in changed}
    names = {each for old, _ in changed if old.id in over for each in old.rivals} - decided
    return [(each, free(each, over)) for each in _present(store, agent, sorted(names))]


def _put(old: Entry, new: Entry, now: datetime) -> PutEntry:
    entry = replace(new, version=old.version + 1, changed_at=now)
    return PutEntry(entry, entry_digest(entry), Change.REVIEWED, expected=old.version)
