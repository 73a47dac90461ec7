"""Search results and filters, and whether a question is related to anything in memory."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from math import inf
from typing import TypeVar

from recollect.domain.conditions import ANYTHING, Conditions
from recollect.domain.entry import Entry, Kind
from recollect.domain.turn import Turn

T = TypeVar("T")


class Scope(StrEnum):
    """What to search."""

    TURNS = "turns"
    MEMORIES = "memories"
    SUMMARIES = "summaries"
    GRAPH = "graph"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """The parts of a hit's score, comparable within one search."""

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
    """A search result: its text, its score, and the parts of the score."""

    id: str
    scope: Scope
    text: str
    score: float
    at: datetime
    scores: Scores = field(default_factory=Scores)
    turn: Turn | None = None
    entry: Entry | None = None
    # The matching passage of a long turn, as character offsets; None means all of it.
    span: tuple[int, int] | None = None
    # Whether most of it, or of that passage, was pasted into a user's message, by its form.
    pasted: bool = False
    # The space that it comes from; None for the agent's own memory.
    space: str | None = None

    @property
    def local(self) -> datetime:
        """When it was said or became valid, in the speaker's local time."""
        if self.turn is not None:
            return self.turn.local
        return self.entry.local(self.at) if self.entry is not None else self.at

    @property
    def line(self) -> str | None:
        """A memory as shown to people and models; None for other hits."""
        return self.entry.line if self.scope is Scope.MEMORIES and self.entry is not None else None


@dataclass(frozen=True, slots=True)
class RankPosition:
    """The rank of one candidate among all of a question, before diversification and the limit."""

    rank: int
    candidates: int
    score: float
    scores: Scores


class Results(list[T]):
    """What a search found, best first.

    `warning` says why it compared words alone, although there is an embedder, or that many texts
    are not embedded yet; None otherwise.
    """

    def __init__(self, found: Iterable[T] = (), warning: str | None = None) -> None:
        super().__init__(found)
        self.warning = warning


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFilter:
    """Conditions on search results; None means no condition."""

    kind: Kind | None = None
    after: datetime | None = None
    before: datetime | None = None
    conversation: str | None = None
    role: str | None = None
    speaker: str | None = None
    metadata: Conditions = ANYTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How related a question is to the memory: the score, its parts, and the threshold `least`."""

    relevant: bool
    score: float
    least: float
    # The similarity of the closest passage; the share of the question's words found together.
    meaning: float = 0.0
    words: float = 0.0
    # It asks about the user or earlier conversations; it names a known speaker, time or identifier.
    user: float = 0.0
    known: float = 0.0
    # It names something unknown; it is a general request to write, compute or explain.
    stranger: float = 0.0
    general: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """The hits for a question, best first, and their relevance; None if the memory is empty."""

    hits: Sequence[Hit]
    relevance: Relevance | None = None
    # The scores of turns and of memories below which a hit does not answer the question.
    least: tuple[float, float] = (-inf, -inf)
    # Whether the question is about the past, so that what has ended may answer it.
    about_past: bool = False
    # Why only words were compared, of all texts or many; None if meaning was, too.
    warning: str | None = None
    # The same of each space that was read, without its hits, which are among those above.
    spaces: Mapping[str, "Answer"] = field(default_factory=dict)

    def of(self, space: str | None) -> "Answer":
        """The relevance and limits of a space, or of the agent's own memory."""
        return self if space is None else self.spaces[space]
