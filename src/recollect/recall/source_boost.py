"""Boost the turns that matching memories were learned from.

A memory that fits a question makes its source turn more likely to be the answer. Only the best
memories boost, and only by a small share of their score: a larger boost, or one from many memories,
pushes out better turns.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from recollect.domain.hit import Hit
from recollect.recall.results import SearchResults

# How many of the best memories boost their sources.
_MAX_MEMORIES: Final = 20


def boost_sources(results: SearchResults, rows: Sequence[int], weight: float) -> list[int]:
    """The rows, best first, after memories have boosted their source turns."""
    found = np.array(rows, np.int64)
    boosting = found[results.index.memories[found]][:_MAX_MEMORIES].tolist() if weight else []
    if not boosting:
        return list(rows)
    gains = _gains(results.hits(boosting), weight)
    if gains:
        row_of = {results.index.keys[row]: row for row in rows}
        for hit in results.hits([row_of[key] for key in gains if key in row_of]):
            if hit.turn is not None:
                gain = gains[hit.turn.conversation, hit.id]
                scores = replace(hit.scores, learned=gain)
                results.replace(replace(hit, score=round(hit.score + gain, 5), scores=scores))
    # The sort is stable: equal rows keep their order.
    order = np.argsort(-np.array(results.scores(rows)), kind="stable")
    return [rows[place] for place in order.tolist()]


def _gains(memories: Sequence[Hit], weight: float) -> dict[tuple[str, str], float]:
    """The gain of each turn, by conversation and id, from the best memory learned from it."""
    gains: dict[tuple[str, str], float] = {}
    for hit in memories:
        for source in hit.entry.sources if hit.entry and hit.score > 0 else ():
            # The best memory comes first.
            gains.setdefault((source.conversation, source.turn_id), round(weight * hit.score, 6))
    return gains
