"""Which memories a list shows for what somebody types: those that share its words or come near its meaning."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from recollect.recall.index import AgentIndex, Floats

# The cosine from which on two texts are taken to speak of the same. A list must leave out what a search would
# merely rank last; about what the bar of a context takes.
NEAR: Final = 0.3
_DIGITS: Final = 5


def resembling(
    index: AgentIndex, terms: Sequence[int], near: Floats | None
) -> list[tuple[str, float]]:
    """Memories by id, each with the share of the terms that it holds and its nearness, added up.

    Neither is measured against the rest of the memory, so that those of several agents can stand in one list.
    """
    if not len(index):
        return []
    words = _shares(index, terms)
    found = words > 0
    total = words
    if near is not None:
        meaning = np.where(index.embedded, np.maximum(near, 0), 0)
        found, total = found | (meaning >= NEAR), words + meaning
    best = np.maximum.reduceat(np.where(found, total, -1), index.first_unit)
    rows = np.flatnonzero((best >= 0) & index.memories).tolist()
    return [(index.keys[row][1], round(float(best[row]), _DIGITS)) for row in rows]


def _shares(
    index: AgentIndex, terms: Sequence[int]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Of each unit the share of the terms that it holds."""
    held = np.zeros(index.units)
    wanted = set(terms)
    for term in wanted:
        held[index.postings.of(term)[0]] += 1
    return held / max(len(wanted), 1)
