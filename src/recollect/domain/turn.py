"""One message of a conversation."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from enum import StrEnum

from recollect.domain.metadata import Metadata


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Tier(StrEnum):
    """How long a turn is meant to matter."""

    SHORT_TERM = "short_term"
    LONG_TERM = "long_term"


class View(StrEnum):
    """How a context window shows a turn; the stored text never changes."""

    FULL = "full"
    COMPRESSED = "compressed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as a reader has read it: hashed terms, in bytes that only this reader can make sense of."""

    reader: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTurn:
    """A checked and redacted message on its way into the store, which gives it its index."""

    role: Role
    content: str
    at: datetime
    tokens: int
    recorded_at: datetime
    at_given: bool = False
    utc_offset: int = 0
    id: str | None = None
    # Without an id: True makes a repetition a turn of its own, False finds the turn already there.
    repeatable: bool = False
    occurrence: int = 0
    speaker: str | None = None
    metadata: Metadata = field(default_factory=dict)
    reading: Reading | None = None
    # Of a summary: the index below which it stands for what was said.
    covers: int | None = None

    def settled(self, turn_id: str, conversation: str, index: int) -> "Turn":
        """The stored turn that this one becomes."""
        return Turn(
            id=turn_id,
            conversation=conversation,
            index=index,
            role=self.role,
            content=self.content,
            at=self.at,
            recorded_at=self.recorded_at,
            tokens=self.tokens,
            speaker=self.speaker,
            metadata=self.metadata,
            covers=self.covers,
            utc_offset=self.utc_offset,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A stored message; `index` is its place in its conversation, `at` is in UTC."""

    id: str
    conversation: str
    index: int
    role: Role
    content: str
    at: datetime
    recorded_at: datetime
    tokens: int
    speaker: str | None = None
    metadata: Metadata = field(default_factory=dict)
    tier: Tier = Tier.SHORT_TERM
    relevance: float = 0.5
    view: View = View.FULL
    covers: int | None = None
    # In seconds, how far the speaker's clock was ahead of UTC: "tomorrow" is of the day that it showed.
    utc_offset: int = 0

    @property
    def local(self) -> datetime:
        """When it was said, by the speaker's own clock."""
        return self.at.astimezone(timezone(timedelta(seconds=self.utc_offset)))


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of an ingest: how many turns are new, how many were there, and all their ids in order."""

    conversation: str
    added: int
    duplicates: int
    ids: tuple[str, ...]
