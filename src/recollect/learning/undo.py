"""Works out what an undo changes: what goes, what loses a source, and which truths come back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from recollect.domain.entry import (
    ENDED_AT,
    MANUAL_CHANGES,
    Change,
    Entry,
    EntryFilter,
    Kind,
    Source,
    Status,
    Version,
)
from recollect.domain.forgetting import profile_without, removed_profile_lines, without_sources
from recollect.domain.ports import Entries
from recollect.domain.turn import Turn
from recollect.domain.undo import History, TurnName, undone_turns
from recollect.learning.lifecycle import remove_rivals

_NOT_DERIVED = frozenset({Kind.OVERRIDE, Kind.PROFILE, Kind.UNDO})


@dataclass(frozen=True, slots=True)
class UndonePart:
    """The turns to undo, and memories that no turn said."""

    turns: Mapping[TurnName, Turn]
    conversations: frozenset[str]
    memories: frozenset[str] = frozenset()

    def covers(self, entry: Entry, source: Source) -> bool:
        """Whether a memory loses this source; a recap is of its whole conversation."""
        if entry.kind is Kind.SUMMARY:
            return source.conversation in self.conversations
        return (source.conversation, source.turn_id) in self.turns


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """Each touched memory as it was and as it will be; empty if it goes."""

    before: Mapping[str, History]
    after: Mapping[str, History]
    # The profile without the lines of what goes; None if it stays as it is.
    profile: tuple[History, History] | None

    def entries(self, *, gone: bool) -> list[Entry]:
        """The memories that go as they were, or those that stay as they will be."""
        if gone:
            return [self.before[name][-1].entry for name, left in self.after.items() if not left]
        return [left[-1].entry for left in self.after.values() if left]


def turns_set_aside(store: Entries, agent: str) -> frozenset[TurnName]:
    """The turns that an undo keeps from being learned from."""
    return frozenset(undone_turns(store.entries(agent, EntryFilter(kinds=(Kind.UNDO,)))))


def plan_undo(
    entries: Sequence[Entry],
    history_of: Callable[[Entry], History],
    part: UndonePart,
    now: datetime,
) -> UndoPlan:
    """What undoing these turns and memories does to all memories of the agent."""
    before: dict[str, History] = {}
    after: dict[str, History] = {}
    for entry in entries:
        if entry.kind in _NOT_DERIVED:
            continue
        if entry.id in part.memories or any(part.covers(entry, each) for each in entry.sources):
            before[entry.id] = history = history_of(entry)
            after[entry.id] = () if entry.id in part.memories else without_sources(history, part)
    # A memory that stays may have ended others by words that are undone now.
    moments = frozenset(turn.recorded_at for turn in part.turns.values())
    ends = _Ends({entry.id: entry for entry in entries}, dict(after), moments)
    for entry in entries:
        if entry.kind not in _NOT_DERIVED and ends.may_concern(entry):
            history = history_of(entry)
            free = ends.without(entry, after.get(entry.id) or history, now)
            if free is not None:
                before[entry.id], after[entry.id] = history, free
    return UndoPlan(before, after, _profile(entries, history_of, before, after))


class _Ends:
    """Finds the memories that undone ones had ended or disputed."""

    def __init__(
        self, known: Mapping[str, Entry], after: Mapping[str, History], moments: frozenset[datetime]
    ) -> None:
        self._known = known
        self._touched = after.keys()
        self._removed = frozenset(name for name, left in after.items() if not left)
        self._moments = moments

    def may_concern(self, entry: Entry) -> bool:
        """Whether a memory that stays was ended or is disputed by a touched one."""
        if entry.id in self._removed:
            return False
        if entry.status is Status.SUPERSEDED:
            return entry.superseded_by in self._touched
        return entry.status is Status.REVIEW and not self._removed.isdisjoint(entry.rivals)

    def without(self, entry: Entry, history: History, now: datetime) -> History | None:
        """The history without the end or dispute; None if it stays as it is."""
        if entry.status is Status.REVIEW:
            return self._without_rivals(history, now)
        by = entry.superseded_by or ""
        place = _ended_in(history, by)
        if by not in self._removed and (place is None or history[place].at not in self._moments):
            return None
        successor = self._successor(by)
        if successor is not None and successor != entry.id:
            # It was ended again by what stays.
            return _with_last(history, replace(history[-1].entry, superseded_by=successor))
        return _revived(history, place or 0)

    def _without_rivals(self, history: History, now: datetime) -> History:
        last = history[-1]
        number = last.number + 1
        free = replace(remove_rivals(last.entry, self._removed), version=number, changed_at=now)
        return (*history, Version(number=number, at=now, change=Change.DISPUTED, entry=free))

    def _successor(self, name: str) -> str | None:
        """The first memory in a chain of removed ones that stays."""
        seen: set[str] = set()
        while name in self._removed and name not in seen:
            seen.add(name)
            name = self._known[name].superseded_by or ""
        return name if seen and name in self._known and name not in self._removed else None


def _ended_in(history: History, by: str) -> int | None:
    """The place of the version in which another memory ended this one."""
    places = (
        place
        for place, version in enumerate(history)
        if version.change is Change.SUPERSEDED and version.entry.superseded_by == by
    )
    return max(places, default=None)


def _revived(history: History, place: int) -> History:
    """The history as if the version at this place, and what followed from it, had not been."""
    last = history[-1]
    by_hand = any(version.change in MANUAL_CHANGES for version in history[place + 1 :])
    if place > 0 and not by_hand:
        used = replace(
            history[place - 1].entry,
            confidence=last.entry.confidence,
            access_count=last.entry.access_count,
            accessed_at=last.entry.accessed_at,
        )
        return _with_last(history[:place], used)
    # It was ended when it was added, or changed by hand since.
    until = history[place - 1].entry.valid_until if place else last.entry.valid_until
    metadata = {name: last.entry.metadata[name] for name in last.entry.metadata if name != ENDED_AT}
    active = replace(
        last.entry, status=Status.ACTIVE, superseded_by=None, valid_until=until, metadata=metadata
    )
    return _with_last(history, active)


def _with_last(history: History, entry: Entry) -> History:
    return (*history[:-1], replace(history[-1], entry=entry))


def _profile(
    entries: Iterable[Entry],
    history_of: Callable[[Entry], History],
    before: Mapping[str, History],
    after: Mapping[str, History],
) -> tuple[History, History] | None:
    """The profile as it is and without the lines of what goes."""
    lines = frozenset(
        line
        for name, history in before.items()
        for line in removed_profile_lines(history, after[name])
    )
    for entry in entries:
        if entry.kind is Kind.PROFILE:
            history = history_of(entry)
            shorter = profile_without(history, lines)
            return (history, shorter) if shorter != history else None
    return None
