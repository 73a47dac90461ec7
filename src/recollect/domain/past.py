"""What was known at a moment, judged by when things were said and not by when they were stored.

A memory counts from when it was said, as it was worded then, until something said later superseded
it. What a person has corrected or deleted counts as corrected or deleted in the past as well.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from recollect.domain.entry import Change, Entry, Kind, Status, Version

History = Sequence[Version]
# When each memory was first said, by its id.
_FirstSaid = Mapping[str, datetime]

_ALWAYS: Final = datetime.min.replace(tzinfo=UTC)
_MANUAL: Final = frozenset({Change.DELETED, Change.REVIEWED})
_COUNT_FROM_CHANGE: Final = frozenset({Change.EDITED, Change.RESTORED, Change.DECAYED})


def known_at(histories: Iterable[History], moment: datetime) -> tuple[Entry, ...]:
    """The memories that had been said by a moment, each as it was then, in the given order."""
    every = [*histories]
    first_said = {history[-1].entry.id: _first_said(history) for history in every}
    known = (_at(history, moment, first_said) for history in every)
    return tuple(entry for entry in known if entry is not None)


def _first_said(history: History) -> datetime:
    # A later version may record an earlier time.
    return min(_said_at(history[0].entry), _said_at(history[-1].entry))


def _said_at(entry: Entry) -> datetime:
    return entry.first_said_at or entry.recorded_at


def _at(history: History, moment: datetime, first_said: _FirstSaid) -> Entry | None:
    if first_said[history[-1].entry.id] > moment:
        return None
    # Latest first, because a store may decode each version when it is accessed.
    for place in reversed(range(len(history))):
        if _counts_from(history, place, first_said) <= moment:
            return _as_of(history[place].entry, moment, first_said)
    # The first stored source is not the first one said.
    earliest = next(version.entry for version in history if _said_at(version.entry) <= moment)
    return _as_of(earliest, moment, first_said)


def _counts_from(history: History, place: int, first_said: _FirstSaid) -> datetime:
    """When a version begins to count: when it was said, or always for a manual correction."""
    version, entry = history[place], history[place].entry
    if _corrects(history, place):
        return _ALWAYS
    if version.change is Change.SUPERSEDED:
        return entry.ended_at or first_said.get(entry.superseded_by or "") or version.at
    if version.change is Change.ARCHIVED:
        return version.at
    if version.change in _COUNT_FROM_CHANGE and entry.kind is not Kind.SUMMARY:
        return version.at
    return entry.said_at or version.at


def _corrects(history: History, place: int) -> bool:
    """Whether a person has edited, deleted, restored or reviewed the memory."""
    version, entry = history[place], history[place].entry
    if version.change is Change.RESTORED:
        # A superseded memory that is said again counts again only from then on.
        return place > 0 and history[place - 1].entry.status is Status.DELETED
    if version.change is not Change.EDITED:
        return version.change in _MANUAL
    if entry.kind in {Kind.SUMMARY, Kind.PROFILE}:
        return False
    # A new value for a key replaces the old one only from then on.
    keyed = entry.key is not None and place > 0
    replaced = keyed and history[place - 1].entry.content != entry.content
    return entry.edited or not replaced


def _as_of(entry: Entry, moment: datetime, first_said: _FirstSaid) -> Entry:
    """A memory without the effects of what was said later."""
    if entry.status is Status.SUPERSEDED:
        over = entry.ended_at or first_said.get(entry.superseded_by or "")
        later = over is not None and over > moment
        return replace(entry, status=Status.ACTIVE, superseded_by=None) if later else entry
    if entry.status is Status.REVIEW:
        rivals = tuple(
            name for name in entry.rivals if name in first_said and first_said[name] <= moment
        )
        return replace(entry, rivals=rivals, status=Status.REVIEW if rivals else Status.ACTIVE)
    return entry
