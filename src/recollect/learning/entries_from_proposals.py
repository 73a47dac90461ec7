"""From a proposal to a memory, and from what a person wrote to a proposal."""

from datetime import UTC, datetime

from recollect.domain.entry import (
    ATTRIBUTE,
    LEARNED_WITH,
    SAID_AT,
    SPEAKER,
    STANDING,
    VALUE,
    WHEN,
    Entry,
    NewEntry,
    Source,
    default_priority,
)
from recollect.domain.learning import USER, Proposal
from recollect.domain.metadata import Metadata
from recollect.domain.turn import Turn
from recollect.languages.words import is_name
from recollect.learning.graph import is_tie


def entry_from(new: Proposal, turn: Turn) -> NewEntry:
    """What was proposed of a turn, as a memory to be written."""
    return NewEntry(
        kind=new.kind,
        content=new.content,
        subject=new.subject,
        key=new.key,
        confidence=new.confidence,
        priority=default_priority(new.kind),
        tags=new.tags,
        metadata=_kept(new, turn.local),
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
        mentions=tuple(one for one in new.entities if is_name(one.name)),
        links=tuple(one for one in new.links if is_tie(one)),
    )


def _kept(new: Proposal, said: datetime) -> Metadata:
    """What a memory keeps of its proposal in its metadata."""
    told: dict[str, str | bool | None] = {
        SAID_AT: said.isoformat(),
        SPEAKER: new.speaker,
        ATTRIBUTE: new.attribute,
        VALUE: new.value,
        STANDING: new.standing,
        WHEN: new.when,
        LEARNED_WITH: new.learned_with,
    }
    return {name: value for name, value in told.items() if value}


def proposal_from(entry: Entry) -> Proposal:
    """What a person has added, in the form of what somebody has said; whose it is they need not say."""
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


def over_since(statement: NewEntry, old: Entry, now: datetime) -> datetime:
    """Since when the old one is over: since the day the new one names, but not since before the old one was said."""
    said = (statement.said_at or now).astimezone(UTC)
    since = statement.valid_from or said
    too_soon = old.said_at is not None and since < old.said_at <= said
    return said if too_soon else since
