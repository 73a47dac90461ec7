"""Response models for memories, conversations and messages, used by several routes."""

from collections.abc import Mapping
from typing import Any, Final, Self

from pydantic import Field

from recollect.domain.conversation import Conversation
from recollect.domain.entry import SHOWN, Entry, Kind, Priority, Status
from recollect.domain.provenance import Origin, TrustLevel
from recollect.domain.turn import Role, Tier, View
from recollect.memory.all_agents import AgentMemory
from recollect.memory.conversation import Retention
from recollect.server.field_types import Moment
from recollect.server.schemas import ResponseModel

Corrections = Mapping[tuple[str, str], Entry]
_NOTHING: Final[Corrections] = {}


class MemoryOut(ResponseModel):
    """One memory with its source, validity and status.

    `content` is what was said, word for word, or one plain sentence; a model reads `line`.
    """

    id: str
    agent_id: str
    kind: Kind
    content: str = Field(description="The statement itself, without speaker and date.")
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
    subject: str | None = Field(description="What a memory that was added by hand is about.")
    key: str | None = Field(description="A newer memory with the same key replaces this one.")
    confidence: float
    priority: Priority
    tags: list[str]
    metadata: dict[str, Any]
    pinned: bool
    status: Status
    valid_from: Moment | None
    valid_until: Moment | None
    quote: str | None = Field(description="The words of the turn that it was learned from.")
    turn_id: str | None
    conversation_id: str | None
    origin: Origin = Field(
        description="Where its words come from: typed by the `user`, `manual` (by hand), …"
    )
    trust: TrustLevel = Field(
        description="How far it is believed; only `high` is the user's own word."
    )
    superseded_by: str | None
    corrected_by: str | None = Field(
        description="The memory that corrects a part of this one; the rest of it is true."
    )
    rivals: list[str] = Field(
        description="Ids of memories that contradict it, while it waits for a decision."
    )
    edited: bool = Field(description="Whether a person has changed it.")
    version: int
    recorded_at: Moment
    changed_at: Moment
    access_count: int
    accessed_at: Moment | None

    @classmethod
    def of(
        cls, agent: str, entry: Entry, corrections: Corrections = _NOTHING, **more: object
    ) -> Self:
        """Build it from an entry of this agent; `corrections` are those of its memories."""
        correction = corrections.get((agent, entry.id)) if entry.status in SHOWN else None
        return cls.from_value(
            entry,
            corrected_by=correction.id if correction else None,
            agent_id=agent,
            conversation_id=entry.source.conversation if entry.source else None,
            standing=entry.is_standing,
            **more,
        )


class ListedMemoryOut(MemoryOut):
    """A memory in a list; `score` is its relevance to `q`, null for a plain substring match."""

    score: float | None = None

    @classmethod
    def from_owned(cls, owned: AgentMemory, corrections: Corrections) -> Self:
        """Build it from a search result."""
        return cls.of(owned.agent, owned.entry, corrections, score=owned.score)


class ConversationOut(ResponseModel):
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
    def of(cls, agent: str, conversation: Conversation) -> Self:
        """Build it from a conversation of this agent."""
        return cls.from_value(conversation, agent_id=agent)


class MessageOut(ResponseModel):
    """One message; `is_compressed` means that context windows show it shortened."""

    id: str
    role: Role
    content: str
    speaker: str | None
    timestamp: Moment
    token_count: int | None
    is_compressed: bool
    view: View = Field(
        description="How the conversation's own context shows it once the token budget is tight."
    )
    tier: Tier = Field(
        description="`long_term` once the optimizer has found it worth keeping in that context."
    )
    relevance: float = Field(
        description="From 0 to 1, by age, role and content, as of now; 1 if it was promoted."
    )
    metadata: dict[str, Any] = Field(
        description="What was stored with it; the proxy marks a reply that broke off `unfinished`."
    )
