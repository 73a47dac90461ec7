"""The hits of an agent and of the spaces that it reads, in one order.

A score is standardized over one memory, so that of two memories the larger one has the higher
scores. To compare them, `lexical`, `dense` and `reply` are standardized again over all memories
together, and a memory that is more relevant to the question gets an advantage. The order within a
memory stays the same: an unrelated space changes nothing but the ranks.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from recollect.domain.hit import Answer, Hit, Relevance
from recollect.recall.content import Scale, pooled
from recollect.recall.relevance import Bar, Signals, judge_in_space
from recollect.recall.weights import Weights

NO_LIMITS: Final = (-math.inf, -math.inf)
# The parts of a score that are standardized, and over which values.
_STANDARDIZED: Final = {"lexical": "lexical", "dense": "dense", "reply": "dense"}
# A hit of a space has at least this share of the score of the best one; the average is about 0.
_SHARE_OF_BEST: Final = 0.27
# What one point of relevance above the threshold is worth. Measured with own memories of 15 and
# 328 turns beside spaces of 18, 320 and 2,760: without it, own answers lose twice as many ranks.
_RELEVANCE: Final = 8.0


@dataclass(frozen=True, slots=True)
class FoundInMemory:
    """The hits in one memory, the relevance signals, and the scores at which relevance ends."""

    hits: list[Hit]
    signals: Signals | None = None
    relevance: Relevance | None = None
    least: tuple[float, float] = NO_LIMITS
    about_past: bool = False
    scales: Mapping[str, Scale] = field(default_factory=dict)

    def answer(
        self,
        hits: Sequence[Hit],
        spaces: Mapping[str, Answer] | None = None,
        warning: str | None = None,
    ) -> Answer:
        """The answer with these hits."""
        return Answer(hits, self.relevance, self.least, self.about_past, warning, spaces or {})

    def in_space(self, space: str, own: Signals | None, bar: Bar) -> "FoundInMemory":
        """The same as found in a space, beside a memory with the signals `own`.

        Unlike that memory, also a small space ends where relevance does.
        """
        relevance = judge_in_space(self.signals, own, bar) if self.signals else None
        hits = [replace(hit, space=space) for hit in self.hits]
        # Words alone do not tell where relevance ends.
        best = (
            max((hit.score for hit in hits), default=0.0) if "dense" in self.scales else -math.inf
        )
        turns, memories = (max(least, _SHARE_OF_BEST * best) for least in self.least)
        return replace(self, hits=hits, relevance=relevance, least=(turns, memories))


def merged(own: FoundInMemory, spaces: Sequence[FoundInMemory], weights: Weights) -> list[Hit]:
    """The hits of all, best first; those of relevant memories come first, and own win ties.

    While the agent's own memory is relevant, every second hit is its own: however much a large
    space has to say, half of a context is left for the user.
    """
    if not spaces:
        return own.hits
    memories = [found for found in (own, *spaces) if found.hits]
    common = _common_scales(memories)
    queues = [
        [(_place(hit, found, common, weights), hit) for hit in reversed(found.hits)]
        for found in memories
    ]
    hits: list[Hit] = []
    lead = 0
    while queues := [queue for queue in queues if queue]:
        # Of equal places, `max` takes the first.
        best = max(queues, key=lambda queue: queue[-1][0])
        if lead > 0 and own.relevance and own.relevance.relevant and _is_own(queues[0]):
            best = queues[0]
        lead += -1 if _is_own(best) else 1
        hits.append(best.pop()[1])
    return hits


def _is_own(queue: Sequence[tuple[object, Hit]]) -> bool:
    return queue[-1][1].space is None


def _common_scales(memories: Sequence[FoundInMemory]) -> dict[str, Scale]:
    """The mean and deviation of each part over all memories together."""
    names = {name for found in memories for name in found.scales}
    return {
        name: pooled([found.scales[name] for found in memories if name in found.scales])
        for name in names
    }


def _place(
    hit: Hit, found: FoundInMemory, common: Mapping[str, Scale], weights: Weights
) -> tuple[bool, float]:
    """What a hit is compared by with those of other memories."""
    total = hit.score
    for part, name in _STANDARDIZED.items():
        value, weight = getattr(hit.scores, part), getattr(weights, part)
        # Without a question before it, a hit has no part `reply` at all.
        if weight and name in found.scales and (value or part != "reply"):
            total += weight * common[name].standard(found.scales[name].raw(value / weight)) - value
    relevance = found.relevance
    if relevance is None:
        return False, total
    return relevance.relevant, total + _RELEVANCE * (relevance.score - relevance.least)
