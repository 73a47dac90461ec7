"""From what is said to what is written down, and back: proposals, memories, and since when something is over."""

import re
from datetime import UTC, datetime
from typing import Final

from recollect.learn.traits import traits
from recollect.model.entry import Entry, NewEntry, Source, default_priority
from recollect.model.learning import USER, Proposal
from recollect.model.turn import Turn

# The first day of a month, as it is written out.
_FIRST: Final = re.compile(r"\b1(?:st|er)?\b")


def statement_of(new: Proposal, turn: Turn) -> NewEntry:
    """What was proposed of a turn, as a memory to be written."""
    return NewEntry(
        kind=new.kind,
        content=new.content,
        subject=new.subject,
        key=new.key,
        confidence=new.confidence,
        priority=default_priority(new.kind),
        tags=new.tags,
        metadata=traits(new, turn.local),
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
        mentions=new.entities,
        links=new.links,
    )


def proposal_of(entry: Entry) -> Proposal:
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
    )


def over_since(statement: NewEntry, old: Entry, now: datetime) -> datetime:
    """Since when the old one is over: never since before it was told, where the new one names no day."""
    told, was_told = (statement.said_at or now).astimezone(UTC), old.said_at
    since = statement.valid_from or told
    too_soon = was_told is not None and since < was_told <= told
    return told if too_soon and _vague(statement) else since


def _vague(statement: NewEntry) -> bool:
    """Whether it begins with a month, a season or a year, and so somewhere within it: I stopped in January."""
    begins = statement.valid_from
    first = begins is not None and statement.local(begins).day == 1
    return first and not _FIRST.search(statement.content)
