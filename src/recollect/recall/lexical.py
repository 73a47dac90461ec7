"""BM25 over units whose key reaches into their neighbourhood.

A unit counts its own terms in full and those of its neighbours less and less, so that an answer is found by the
question before it; only the single turn is given back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from recollect.recall.index import AgentIndex, Flags
from recollect.recall.weights import Weights

Ints = npt.NDArray[np.int32]
Places = npt.NDArray[np.int64]
Doubles = npt.NDArray[np.float64]

# Where more than one unit in so many holds a term, to go through all of them is quicker than to pick some out.
_SELDOM = 100
_COMMON = 30
_TINY = 1e-300


class _Layout(NamedTuple):
    """The units in a line, conversations so far apart that what reaches beyond the end of one meets nothing.

    Units that came late stand at the end of the line: `apart` has those that are neighbours nevertheless.
    """

    place: Places
    size: int
    apart: tuple["_Apart", ...]


class _Apart(NamedTuple):
    """Places of neighbours at one distance, the earlier and the later, and which of the earlier ask the later."""

    distance: int
    earlier: Places
    later: Places
    asking: Flags


def lexical(index: AgentIndex, terms: Sequence[int], weights: Weights) -> Doubles:
    """How well each unit's key holds the terms; 0 where it holds none.

    In double precision, because sums over all units must not depend on the order in which they came.
    """
    if not index.units:
        return np.zeros(0)
    if not weights.window:
        # Nobody lends: the same as neighbours that lend nothing.
        weights = replace(weights, window=(0.0,), after_question=0.0)
    reach = len(weights.window)
    layout = index.kept(("layout", reach), partial(_laid_out, index, reach))
    norm = index.kept(("norm", weights), partial(_norm, index, layout, weights))
    scores = np.zeros(layout.size)
    spoken = index.turn_units
    every = index.units if spoken is None else int(spoken.sum())
    for term in terms:
        units, counts = index.postings.of(term)
        if not len(units):
            continue
        holding = len(units) if spoken is None else int(spoken[units].sum())
        rarity = np.log(1 + (every - holding + 0.5) / (holding + 0.5))
        often = _spread(index, layout, units.astype(np.int64), counts, weights)
        if _SELDOM * len(units) < index.units:
            touched = np.flatnonzero(often > 0)
            some = often[touched]
            scores[touched] += rarity * (weights.k1 + 1) * (some / (some + norm[touched]))
        else:
            often /= often + norm
            often *= rarity * (weights.k1 + 1)
            scores += often
    return scores.take(layout.place)


def _laid_out(index: AgentIndex, reach: int) -> _Layout:
    units, before = np.arange(index.units), index.before
    breaks = before != units - 1
    place = units + reach * (1 + np.cumsum(breaks))
    return _Layout(place, int(place[-1]) + reach + 1, tuple(_apart(index, place, reach)))


def _apart(index: AgentIndex, place: Places, reach: int) -> Iterator[_Apart]:
    """Neighbours that do not stand beside each other."""
    before = index.before
    near: list[npt.NDArray[np.integer]] = [
        np.flatnonzero((before >= 0) & (before != np.arange(index.units) - 1))
    ]
    if not len(near[0]):
        return
    for _ in range(reach):
        reached = before[near[-1]]
        near.append(reached[reached >= 0])
    earlier = np.unique(np.concatenate(near[1:])).astype(np.int64)
    later = earlier
    for distance in range(1, reach + 1):
        later = index.after[later].astype(np.int64)
        earlier, later = earlier[later >= 0], later[later >= 0]
        parted = place[later] != place[earlier] + distance
        one, other = earlier[parted], later[parted]
        asking = index.asks[one] & (distance == 1)
        yield _Apart(distance, place[one], place[other], asking)


def _norm(index: AgentIndex, layout: _Layout, weights: Weights) -> Doubles:
    """What BM25 sets against the number of times a term is found: more, the longer a unit's key is."""
    own = index.lengths.astype(np.float64)
    lengths = _spread(index, layout, np.arange(index.units), own, weights)
    keys = lengths[layout.place]
    spoken = index.turn_units
    usual = max(float((keys if spoken is None else keys[spoken]).mean()), 1e-9)
    return np.maximum(weights.k1 * (1 - weights.b + weights.b * lengths / usual), _TINY)


def _spread(
    index: AgentIndex,
    layout: _Layout,
    units: Places,
    counts: Ints | Doubles,
    weights: Weights,
) -> Doubles:
    """What each place has of its own and from its neighbours; between conversations it means nothing."""
    here = layout.place[units]
    own = np.zeros(layout.size)
    own[here] = counts
    lent = [(own[each.earlier], own[each.later]) for each in layout.apart]
    if _COMMON * len(units) > index.units:
        # For any term this takes as long as what follows for one in thirty units.
        found = np.convolve(own, (*weights.window[::-1], 1.0, *weights.window), "same")
    else:
        found = own
        for distance, weight in enumerate(weights.window, 1):
            share = weight * counts
            found[here + distance] += share
            found[here - distance] += share
    # A reply takes more from the question that it answers.
    asking = index.asks[units]
    found[here[asking] + 1] += weights.after_question * counts[asking]
    # At one distance no unit has two neighbours on a side, so that nothing is added twice in one go.
    for each, (forwards, backwards) in zip(layout.apart, lent, strict=True):
        weight = weights.window[each.distance - 1]
        found[each.later] += (weight + weights.after_question * each.asking) * forwards
        found[each.earlier] += weight * backwards
    return found
