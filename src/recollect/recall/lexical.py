"""BM25 over units that include a share of the terms of their neighbours.

A unit counts its own terms in full and those of its neighbours less with distance, so that an
answer is found by the question before it. Below, the key of a unit is this weighted set of terms.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from recollect.recall.common_words import word_weight
from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Doubles, Flags, Ints, Numbers
from recollect.recall.weights import Weights

# If a term occurs in more than one unit in this many, scoring the whole array is faster than the
# places that it reaches.
_SPARSE = 30
_TINY = 1e-300


class _Layout(NamedTuple):
    """The place of each unit in one array, with gaps between conversations.

    A gap is as wide as the window, so that no term spreads into another conversation. Units that
    were added late are at the end: `apart` has the neighbours that are not adjacent.
    """

    place: Numbers
    size: int
    apart: tuple["_Apart", ...]


class _Apart(NamedTuple):
    """The places of pairs of neighbours at one distance, and whether the earlier asks the later."""

    distance: int
    earlier: Numbers
    later: Numbers
    asking: Flags

    def joined(self, more: "_Apart") -> "_Apart":
        """These pairs and more of the same distance."""
        joined = (np.append(old, new) for old, new in zip(self[1:], more[1:], strict=True))
        return _Apart(self.distance, *joined)


def lexical(
    index: AgentIndex, terms: Sequence[int], weights: Weights, *, beside_meaning: bool = False
) -> Doubles:
    """The BM25 score of each unit for the terms.

    Beside meaning, which covers them too, common words count less.
    In double precision, so that sums over all units do not depend on the order of arrival.
    """
    if not index.units:
        return np.zeros(0)
    if not weights.window:
        # Without a window, use one in which neighbours count for nothing.
        weights = replace(weights, window=(0.0,), after_question=0.0)
    reach = len(weights.window)
    layout = index.growing(
        ("layout", reach), partial(_lay_out, index, reach), partial(_lay_out_more, index, reach)
    )
    norm = index.cached(("norm", weights), partial(_norm, index, layout, weights))
    scores = np.zeros(layout.size)
    turns = index.turn_units
    total = index.units if turns is None else int(turns.sum())
    for term in terms:
        units, counts = index.postings.lookup(term)
        if not len(units):
            continue
        containing = len(units) if turns is None else int(turns[units].sum())
        rarity = np.log(1 + (total - containing + 0.5) / (containing + 0.5))
        if beside_meaning:
            rarity *= word_weight(term)
        frequency, places = _spread(index, layout, units.astype(np.int64), counts, weights)
        if _SPARSE * len(units) < index.units:
            reached = frequency[places]
            # A place that occurs twice is set twice, to the same value.
            scores[places] += rarity * (weights.k1 + 1) * (reached / (reached + norm[places]))
        else:
            frequency /= frequency + norm
            frequency *= rarity * (weights.k1 + 1)
            scores += frequency
    # All places exist; not to check them takes half the time.
    by_unit: Doubles = scores.take(layout.place, mode="clip")
    return by_unit


def _lay_out(index: AgentIndex, reach: int) -> _Layout:
    units, before = np.arange(index.units), index.before
    breaks = before != units - 1
    place = units + reach * (1 + np.cumsum(breaks))
    return _Layout(place, int(place[-1]) + reach + 1, tuple(_apart(index, place, reach)))


def _lay_out_more(index: AgentIndex, reach: int, old: _Layout, units: int, _items: int) -> _Layout:
    """The layout with the units that were added to the first `units`, each at the end."""
    new = np.arange(units, index.units)
    breaks = (old.place[-1] - (units - 1)) // reach + np.cumsum(index.before[new] != new - 1)
    place = np.append(old.place, new + reach * breaks)
    apart = list(old.apart)
    earlier, later = new, new
    for distance in range(1, reach + 1):
        earlier = index.before[earlier].astype(np.int64)
        earlier, later = earlier[earlier >= 0], later[earlier >= 0]
        separate = place[later] != place[earlier] + distance
        first, second = earlier[separate], later[separate]
        asking = index.asks[first] & (distance == 1)
        more = _Apart(distance, place[first], place[second], asking)
        if old.apart:
            apart[distance - 1] = old.apart[distance - 1].joined(more)
        else:
            apart.append(more)
    used = apart if any(len(pairs.later) for pairs in apart) else ()
    return _Layout(place, int(place[-1]) + reach + 1, tuple(used))


def _apart(index: AgentIndex, place: Numbers, reach: int) -> Iterator[_Apart]:
    """The neighbours in a conversation that are not adjacent in the array."""
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
        separate = place[later] != place[earlier] + distance
        first, second = earlier[separate], later[separate]
        asking = index.asks[first] & (distance == 1)
        yield _Apart(distance, place[first], place[second], asking)


def _norm(index: AgentIndex, layout: _Layout, weights: Weights) -> Doubles:
    """The length normalization of BM25 for each place."""
    lengths = index.growing(
        ("lengths", weights),
        lambda: _spread(index, layout, np.arange(index.units), _lengths(index), weights)[0],
        partial(_spread_more, index, layout, weights),
    )
    keys = lengths[layout.place]
    turns = index.turn_units
    average = max(float((keys if turns is None else keys[turns]).mean()), 1e-9)
    norm: Doubles = weights.k1 * (1 - weights.b + weights.b * lengths / average)
    np.maximum(norm, _TINY, out=norm)
    return norm


def _lengths(index: AgentIndex, first: int = 0) -> Doubles:
    return index.lengths[first:].astype(np.float64)


def _spread_more(
    index: AgentIndex, layout: _Layout, weights: Weights, old: Doubles, units: int, _items: int
) -> Doubles:
    """The lengths of all places, from those before units were added to the first `units`."""
    new = np.arange(units, index.units)
    total, _ = _spread(index, layout, new, _lengths(index, units), weights)
    total[: len(old)] += old
    begin = layout.place[units]
    for pairs in layout.apart:
        joined = (pairs.earlier < begin) & (pairs.later >= begin)
        lengths = index.lengths[np.searchsorted(layout.place, pairs.earlier[joined])]
        share = weights.window[pairs.distance - 1] + weights.after_question * pairs.asking[joined]
        total[pairs.later[joined]] += share * lengths.astype(np.float64)
    return total


def _spread(
    index: AgentIndex, layout: _Layout, units: Numbers, counts: Ints | Doubles, weights: Weights
) -> tuple[Doubles, Numbers]:
    """The counts of each place plus its share from neighbours, and the places that have any.

    Values in gaps are meaningless; a place may be named several times.
    """
    here = layout.place[units]
    places: list[Numbers] = [here]
    amounts: list[npt.NDArray[Any]] = [counts]
    for distance, weight in enumerate(weights.window, 1):
        places += [here + distance, here - distance]
        amounts += [weight * counts] * 2
    # A reply takes an additional share from the question before it.
    asking = index.asks[units]
    places.append(here[asking] + 1)
    amounts.append(weights.after_question * counts[asking])
    if layout.apart:
        own = np.zeros(layout.size)
        own[here] = counts
        for pairs in layout.apart:
            weight = weights.window[pairs.distance - 1]
            forwards = weight + weights.after_question * pairs.asking
            places += [pairs.later, pairs.earlier]
            amounts += [forwards * own[pairs.earlier], weight * own[pairs.later]]
    reached = np.concatenate(places)
    total = np.bincount(reached, np.concatenate(amounts), layout.size)
    return np.asarray(total, np.float64), reached
