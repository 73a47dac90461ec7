"""The context for a model, and the receipt that explains each line of it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from recollect.domain.hit import Relevance, Scope, Scores
from recollect.domain.provenance import Origin


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
    # The messages that it covers are searched themselves.
    SUMMARY = "summary"
    ASKED = "asked"
    EXPIRED = "expired"
    NOT_RELEVANT = "not_relevant"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    DELETED = "deleted"
    NOT_ASKED = "not_asked"
    SWITCHED_OFF = "switched_off"
    INSTRUCTION = "instruction"
    # Somebody asked in a chat to forget it, and nobody has decided yet.
    ASKED_TO_FORGET = "asked_to_forget"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One candidate for a context: its id, never its text."""

    id: str
    scope: Scope
    section: Section
    tokens: int
    # Its score for the question and the parts of it; None if it was not ranked.
    score: float | None = None
    scores: Scores = field(default_factory=Scores)
    conversation: str | None = None
    # The rank, from 1.
    rank: int | None = None
    # Only a passage of it is shown.
    cut: bool = False
    # The space that it comes from; None for the agent's own memory.
    space: str | None = None
    # Where its words come from; None for records, and for turns of the system.
    origin: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut(Item):
    """A candidate that is not in the context, and why."""

    reason: Reason


class SpaceOutcome(StrEnum):
    """What became of a space that was asked for or subscribed to."""

    READ = "read"
    # Nothing in it is related to the question.
    NOT_RELEVANT = "not_relevant"
    # Nothing is stored under this name, or nothing was asked.
    EMPTY = "empty"
    NOT_ASKED = "not_asked"
    # The caller's key does not allow to read it.
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceRead:
    """A space beside the agent's own memory, and what became of it."""

    space: str
    outcome: SpaceOutcome
    relevance: Relevance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a context contains and what was left out, with ids, scores, tokens and reasons."""

    id: str
    agent: str
    at: datetime
    cap: int
    tokens: int
    sections: dict[Section, int]
    items: tuple[Item, ...]
    left_out: tuple[LeftOut, ...]
    # How relevant the memory is to the question; None without a question or any memory.
    relevance: Relevance | None = None
    # The follow-up question as it was rewritten and searched for; None if it was not rewritten.
    understood: str | None = None
    # The spaces that were to be read beside the agent's own memory.
    spaces: tuple[SpaceRead, ...] = ()
    # Why only words were compared, although there is an embedder, how many texts are not embedded
    # yet, or that memory is switched off. None if all went as usual.
    warning: str | None = None

    @property
    def agents(self) -> tuple[str, ...]:
        """The agent and the spaces that were read: whoever reads the receipt must read them all."""
        allowed = (each for each in self.spaces if each.outcome is not SpaceOutcome.FORBIDDEN)
        return (self.agent, *(each.space for each in allowed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One section of a context."""

    section: Section
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The text for a model: its sections, framed, within the requested number of tokens."""

    text: str
    tokens: int
    sections: tuple[Block, ...]
    receipt: Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNot:
    """Why something is or is not in the context of a question; `sentence` explains it."""

    id: str
    # For a turn: its conversation.
    conversation: str | None = None
    # The space that it comes from; None for the agent's own memory.
    space: str | None = None
    included: bool
    sentence: str
    reason: Reason | None = None
    rank: int | None = None
    candidates: int | None = None
    section: Section | None = None
    tokens: int | None = None
    score: float | None = None
    # The lowest score shown in its section.
    lowest_shown: float | None = None
    scores: Scores | None = None
