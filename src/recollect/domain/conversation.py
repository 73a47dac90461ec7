"""Conversations and agents as they are listed, and the end of a conversation."""

from dataclasses import dataclass, field
from datetime import datetime

from recollect.domain.metadata import Metadata
from recollect.domain.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A conversation; `started_at` is the time of its earliest turn.

    That and `last_at` are on the clock of whoever spoke last.
    """

    id: str
    title: str | None
    started_at: datetime
    last_at: datetime
    turns: int
    created_at: datetime
    metadata: Metadata = field(default_factory=dict)
    retention: str = "durable"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSummary:
    """One agent in a list, with how much it has stored."""

    id: str
    conversations: int
    turns: int
    entries: int
    created_at: datetime
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationTail:
    """The last turns of a conversation, oldest first, from one consistent snapshot.

    `first` is the latest summary, whose turns are left out, or else the first turn. `count` is the
    number of turns without the limit, and `revision` grows with every change of the conversation.
    """

    revision: int = 0
    count: int = 0
    first: Turn | None = None
    last: tuple[Turn, ...] = ()
