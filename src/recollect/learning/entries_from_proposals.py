"""Conversions between proposals and memories."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from recollect.domain.entry import (
    ATTRIBUTE,
    CORRECTS,
    LEARNED_WITH,
    MEM0,
    SAID_AT,
    SPEAKER,
    STANDING,
    USER,
    VALUE,
    WHEN,
    Entry,
    NewEntry,
    Source,
    default_priority,
)
from recollect.domain.learning import Proposal
from recollect.domain.metadata import Json, Metadata
from recollect.domain.ports import MessageReader
from recollect.domain.turn import Turn
from recollect.extraction.attributes import drop_implausible_attribute
from recollect.extraction.propose import KEEP_ALONE
from recollect.extraction.spans import highlight_at
from recollect.languages.detect import detect
from recollect.languages.words import is_name
from recollect.learning.graph import is_short_relation
from recollect.learning.instructions import contrast, is_lasting


def entry_from(new: Proposal, turn: Turn, inherited: Sequence[str] = ()) -> NewEntry:
    """The memory to write for a proposal from a turn, some of whose metadata it inherits."""
    given = {name: turn.metadata[name] for name in (MEM0, *inherited) if name in turn.metadata}
    return NewEntry(
        kind=new.kind,
        content=new.content,
        subject=new.subject,
        key=new.key,
        confidence=new.confidence,
        priority=default_priority(new.kind),
        tags=new.tags,
        metadata={**given, **_metadata(new, turn.local)},
        valid_from=new.valid_from,
        valid_until=new.valid_until,
        origin=new.origin,
        source=Source(
            conversation=turn.conversation,
            turn_id=turn.id,
            start=new.start,
            end=new.end,
            quote=new.quote,
        ),
        mentions=tuple(item for item in new.entities if is_name(item.name)),
        links=tuple(item for item in new.links if is_short_relation(item)),
    )


def _metadata(new: Proposal, said_at: datetime) -> Metadata:
    """The metadata that a memory keeps from its proposal."""
    values: dict[str, str | bool | None] = {
        SAID_AT: said_at.isoformat(),
        SPEAKER: new.speaker,
        ATTRIBUTE: new.attribute,
        VALUE: new.value,
        STANDING: new.standing,
        WHEN: new.when,
        LEARNED_WITH: new.learned_with,
    }
    return {name: value for name, value in values.items() if value}


def proposal_from(entry: Entry) -> Proposal:
    """A memory that a user added, as a proposal; without a subject it is about the user."""
    return Proposal(
        kind=entry.kind,
        content=entry.content,
        subject=entry.subject or USER,
        turn_id="",
        start=0,
        end=len(entry.content),
        quote=entry.content,
        origin=entry.origin,
        confidence=entry.confidence,
        tags=entry.tags,
        valid_from=entry.valid_from,
        valid_until=entry.valid_until,
        attribute=entry.attribute,
        value=entry.value,
    )


def with_stated_attribute(entry: Entry, reader: MessageReader) -> Entry:
    """A memory that a user added, with the attribute it states and its time; for comparison."""
    # Its time of entry counts as the time it was said, also when everything is learned again.
    added = {SAID_AT: entry.recorded_at.isoformat(), **entry.metadata}
    return replace(entry, metadata={**added, **_attribute(entry, reader)})


def _attribute(entry: Entry, reader: MessageReader) -> dict[str, Json]:
    text = entry.content
    language = detect(text)
    if entry.attribute is not None or language is None:
        return {}
    highlight = highlight_at(text, "", reader.read("", text), 0, len(text))
    if highlight is None or highlight.score < KEEP_ALONE:
        return {}
    plausible = drop_implausible_attribute(highlight, text, language)
    # "Alice lives in Lisbon" states her home, not the user's.
    if plausible.value is None or plausible.about_other != (entry.about is not None):
        return {}
    return {ATTRIBUTE: plausible.attribute, VALUE: plausible.value}


def changing(statement: NewEntry, corrected: Sequence[Entry], ended: Sequence[Entry]) -> NewEntry:
    """A statement that corrects one value of some memories and ends others.

    What takes the place of an instruction in nearly the same words, or from now on, is one too.
    """
    metadata = dict(statement.metadata)
    if corrected:
        metadata[CORRECTS] = [entry.id for entry in corrected]
    words = statement.content
    rules = [old.content for old in (*ended, *corrected) if old.is_standing]
    if any(is_lasting(words) or contrast(words, rule) for rule in rules):
        metadata[STANDING] = True
    return replace(statement, metadata=metadata)


def superseded_since(statement: NewEntry, old: Entry, now: datetime) -> datetime:
    """When the old memory ended: on the new one's date, but never before the old one was said."""
    said_at = (statement.said_at or now).astimezone(UTC)
    since = statement.valid_from or said_at
    too_soon = old.said_at is not None and since < old.said_at <= said_at
    return said_at if too_soon else since
