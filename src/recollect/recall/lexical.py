"""BM25 over units whose key reaches into their neighbourhood.

A unit counts its own terms in full and those of its neighbours less and less, so that an answer is found by the
question before it; only the single turn is given back.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from recollect.recall.index import AgentIndex

# Each justified by `recollect bench --ablate`.
WINDOW = (0.5, 0.3, 0.2)
AFTER_QUESTION = 0.3
K1 = 1.2
B = 0.4

Ints = npt.NDArray[np.int32]
Doubles = npt.NDArray[np.float64]


def lexical(index: AgentIndex, terms: Sequence[int], lengths: Doubles) -> Doubles:
    """How well each unit's key holds the terms; 0 where it holds none.

    In double precision, because sums over all units must not depend on the order in which they came.
    """
    scores = np.zeros(index.units)
    if not index.units:
        return scores
    norm = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1e-9))
    for term in terms:
        units, counts = index.postings.of(term)
        if not len(units):
            continue
        rarity = np.log(1 + (index.units - len(units) + 0.5) / (len(units) + 0.5))
        touched, weights = _spread(index, units, counts)
        scores[touched] += rarity * weights * (K1 + 1) / (weights + norm[touched])
    return scores


def windowed_lengths(index: AgentIndex) -> Doubles:
    """How long each unit's key is, neighbours weighed as they are for terms."""
    own = index.lengths.astype(np.float64)
    total = own.copy()
    for link, extra in ((index.before, True), (index.after, False)):
        place = link
        for step, weight in enumerate(WINDOW):
            there = place >= 0
            share = np.where(there, weight, 0)
            if extra and step == 0:
                share += AFTER_QUESTION * (there & index.asks[place])
            total += share * own[place]
            place = np.where(there, link[place], -1)
    return total


def _spread(index: AgentIndex, units: Ints, counts: Ints) -> tuple[Ints, Doubles]:
    """The units that come by a term through their own words or their neighbours', and by how much."""
    places, weights = [units], [counts.astype(np.float64)]
    for link, forwards in ((index.after, True), (index.before, False)):
        place, count = units, counts
        for step, weight in enumerate(WINDOW):
            place = link[place]
            kept = place >= 0
            source = units[kept] if step == 0 else None
            place, count = place[kept], count[kept]
            share = np.full(len(place), weight)
            # A reply takes more from the question that it answers.
            if forwards and source is not None:
                share += AFTER_QUESTION * index.asks[source]
            places.append(place)
            weights.append(share * count)
    every = np.concatenate(places)
    touched, where = np.unique(every, return_inverse=True)
    return touched, np.asarray(np.bincount(where, np.concatenate(weights)), np.float64)
