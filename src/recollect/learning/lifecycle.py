"""How a memory gains and loses confidence in its life, and which go first (M2, M10)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from recollect.domain.checks import TAGS_MAX, check_metadata
from recollect.domain.entry import (
    ENDED_AT,
    FIRST_SAID_AT,
    SAID_AT,
    SHOWN,
    Entry,
    NewEntry,
    Priority,
    Source,
    Status,
)
from recollect.domain.metadata import Json, Metadata

REINFORCEMENT: Final = 0.1
USE: Final = 0.05
DECAY: Final = 0.1
PRUNED_BELOW: Final = 0.1
UNUSED: Final = timedelta(days=30)
# Of the places where it was said, the last ones are kept.
_SOURCES_MAX: Final = 20
_RANK: Final = {Priority.LOW: 0, Priority.MEDIUM: 1, Priority.HIGH: 2}


def reinforce(known: Entry, new: NewEntry, now: datetime, *, content: str | None = None) -> Entry:
    """A memory that was stated again: surer, with the tags and sources of both; `content` where it now says more."""
    # Taken as a pair: a beginning from one and an end from the other may be the wrong way round.
    dated = new if new.valid_from or new.valid_until else known
    retold = content is not None and content != known.content
    # Its own words are about its own subject, whatever other words call it.
    subjects = (known.subject, new.subject) if content is None else (new.subject, known.subject)
    source = new.source if retold and new.source else known.source or new.source
    return replace(
        known,
        content=known.content if content is None else content,
        subject=subjects[0] or subjects[1],
        confidence=_within(known.confidence + REINFORCEMENT),
        tags=tuple(dict.fromkeys(known.tags + new.tags))[:TAGS_MAX],
        metadata=_metadata(known, new, dated),
        pinned=known.pinned or new.pinned,
        valid_from=dated.valid_from,
        valid_until=dated.valid_until,
        source=source,
        also=_others(known, new, source),
        mentions=tuple(dict.fromkeys(known.mentions + new.mentions)),
        links=tuple(dict.fromkeys(known.links + new.links)),
        decayed_at=now,
    )


def use(entry: Entry, now: datetime) -> Entry:
    """A memory that was of use to a question: counted every time, surer once a day."""
    before = entry.accessed_at
    counts = before is None or now.date() > before.date()
    return replace(
        entry,
        confidence=_within(entry.confidence + USE) if counts else entry.confidence,
        access_count=entry.access_count + 1,
        accessed_at=now if before is None else max(before, now),
    )


def decay(entry: Entry, now: datetime) -> Entry:
    """A memory as it is after so many spells of thirty full days unused, however often somebody looked."""
    if entry.pinned or entry.status not in SHOWN:
        return entry
    since = _last_used(entry)
    spells = max(0, (now - since) // UNUSED)
    if not spells:
        return entry
    return replace(
        entry,
        confidence=_within(entry.confidence - DECAY * spells),
        decayed_at=since + spells * UNUSED,
    )


def decays_at(entry: Entry) -> datetime | None:
    """When it next loses confidence if nobody uses it; None where it never does."""
    return None if entry.pinned or entry.status not in SHOWN else _last_used(entry) + UNUSED


def is_spent(entry: Entry) -> bool:
    """Whether it is held for so unsure that it goes."""
    return not entry.pinned and entry.status in SHOWN and entry.confidence < PRUNED_BELOW


def excess(entries: Iterable[Entry], most: int) -> tuple[Entry, ...]:
    """Those that go when no more than `most` are kept (0: all), the least valuable first; never a pinned one."""
    shown = [entry for entry in entries if entry.status in SHOWN]
    if not most or len(shown) <= most:
        return ()
    loose = sorted((entry for entry in shown if not entry.pinned), key=_value)
    return tuple(loose[: len(shown) - most])


def _value(entry: Entry) -> tuple[float, int, int, datetime, str]:
    used = entry.accessed_at or entry.recorded_at
    return entry.confidence, _RANK[entry.priority], entry.access_count, used, entry.id


def _within(confidence: float) -> float:
    """Between 0 and 1, and without the crumbs of adding tenths."""
    return min(1.0, max(0.0, round(confidence, 10)))


def _last_used(entry: Entry) -> datetime:
    moments = (entry.recorded_at, entry.accessed_at, entry.decayed_at)
    return max(moment for moment in moments if moment is not None)


def _metadata(known: Entry, new: NewEntry, dated: NewEntry) -> Metadata:
    merged: dict[str, Json] = {**known.metadata, **new.metadata}
    moments = [one.said_at for one in (known, new) if one.said_at]
    if moments:
        # Said last by whomever, and still by the clock by which its days were reckoned.
        merged[SAID_AT] = dated.local(max(moments)).isoformat()
        first = min(one.first_said_at for one in (known, new) if one.first_said_at)
        if first < max(moments):
            merged[FIRST_SAID_AT] = dated.local(first).isoformat()
    return check_metadata(merged)


def _others(known: Entry, new: NewEntry, source: Source | None) -> tuple[Source, ...]:
    """Every place where it was said but the one it is quoted from."""
    said = (*known.sources, *((new.source,) if new.source else ()))
    return tuple(dict.fromkeys(one for one in said if one != source))[-_SOURCES_MAX:]


def end(entry: Entry, by: str, said: datetime) -> Entry:
    """A memory in whose place another stands, since somebody said so at a moment."""
    return replace(
        entry,
        status=Status.SUPERSEDED,
        superseded_by=by,
        metadata={**entry.metadata, ENDED_AT: said.isoformat()},
    )


def doubt(entry: Entry, names: Iterable[str]) -> Entry:
    """A memory that cannot be true beside these."""
    rivals = tuple(dict.fromkeys((*entry.rivals, *names)))
    return replace(entry, rivals=rivals, status=Status.REVIEW)


def free(entry: Entry, names: Iterable[str]) -> Entry:
    """A doubted memory without these rivals; active where no other is left."""
    gone = set(names)
    left = tuple(each for each in entry.rivals if each not in gone)
    return replace(entry, rivals=left, status=Status.REVIEW if left else Status.ACTIVE)
