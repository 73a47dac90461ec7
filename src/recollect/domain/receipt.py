"""The text a model gets to read, and the receipt that says why each line of it is there."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from recollect.domain.hit import Scope, Scores
from recollect.domain.relevance import Relevance


class Section(StrEnum):
    """The parts of a context."""

    DATE = "date"
    OVERRIDES = "overrides"
    RELEVANT_MEMORIES = "relevant_memories"
    RELEVANT_SUMMARIES = "relevant_summaries"
    EXCERPTS = "excerpts"
    PROFILE = "profile"
    MEMORIES = "memories"
    SUMMARIES = "summaries"
    RELATIONSHIPS = "relationships"


class Reason(StrEnum):
    """Why something was left out."""

    NO_ROOM = "no_room"
    SECTION_FULL = "section_full"
    REPEATED = "repeated"
    ASKED = "asked"
    EXPIRED = "expired"
    NOT_RELEVANT = "not_relevant"
    SUPERSEDED = "superseded"
    DELETED = "deleted"
    NOT_ASKED = "not_asked"
    SWITCHED_OFF = "switched_off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that came into consideration: its id, never its words."""

    id: str
    scope: Scope
    section: Section
    tokens: int
    # How well it fits the question, and what that is the sum of; None for what no question ranked.
    score: float | None = None
    scores: Scores = field(default_factory=Scores)
    conversation: str | None = None
    # The place in the ranking, from 1.
    rank: int | None = None
    # Only a passage of it is shown,
    cut: bool = False
    # or it is there because it stands beside something that was found.
    beside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut(Item):
    """Something that was not shown, and why."""

    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a context was made of: ids, scores and tokens, and what was left out for which reason."""

    id: str
    agent: str
    at: datetime
    cap: int
    tokens: int
    sections: dict[Section, int]
    items: tuple[Item, ...]
    left_out: tuple[LeftOut, ...]
    # How much the question has to do with what is remembered; None without a question, or a memory.
    relevance: Relevance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One section as it is shown."""

    section: Section
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a model gets to read; `text` is the sections, framed, and never more than the tokens asked for."""

    text: str
    tokens: int
    sections: tuple[Block, ...]
    receipt: Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNot:
    """Why something is, or is not, in the context of a question; `sentence` says it in words."""

    id: str
    # Of a turn: which conversation it stands in.
    conversation: str | None = None
    included: bool
    sentence: str
    reason: Reason | None = None
    rank: int | None = None
    candidates: int | None = None
    section: Section | None = None
    tokens: int | None = None
    score: float | None = None
    # The lowest score among the things of its section that were shown.
    lowest_shown: float | None = None
    scores: Scores | None = None
