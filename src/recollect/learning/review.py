"""Contradicting memories and requests to forget, and a person's decisions about them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from recollect.domain.entry import Change, Entry, EntryFilter, Kind, Status
from recollect.domain.ports import Clock, Entries, ReadText
from recollect.errors import Conflict, InvalidInput
from recollect.learning.curate import Puts, get_entry, write_planned
from recollect.learning.deletion_requests import OpenDecision, decide_request
from recollect.learning.lifecycle import put_next, remove_rivals


class Keep(StrEnum):
    """The decision: this memory is true, the others are, or both.

    About a request to forget: none of the memories that it names are kept, or all.
    """

    THIS = "this"
    OTHERS = "others"
    BOTH = "both"
    NONE = "none"
    ALL = "all"


_FOR_REQUESTS = frozenset({Keep.NONE, Keep.ALL})


@dataclass(frozen=True, slots=True)
class Dispute(OpenDecision):
    """The later of memories that contradict each other, and the others."""

    rivals: tuple[Entry, ...]


def disputes(store: Entries, agent: str) -> list[Dispute]:
    """The disputes of an agent, newest first; each pair once, under the later memory."""
    waiting = store.entries(agent, EntryFilter(statuses=(Status.REVIEW,)))
    by_name = {entry.id: entry for entry in waiting}
    listed: list[Dispute] = []
    pairs: set[frozenset[str]] = set()
    for entry in sorted(waiting, key=lambda entry: (entry.recorded_at, entry.id), reverse=True):
        rivals = [by_name[name] for name in entry.rivals if name in by_name]
        new = [rival for rival in rivals if frozenset({entry.id, rival.id}) not in pairs]
        pairs |= {frozenset({entry.id, rival.id}) for rival in new}
        if new:
            listed.append(Dispute(entry, tuple(new)))
    return listed


def resolve(
    store: Entries, clock: Clock, read: ReadText, agent: str, name: str, keep: Keep
) -> tuple[Entry, ...]:
    """Decide about one memory and its current rivals, or about a request to forget."""
    is_request = get_entry(store, agent, name).kind is Kind.DELETION_REQUEST
    if is_request is not (keep in _FOR_REQUESTS):
        choices = "none or all" if is_request else "this, others or both"
        raise InvalidInput(f"keep must be {choices} here, not {keep.value!r}", field="keep")
    if is_request:
        return decide_request(store, clock, read, agent, name, delete=keep is Keep.NONE)

    def plan() -> Puts:
        entry, now = get_entry(store, agent, name), clock.now()
        rivals = [rival for rival in _in_review(store, agent, entry.rivals) if name in rival.rivals]
        if entry.status is not Status.REVIEW or not rivals:
            raise Conflict(f"memory {name} is not waiting for a decision", field="id")
        changed = _after_decision(entry, rivals, keep)
        changed += _rivals_of_losers(store, agent, changed)
        return tuple(put_next(old, new, Change.REVIEWED, now) for old, new in changed)

    return write_planned(store, read, agent, plan)


def _in_review(store: Entries, agent: str, names: Sequence[str]) -> list[Entry]:
    entries = (store.entry(agent, entry) for entry in names)
    return [entry for entry in entries if entry is not None and entry.status is Status.REVIEW]


def _after_decision(entry: Entry, rivals: list[Entry], keep: Keep) -> list[tuple[Entry, Entry]]:
    others = tuple(rival.id for rival in rivals)
    decided = replace(remove_rivals(entry, others), status=Status.ACTIVE)
    decided_rivals = [remove_rivals(rival, (entry.id,)) for rival in rivals]
    if keep is Keep.THIS:
        decided_rivals = [
            replace(rival, status=Status.SUPERSEDED, superseded_by=entry.id)
            for rival in decided_rivals
        ]
    elif keep is Keep.OTHERS:
        decided = replace(decided, status=Status.SUPERSEDED, superseded_by=rivals[0].id)
    return [(entry, decided), *zip(rivals, decided_rivals, strict=True)]


def _rivals_of_losers(
    store: Entries, agent: str, changed: list[tuple[Entry, Entry]]
) -> list[tuple[Entry, Entry]]:
    """Third memories that were disputed only by one that lost."""
    losers = {new.id for _, new in changed if new.status is Status.SUPERSEDED}
    decided = {old.id for old, _ in changed}
    names = {entry for old, _ in changed if old.id in losers for entry in old.rivals} - decided
    return [
        (entry, remove_rivals(entry, losers)) for entry in _in_review(store, agent, sorted(names))
    ]
