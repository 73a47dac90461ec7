"""Conversations and agents as they are listed."""

from dataclasses import dataclass, field
from datetime import datetime

from recollect.domain.metadata import Metadata


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A conversation; `started_at` is the time of its earliest turn."""

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
