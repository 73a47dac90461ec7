"""Memories, conversations and messages as every route shows them, and which agents a caller means."""

from typing import Any

from pydantic import BaseModel, Field

from recollect.domain.access import Reach, Right
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Entry, Kind, Origin, Priority, Status
from recollect.domain.turn import Role, View
from recollect.memory.all_agents import Owned
from recollect.memory.conversation import Retention
from recollect.server.access import Visitor
from recollect.server.shapes import Moment, Shown


class MemoryOut(BaseModel):
    """One memory: what it says, since when, on whose word, and where it stands.

    `content` is what was said, word for word, or one plain sentence; a model reads `line`.
    """

    id: str
    agent_id: str
    kind: Kind
    content: str
    line: str = Field(description="Who said it, on which day, and the words, as a model reads it.")
    speaker: str | None = Field(description="Who said it; null for a user without a name.")
    about: str | None = Field(
        description="Whom or what it is about, where that is neither the user nor the speaker."
    )
    said_at: Moment | None = Field(description="When it was said last, by the speaker's clock.")
    attribute: str | None = Field(description="What it states, where that is one of a closed list.")
    value: str | None = Field(description="The value of that attribute, in the speaker's words.")
    standing: bool = Field(description="Whether it is a standing instruction to the assistant.")
    when: str | None = Field(description="The calendar date that a relative date in it comes to.")
    subject: str | None
    key: str | None
    confidence: float
    priority: Priority
    tags: list[str]
    metadata: dict[str, Any]
    pinned: bool
    status: Status
    valid_from: Moment | None
    valid_until: Moment | None
    quote: str | None
    turn_id: str | None
    conversation_id: str | None
    origin: Origin
    superseded_by: str | None
    rivals: list[str]
    edited: bool
    version: int
    recorded_at: Moment
    changed_at: Moment
    access_count: int
    accessed_at: Moment | None

    @classmethod
    def of(cls, agent: str, entry: Entry) -> "MemoryOut":
        """A memory of this agent."""
        return cls(
            agent_id=agent,
            conversation_id=entry.source.conversation if entry.source else None,
            standing=entry.is_standing,
            **{name: getattr(entry, name) for name in _ENTRY_FIELDS},
        )


_ENTRY_FIELDS = tuple(
    name
    for name in MemoryOut.model_fields
    if name not in {"agent_id", "conversation_id", "standing"}
)


class FoundOut(MemoryOut):
    """A memory in a list; `score` says how well it fits `q`, where it does by more than its letters."""

    score: float | None = None

    @classmethod
    def found(cls, owned: Owned) -> "FoundOut":
        """A memory that a list holds."""
        shown = MemoryOut.of(owned.agent, owned.entry)
        return cls(**dict(shown), score=owned.score)


class ConversationOut(BaseModel):
    """One conversation; an `ephemeral` one lives in RAM alone."""

    id: str
    agent_id: str
    title: str | None
    retention: Retention
    turns: int
    started_at: Moment
    last_at: Moment
    created_at: Moment

    @classmethod
    def of(cls, agent: str, talk: Conversation) -> "ConversationOut":
        """A conversation of this agent."""
        return cls(
            id=talk.id,
            agent_id=agent,
            title=talk.title,
            retention=Retention(talk.retention),
            turns=talk.turns,
            started_at=talk.started_at,
            last_at=talk.last_at,
            created_at=talk.created_at,
        )


class MessageOut(Shown):
    """One message; `is_compressed` says that windows show less than the whole of it."""

    id: str
    role: Role
    content: str
    speaker: str | None
    timestamp: Moment
    token_count: int | None
    is_compressed: bool
    view: View


def reach(visitor: Visitor, right: Right, agent_id: str | None = None) -> Reach:
    """The agents that a caller means: the named one, or all for which the right is given."""
    meant = visitor.access.reach(right, agent_id)
    if agent_id is not None or not meant.patterns:
        visitor.check(right, agent_id)
    return meant
