"""Response models for memories, conversations and messages, used by several routes."""

from typing import Any

from pydantic import BaseModel, Field

from recollect.domain.access import Reach, Right
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Entry, Kind, Origin, Priority, Status
from recollect.domain.turn import Role, View
from recollect.memory.all_agents import AgentMemory
from recollect.memory.conversation import Retention
from recollect.server.access import Caller
from recollect.server.schemas import Moment, ResponseModel


class MemoryOut(BaseModel):
    """One memory with its source, validity and status.

    `content` is what was said, word for word, or one plain sentence; a model reads `line`.
    """

    id: str
    agent_id: str
    kind: Kind
    content: str
    line: str = Field(description="Speaker, date and content, as a model reads it.")
    speaker: str | None = Field(description="Who said it; null for a user without a name.")
    about: str | None = Field(
        description="Whom or what it is about, if neither the user nor the speaker."
    )
    said_at: Moment | None = Field(description="When it was last said, not when it was recorded.")
    attribute: str | None = Field(description="The attribute it states, from a closed list.")
    value: str | None = Field(description="The value of that attribute, in the speaker's words.")
    standing: bool = Field(description="Whether it is a standing instruction to the assistant.")
    when: str | None = Field(description="The calendar date that a relative date in it refers to.")
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
        """Build it from an entry of this agent."""
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


class ListedMemoryOut(MemoryOut):
    """A memory in a list; `score` is its relevance to `q`, null for a plain substring match."""

    score: float | None = None

    @classmethod
    def from_owned(cls, owned: AgentMemory) -> "ListedMemoryOut":
        """Build it from a search result."""
        memory = MemoryOut.of(owned.agent, owned.entry)
        return cls(**dict(memory), score=owned.score)


class ConversationOut(BaseModel):
    """One conversation; an `ephemeral` one exists in RAM only."""

    id: str
    agent_id: str
    title: str | None
    retention: Retention
    turns: int
    started_at: Moment
    last_at: Moment
    created_at: Moment

    @classmethod
    def of(cls, agent: str, conversation: Conversation) -> "ConversationOut":
        """Build it from a conversation of this agent."""
        return cls(
            id=conversation.id,
            agent_id=agent,
            title=conversation.title,
            retention=Retention(conversation.retention),
            turns=conversation.turns,
            started_at=conversation.started_at,
            last_at=conversation.last_at,
            created_at=conversation.created_at,
        )


class MessageOut(ResponseModel):
    """One message; `is_compressed` means that context windows show it shortened."""

    id: str
    role: Role
    content: str
    speaker: str | None
    timestamp: Moment
    token_count: int | None
    is_compressed: bool
    view: View


def reach(caller: Caller, right: Right, agent_id: str | None = None) -> Reach:
    """Return the named agent, or all agents for which the caller has the right."""
    agents = caller.access.reach(right, agent_id)
    if agent_id is not None or not agents.patterns:
        caller.check(right, agent_id)
    return agents
