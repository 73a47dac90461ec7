"""How a memory gains and loses confidence, and which are archived first (M2, M10)."""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any, Final

from recollect.domain.checks import TAGS_MAX, check_metadata
from recollect.domain.entry import (
    ATTRIBUTE,
    ENDED_AT,
    FIRST_SAID_AT,
    KEYED_KINDS,
    SAID_AT,
    SHOWN,
    USER,
    VALUE,
    Change,
    Entry,
    Kind,
    NewEntry,
    Priority,
    Source,
    Status,
)
from recollect.domain.ids import entry_digest, entry_id
from recollect.domain.metadata import Json, Metadata
from recollect.domain.ports import ReadText
from recollect.domain.provenance import Origin, is_below, rank_of
from recollect.domain.writes import PutEntry
from recollect.languages.words import is_high_stakes

REINFORCEMENT: Final = 0.1
USE: Final = 0.05
DECAY: Final = 0.1
ARCHIVED_BELOW: Final = 0.1
UNUSED: Final = timedelta(days=30)
# Memories that state one of these do not fade, nor do other statements about health, or a name, and
# standing instructions: forgetting one may do harm.
LASTING_ATTRIBUTES: Final = frozenset(
    "name pronouns allergy condition medication diet partner child parent sibling".split()
)
# What a tool found out by itself, under a key.
_TOOL_KNOWLEDGE: Final = KEYED_KINDS - {Kind.USER_PREFERENCE}
# The confidence with which an archived memory comes back, at least.
_REVIVED: Final = 0.5
# How many of the latest sources are kept.
_SOURCES_MAX: Final = 20
_RANK: Final = {Priority.LOW: 0, Priority.MEDIUM: 1, Priority.HIGH: 2}
_STATEMENT: Final = tuple(field.name for field in fields(NewEntry))


def statement_fields(statement: NewEntry) -> dict[str, Any]:
    """What a memory states, without its id, version and status."""
    return {name: getattr(statement, name) for name in _STATEMENT}


def first_version(new: NewEntry, name: str, now: datetime) -> Entry:
    """A new statement as version 1 of a memory."""
    return Entry(**statement_fields(new), id=name, version=1, recorded_at=now, changed_at=now)


def unused_id(new: NewEntry, is_used: Callable[[str], bool]) -> str:
    """The id of a new memory, other than those of memories that said the same and were edited."""
    names = (entry_id(new, occurrence) for occurrence in count())
    return next(name for name in names if not is_used(name))


def put_next(old: Entry, new: Entry, change: Change, now: datetime) -> PutEntry:
    """The write of the next version of a memory."""
    entry = replace(new, version=old.version + 1, changed_at=now)
    return PutEntry(entry, entry_digest(entry), change, expected=old.version)


def with_reading(put: PutEntry, read: ReadText) -> PutEntry:
    """A version with what it is searched by."""
    return replace(put, reading=read(put.entry.search_text, put.entry.said_at))


def restated(old: Entry, new: Entry) -> Entry:
    """A changed memory with what it still states, of its new value and subject too."""
    said, value, moved = new.content.casefold(), new.value, new.subject != old.subject

    def name(known: str) -> str:
        return value if value and known == old.value else known

    def whom(known: str) -> str:
        return (new.subject or USER) if moved and known == (old.subject or USER) else name(known)

    links = (replace(one, subject=whom(one.subject), object=whom(one.object)) for one in old.links)
    stated = (x for x in links if x.object.casefold() in said or value in {x.subject, x.object})
    # Whom it was about is only mentioned if its words still name them.
    named = (x for x in old.mentions if not moved or x.name.casefold() in said)
    mentions = tuple(replace(one, name=name(one.name)) for one in named)
    return replace(new, links=tuple(stated), mentions=mentions)


def reinforce(known: Entry, new: NewEntry, now: datetime, *, content: str | None = None) -> Entry:
    """A memory that was stated again: more confident, with the tags and sources of both.

    `content` replaces its words if the repetition says more.
    """
    # Both dates from the same statement: a mix may end before it begins.
    dated = new if new.valid_from or new.valid_until else known
    reworded = content is not None and content != known.content
    # The content keeps its own subject, even if the other statement names it differently.
    subjects = (known.subject, new.subject) if content is None else (new.subject, known.subject)
    source = new.source if reworded and new.source else known.source or new.source
    # Said on better authority, it is believed so, and shown as said there.
    is_raised = is_below(known.trust, new.trust)
    if is_raised:
        source = new.source or source
    return replace(
        known,
        origin=new.origin if is_raised else known.origin,
        content=known.content if content is None else content,
        subject=subjects[0] or subjects[1],
        confidence=_clamped(known.confidence + REINFORCEMENT),
        tags=known.tags if known.edited else tuple(dict.fromkeys(known.tags + new.tags))[:TAGS_MAX],
        metadata=_metadata(known, new, dated),
        pinned=known.pinned or new.pinned,
        valid_from=dated.valid_from,
        valid_until=dated.valid_until,
        source=source,
        also=_other_sources(known, new, source),
        mentions=tuple(dict.fromkeys(known.mentions + new.mentions)),
        links=known.links if known.edited else tuple(dict.fromkeys(known.links + new.links)),
        decayed_at=now,
    )


def is_lasting(entry: Entry) -> bool:
    """Whether it stays however long nobody uses it: pinned, written by hand, or high-stakes."""
    if entry.origin is Origin.MANUAL:
        by_hand = entry.key is None or entry.kind not in _TOOL_KNOWLEDGE
    else:
        by_hand = entry.edited
    return (
        by_hand
        or entry.pinned
        or entry.is_standing
        or entry.kind is Kind.USER_PREFERENCE
        or entry.attribute in LASTING_ATTRIBUTES
        or is_high_stakes(entry.content)
    )


def decays_at(entry: Entry) -> datetime | None:
    """When a memory that nobody uses decays next; None if it never does."""
    if entry.status not in SHOWN or is_lasting(entry):
        return None
    return _last_used(entry) + UNUSED


def decay(entry: Entry, now: datetime) -> Entry:
    """A memory after any number of full 30-day periods without use, however often this runs."""
    if entry.status not in SHOWN or is_lasting(entry):
        return entry
    since = _last_used(entry)
    periods = max(0, (now - since) // UNUSED)
    if not periods:
        return entry
    return replace(
        entry,
        confidence=_clamped(entry.confidence - DECAY * periods),
        decayed_at=since + periods * UNUSED,
    )


def has_faded(entry: Entry) -> bool:
    """Whether its confidence is so low that it is archived."""
    low = entry.status in SHOWN and entry.confidence < ARCHIVED_BELOW
    return low and not is_lasting(entry)


def archive(entry: Entry) -> Entry:
    """A memory that is out of sight, until it is restored or said again."""
    return replace(entry, status=Status.ARCHIVED, rivals=())


def revive(entry: Entry, now: datetime, confidence: float = _REVIVED) -> Entry:
    """An archived memory in use again; any other as it is."""
    if entry.status is not Status.ARCHIVED:
        return entry
    sure = max(entry.confidence, confidence, _REVIVED)
    return replace(entry, status=Status.ACTIVE, confidence=sure, decayed_at=now)


def over_limit(entries: Iterable[Entry], most: int) -> tuple[Entry, ...]:
    """The memories to archive to keep at most `most` (0: any number), least valuable first.

    Pinned memories are never among them, and lasting ones come last.
    """
    shown = [entry for entry in entries if entry.status in SHOWN]
    if not most or len(shown) <= most:
        return ()
    unpinned = least_valuable_first(entry for entry in shown if not entry.pinned)
    return tuple(unpinned[: len(shown) - most])


def least_valuable_first(entries: Iterable[Entry]) -> list[Entry]:
    """Memories in the order in which they are archived."""
    return sorted(entries, key=_rank)


def _rank(entry: Entry) -> tuple[int, bool, float, int, int, datetime, str]:
    used = entry.accessed_at or entry.recorded_at
    worth = entry.confidence, _RANK[entry.priority], entry.access_count
    # What is believed less never takes the place of what is believed more.
    return rank_of(entry.trust), is_lasting(entry), *worth, used, entry.id


def _clamped(confidence: float) -> float:
    """The confidence between 0 and 1, without floating-point residue."""
    return min(1.0, max(0.0, round(confidence, 10)))


def _last_used(entry: Entry) -> datetime:
    moments = (entry.recorded_at, entry.accessed_at, entry.decayed_at)
    return max(moment for moment in moments if moment is not None)


def _metadata(known: Entry, new: NewEntry, dated: NewEntry) -> Metadata:
    # What a person removed from a reading is not read again.
    removed = {ATTRIBUTE, VALUE} - known.metadata.keys() if known.edited else ()
    merged: dict[str, Json] = {**known.metadata, **new.metadata}
    merged = {name: value for name, value in merged.items() if name not in removed}
    moments = [statement.said_at for statement in (known, new) if statement.said_at]
    if moments:
        # Use the clock by which the dates were computed.
        merged[SAID_AT] = dated.local(max(moments)).isoformat()
        first = min(one.first_said_at for one in (known, new) if one.first_said_at)
        if first < max(moments):
            merged[FIRST_SAID_AT] = dated.local(first).isoformat()
    return check_metadata(merged)


def _other_sources(known: Entry, new: NewEntry, source: Source | None) -> tuple[Source, ...]:
    """Every source but the one it is quoted from."""
    sources = (*known.sources, *((new.source,) if new.source else ()))
    return tuple(dict.fromkeys(item for item in sources if item != source))[-_SOURCES_MAX:]


def supersede(entry: Entry, by: str, said_at: datetime) -> Entry:
    """A memory replaced by another, as stated at a moment."""
    return replace(
        entry,
        status=Status.SUPERSEDED,
        superseded_by=by,
        metadata={**entry.metadata, ENDED_AT: said_at.isoformat()},
    )


def add_rivals(entry: Entry, names: Iterable[str]) -> Entry:
    """A memory in review, because it contradicts these."""
    rivals = tuple(dict.fromkeys((*entry.rivals, *names)))
    return replace(entry, rivals=rivals, status=Status.REVIEW)


def remove_rivals(entry: Entry, names: Iterable[str]) -> Entry:
    """A memory without these rivals; active if no other is left."""
    removed = set(names)
    remaining = tuple(rival for rival in entry.rivals if rival not in removed)
    return replace(entry, rivals=remaining, status=Status.REVIEW if remaining else Status.ACTIVE)
