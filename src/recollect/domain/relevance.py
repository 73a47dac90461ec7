"""Whether a question has to do with anything that is remembered."""

from collections.abc import Sequence
from dataclasses import dataclass

from recollect.domain.hit import Hit


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How much a question has to do with a memory, and what that is the sum of; `least` is what it takes."""

    relevant: bool
    score: float
    least: float
    # The nearest passage in meaning, and the share of the question's words that stand together somewhere.
    meaning: float = 0.0
    words: float = 0.0
    # It asks about the user himself or about earlier talk; it names somebody who speaks here, or a time of this history.
    user: float = 0.0
    known: float = 0.0
    # It names somebody or something never heard of; it wants something made, reckoned or explained.
    stranger: float = 0.0
    general: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question finds, best first, and whether that has to do with it; None where nothing is remembered."""

    hits: Sequence[Hit]
    relevance: Relevance | None = None
