"""BM25 over units whose key reaches into their neighbourhood.

A unit counts its own terms in full and those of its neighbours less and less, so that an answer is found by the
question before it; only the single turn is given back.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from recollect.recall.index import AgentIndex
from recollect.recall.weights import Weights

Ints = npt.NDArray[np.int32]
Doubles = npt.NDArray[np.float64]


def lexical(index: AgentIndex, terms: Sequence[int], weights: Weights) -> Doubles:
    """How well each unit's key holds the terms; 0 where it holds none.

    In double precision, because sums over all units must not depend on the order in which they came.
    """
    scores = np.zeros(index.units)
    if not index.units:
        return scores
    lengths = _lengths(index, weights)
    share = weights.b * lengths / max(float(lengths.mean()), 1e-9)
    norm = weights.k1 * (1 - weights.b + share)
    for term in terms:
        units, counts = index.postings.of(term)
        if not len(units):
            continue
        rarity = np.log(1 + (index.units - len(units) + 0.5) / (len(units) + 0.5))
        touched, often = _spread(index, units, counts, weights)
        scores[touched] += rarity * often * (weights.k1 + 1) / (often + norm[touched])
    return scores


def _lengths(index: AgentIndex, weights: Weights) -> Doubles:
    """How long each unit's key is, neighbours weighed as they are for terms."""
    own = index.lengths.astype(np.float64)
    total = own.copy()
    for link, extra in ((index.before, True), (index.after, False)):
        place = link
        for step, weight in enumerate(weights.window):
            there = place >= 0
            share = np.where(there, weight, 0)
            if extra and step == 0:
                share += weights.after_question * (there & index.asks[place])
            total += share * own[place]
            place = np.where(there, link[place], -1)
    return total


def _spread(index: AgentIndex, units: Ints, counts: Ints, weights: Weights) -> tuple[Ints, Doubles]:
    """The units that come by a term through their own words or their neighbours', and by how much."""
    places, often = [units], [counts.astype(np.float64)]
    for link, forwards in ((index.after, True), (index.before, False)):
        place, count = units, counts
        for step, weight in enumerate(weights.window):
            place = link[place]
            kept = place >= 0
            source = units[kept] if step == 0 else None
            place, count = place[kept], count[kept]
            share = np.full(len(place), weight)
            # A reply takes more from the question that it answers.
            if forwards and source is not None:
                share += weights.after_question * index.asks[source]
            places.append(place)
            often.append(share * count)
    every = np.concatenate(places)
    touched, where = np.unique(every, return_inverse=True)
    return touched, np.asarray(np.bincount(where, np.concatenate(often)), np.float64)
