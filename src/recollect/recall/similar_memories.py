"""The memories that a filtered list shows: those that share words with a text or resemble it."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Doubles, Floats

# The cosine from which two texts count as similar. A list must leave out what a search would merely
# rank last. About the threshold that decides whether a context is relevant.
MIN_COSINE: Final = 0.3
_DIGITS: Final = 5


def similar_memories(
    index: AgentIndex, terms: Sequence[int], cosines: Floats | None
) -> list[tuple[str, float]]:
    """The ids of similar memories, each with its share of the terms plus its cosine.

    Neither depends on the other items of the index, so lists of several agents can be merged.
    """
    if not len(index):
        return []
    shares = _term_shares(index, terms)
    matches = shares > 0
    total = shares
    if cosines is not None:
        meaning = np.where(index.embedded, np.maximum(cosines, 0), 0)
        matches, total = matches | (meaning >= MIN_COSINE), shares + meaning
    best = np.maximum.reduceat(np.where(matches, total, -1), index.first_unit)
    rows = np.flatnonzero((best >= 0) & index.memories).tolist()
    return [(index.keys[row][1], round(float(best[row]), _DIGITS)) for row in rows]


def _term_shares(index: AgentIndex, terms: Sequence[int]) -> Doubles:
    """The share of the terms that each unit contains."""
    counts = np.zeros(index.units)
    distinct = set(terms)
    for term in distinct:
        counts[index.postings.lookup(term)[0]] += 1
    return counts / max(len(distinct), 1)
