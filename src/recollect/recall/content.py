"""How well the content of each unit fits a question: by its words, and by its meaning.

Both are standardized over all units of the agent, so that what is equal everywhere adds nothing.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Doubles, Floats, Numbers
from recollect.recall.weights import Weights

Units = npt.NDArray[np.integer]
# Makes the cosines of some units, given in ascending order, exact.
Refine: TypeAlias = Callable[[Floats, Numbers], None]


@dataclass(frozen=True, slots=True)
class Scale:
    """The number of values that were standardized, their mean and their deviation."""

    count: int
    mean: float
    deviation: float

    def standard(self, raw: float) -> float:
        """The standard score of a value."""
        return (raw - self.mean) / self.deviation if self.deviation > 0 else 0.0

    def raw(self, standard: float) -> float:
        """The value of a standard score."""
        return self.mean + standard * self.deviation


def pooled(scales: Sequence[Scale]) -> Scale:
    """The scale of all values together."""
    count = sum(each.count for each in scales)
    mean = sum(each.count * each.mean for each in scales) / count
    squares = sum(each.count * (each.deviation**2 + (each.mean - mean) ** 2) for each in scales)
    return Scale(count, mean, math.sqrt(squares / count))


class Content:
    """The score of each unit by its content, the parts that it is the sum of, and their scales."""

    def __init__(self, index: AgentIndex, lexical: Doubles, weights: Weights) -> None:
        self._index = index
        self._weights = weights
        self.cosines: Floats | None = None
        scale, self.total = _standardized(index, lexical, weights.lexical)
        self.scales = {"lexical": scale}
        self.parts = {"lexical": self.total}

    def add_meaning(self, cosines: Floats) -> None:
        """Add the similarity of each unit, and what a reply gains by that of its question."""
        index, weights = self._index, self._weights
        self.cosines = cosines
        self.scales["dense"], near = _standardized(index, cosines, 1.0)
        replies, gain = _reply(index, near, weights.reply)
        near *= weights.dense
        self.total = self.total + near
        self.total[replies] += gain
        self.parts |= {"dense": near, "reply": _spread_out(index.units, replies, gain)}

    def best_units(self) -> Units | None:
        """The best unit of each item; None if every item has one unit."""
        index = self._index
        if index.units == len(index):
            return None
        best = np.maximum.reduceat(self.total, index.first_unit)
        leading = np.flatnonzero(self.total == best[index.turn_of])
        # Assigned in reverse, so that the first of equal units wins.
        units = index.first_unit.copy()
        units[index.turn_of[leading[::-1]]] = leading[::-1]
        return units

    def refine(self, units: Numbers, refine: Refine) -> float:
        """Make the scores of these units exact; returns the error of their cosines before.

        It is the root of the mean square, in deviations of all cosines.
        """
        assert self.cosines is not None
        asking = self._asking(units)
        wanted = np.zeros(len(self.cosines), np.bool_)
        wanted[units] = True
        wanted[asking[asking >= 0]] = True
        compared = np.flatnonzero(wanted)
        changes = self.cosines[compared].astype(np.float64)
        refine(self.cosines, compared)
        scale, weights = self.scales["dense"], self._weights
        factor = 1 / scale.deviation if scale.deviation > 0 else 0.0
        near = (self.cosines[units] - scale.mean) * factor * weights.dense
        similar = (self.cosines[asking] - scale.mean) * factor * weights.reply
        gain = np.where(asking >= 0, np.maximum(similar, 0), 0)
        self.parts["dense"][units] = near
        self.parts["reply"][units] = gain
        self.total[units] = self.parts["lexical"][units] + near + gain
        changes -= self.cosines[compared]
        return _root_mean_square(changes) * factor

    def _asking(self, units: Numbers) -> Numbers:
        """The last unit of the question that each unit replies to, or -1."""
        index = self._index
        before = index.before[units].astype(np.int64)
        replies = index.asks[before] & (index.turn_of[before] != index.turn_of[units])
        return np.where((before >= 0) & replies, before, -1)


def _standardized(
    index: AgentIndex, values: Doubles | Floats, weight: float
) -> tuple[Scale, Doubles]:
    """The standard scores of units, weighted, and the scale, which is that of turns."""
    turns = index.turn_units
    of_turns = values if turns is None else values[turns]
    mean = float(of_turns.mean(dtype=np.float64))
    centred = np.asarray(values - mean, np.float64)
    # If all turns are equal, the deviation over all units still separates the memories.
    deviation = _root_mean_square(centred if turns is None else centred[turns])
    deviation = deviation or _root_mean_square(centred)
    centred *= weight / deviation if deviation > 0 else 0.0
    return Scale(len(of_turns), mean, deviation), centred


def _root_mean_square(values: Doubles) -> float:
    return math.sqrt(np.einsum("i,i->", values, values) / len(values))


def _reply(index: AgentIndex, near: Doubles, weight: float) -> tuple[Units, Doubles]:
    """The units that reply to a question, and its similarity, weighted, where it is positive."""
    asking, reply = index.cached("replies", lambda: _replies(index))
    similar = near[asking]
    positive = similar > 0
    return reply[positive], weight * similar[positive]


def _replies(index: AgentIndex) -> tuple[Units, Units]:
    """The last units of questions, and the first ones of the turns after them."""
    asking = np.flatnonzero(index.asks)
    reply = index.after[asking]
    replied = (reply >= 0) & (index.turn_of[reply] != index.turn_of[asking])
    return asking[replied], reply[replied]


def _spread_out(size: int, places: Units, values: Doubles) -> Doubles:
    """The values at their places, 0 elsewhere."""
    spread = np.zeros(size)
    spread[places] = values
    return spread
