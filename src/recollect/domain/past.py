"""What was known at a moment: by when things were said, not by when they were written down.

A memory counts once it has been said, as it read by then, and until something was said that superseded it. What a person
has corrected or deleted is corrected or deleted in the past as well.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from recollect.domain.entry import Change, Entry, Kind, Status, Version

History = Sequence[Version]
# When each memory was first said, by its id.
_Told = Mapping[str, datetime]

_ALWAYS: Final = datetime.min.replace(tzinfo=UTC)
_BY_A_PERSON: Final = frozenset({Change.DELETED, Change.REVIEWED})
_WRITTEN: Final = frozenset({Change.EDITED, Change.RESTORED, Change.DECAYED})


def known_at(histories: Iterable[History], moment: datetime) -> tuple[Entry, ...]:
    """The memories that had been said by a moment, each as it stood then; in the order of their histories."""
    all_of_them = [*histories]
    told = {history[-1].entry.id: _first_said(history) for history in all_of_them}
    known = (_at(history, moment, told) for history in all_of_them)
    return tuple(entry for entry in known if entry is not None)


def _first_said(history: History) -> datetime:
    # A later version carries on when it was first said.
    return min(_said(history[0].entry), _said(history[-1].entry))


def _said(entry: Entry) -> datetime:
    return entry.first_said_at or entry.recorded_at


def _at(history: History, moment: datetime, told: _Told) -> Entry | None:
    if told[history[-1].entry.id] > moment:
        return None
    # From the last one on, since a store may have to decode each that is looked at.
    for place in reversed(range(len(history))):
        if _since(history, place, told) <= moment:
            return _as_it_stood(history[place].entry, moment, told)
    # It was heard of first from somebody who spoke later.
    heard = next(version.entry for version in history if _said(version.entry) <= moment)
    return _as_it_stood(heard, moment, told)


def _since(history: History, place: int, told: _Told) -> datetime:
    """From when on a version counts: since it was said, or always where a person has put the past right."""
    version, entry = history[place], history[place].entry
    if _corrects(history, place):
        return _ALWAYS
    if version.change is Change.SUPERSEDED:
        return entry.ended_at or told.get(entry.superseded_by or "") or version.at
    if version.change in _WRITTEN and entry.kind is not Kind.SUMMARY:
        return version.at
    return entry.said_at or version.at


def _corrects(history: History, place: int) -> bool:
    """Whether a person has changed what the memory says, put it away, or decided about it."""
    version, entry = history[place], history[place].entry
    if version.change is Change.RESTORED:
        # One that was superseded and is said again holds again from then on.
        return place > 0 and history[place - 1].entry.status is Status.DELETED
    if version.change is not Change.EDITED:
        return version.change in _BY_A_PERSON
    if entry.kind in {Kind.SUMMARY, Kind.PROFILE}:
        return False
    # What is put anew under a key takes the place of the old from then on.
    keyed = entry.key is not None and place > 0
    replaced = keyed and history[place - 1].entry.content != entry.content
    return entry.edited or not replaced


def _as_it_stood(entry: Entry, moment: datetime, told: _Told) -> Entry:
    """A memory without what came of words that were said later."""
    if entry.status is Status.SUPERSEDED:
        over = entry.ended_at or told.get(entry.superseded_by or "")
        later = over is not None and over > moment
        return replace(entry, status=Status.ACTIVE, superseded_by=None) if later else entry
    if entry.status is Status.REVIEW:
        rivals = tuple(name for name in entry.rivals if name in told and told[name] <= moment)
        return replace(entry, rivals=rivals, status=Status.REVIEW if rivals else Status.ACTIVE)
    return entry
