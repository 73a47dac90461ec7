"""Whether a question is related to anything in memory."""

from collections.abc import Sequence
from dataclasses import dataclass

from recollect.domain.hit import Hit


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How related a question is to the memory: the score, its parts, and the threshold `least`."""

    relevant: bool
    score: float
    least: float
    # The similarity of the closest passage; the share of the question's words found together.
    meaning: float = 0.0
    words: float = 0.0
    # It asks about the user or earlier conversations; it names a known speaker or time.
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
