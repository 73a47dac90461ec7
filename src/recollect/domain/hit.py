"""What a search gives back, and what was asked of it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from recollect.domain.entry import Entry, Kind
from recollect.domain.metadata import Metadata
from recollect.domain.turn import Turn


class Scope(StrEnum):
    """Where to look."""

    TURNS = "turns"
    MEMORIES = "memories"
    SUMMARIES = "summaries"
    GRAPH = "graph"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Why a hit stands where it stands: each part of its score, comparable within one search."""

    lexical: float = 0.0
    dense: float = 0.0
    reply: float = 0.0
    speaker: float = 0.0
    time: float = 0.0
    session: float = 0.0
    role: float = 0.0
    asking: float = 0.0
    phrase: float = 0.0
    recency: float = 0.0
    learned: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing found: its text, how well it fits, and why."""

    id: str
    scope: Scope
    text: str
    score: float
    at: datetime
    scores: Scores = field(default_factory=Scores)
    turn: Turn | None = None
    entry: Entry | None = None
    # Of a long turn the passage that was found, from character to character; None means the whole of it.
    span: tuple[int, int] | None = None

    @property
    def local(self) -> datetime:
        """When it was said or began to hold, by the speaker's clock."""
        if self.turn is not None:
            return self.turn.local
        return self.entry.local(self.at) if self.entry is not None else self.at

    @property
    def line(self) -> str | None:
        """A memory as a person or a model reads it; None for what is not one."""
        return self.entry.line if self.scope is Scope.MEMORIES and self.entry is not None else None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one thing stands among all that a question could find, before they are varied and cut off."""

    rank: int
    candidates: int
    score: float
    scores: Scores


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFilter:
    """What a hit must be; None means no limit on that side."""

    kind: Kind | None = None
    after: datetime | None = None
    before: datetime | None = None
    conversation: str | None = None
    role: str | None = None
    speaker: str | None = None
    metadata: Metadata = field(default_factory=dict)
