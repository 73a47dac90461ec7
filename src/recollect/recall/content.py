"""How well the content of each unit fits a question: by its words, and by its meaning.

Both are standardized over all units of the agent, so that what is equal everywhere adds nothing.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Doubles, Floats, Numbers
from recollect.recall.vector_block import sums
from recollect.recall.weights import Weights

Units = npt.NDArray[np.integer]
# In single or in double precision.
Scores = npt.NDArray[np.floating]
# Makes the cosines of some units, given in ascending order, exact.
Refine: TypeAlias = Callable[[Floats, Numbers], None]

# From so many cosines on, NumKong is loaded anyway.
_MANY: Final = 20_000
# A variance that is a smaller share of the mean square is computed more exactly.
_ROUNDING: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Scale:
    """The number of values that were standardized, their mean and their deviation."""

    count: int
    mean: float
    deviation: float

    @property
    def factor(self) -> float:
        """What a difference of 1 is in deviations; 0 if all values are equal."""
        return 1 / self.deviation if self.deviation > 0 else 0.0

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
    """The score of each unit by its content, and the parts that it is the sum of.

    In single precision, `total` takes less time; parts are always in double precision.
    """

    def __init__(
        self,
        index: AgentIndex,
        lexical: Doubles,
        weights: Weights,
        precision: type[np.floating] = np.float64,
    ) -> None:
        self._index = index
        self._weights = weights
        self._precision = precision
        self.cosines: Floats | None = None
        self._words = lexical
        self.scales = {"lexical": _scale(index, lexical)}
        self.total = self._weighted("lexical", lexical, weights.lexical)

    def add_meaning(self, cosines: Floats) -> None:
        """Add the similarity of each unit, and what a reply gains by that of its question."""
        index, weights = self._index, self._weights
        self.cosines = cosines
        self.scales["dense"] = _scale(index, cosines)
        near = self._weighted("dense", cosines, 1.0)
        replies, gain = _reply(index, near, weights.reply)
        near *= self._precision(weights.dense)
        self.total += near
        self.total[replies] += gain

    def _weighted(self, name: str, values: Doubles | Floats, weight: float) -> Scores:
        """The standard scores of values, weighted."""
        scale, number = self.scales[name], self._precision
        weighted: Scores = values.astype(number)
        weighted -= number(scale.mean)
        weighted *= number(scale.factor * weight)
        return weighted

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
        """Make the cosines of these units exact, and of what they reply to; returns their error.

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
        changes -= self.cosines[compared]
        return _root_mean_square(changes) * self.scales["dense"].factor

    def parts_of(self, units: Units) -> dict[str, Doubles]:
        """The parts of the scores of these units."""
        weights = self._weights
        words = self._standard("lexical", self._words[units])
        if self.cosines is None:
            return {"lexical": words * weights.lexical}
        asking = self._asking(units)
        near = self._standard("dense", self.cosines[units])
        similar = self._standard("dense", self.cosines[asking])
        gain = np.where(asking >= 0, np.maximum(similar, 0), 0)
        parts = {"lexical": words, "dense": near, "reply": gain}
        return {name: getattr(weights, name) * part for name, part in parts.items()}

    def _standard(self, name: str, values: Doubles | Floats) -> Doubles:
        scale = self.scales[name]
        return (values.astype(np.float64) - scale.mean) * scale.factor

    def _asking(self, units: Units) -> Numbers:
        """The last unit of the question that each unit replies to, or -1."""
        index = self._index
        before = index.before[units].astype(np.int64)
        replies = index.asks[before] & (index.turn_of[before] != index.turn_of[units])
        return np.where((before >= 0) & replies, before, -1)


def _scale(index: AgentIndex, values: Doubles | Floats) -> Scale:
    """The scale of the values of units: that of turns."""
    turns = index.turn_units
    of_turns = values if turns is None else values[turns]
    scale = _scale_of(of_turns)
    if scale.deviation or turns is None:
        return scale
    # If all turns are equal, the deviation over all units still separates the memories.
    centred = values - scale.mean
    return Scale(scale.count, scale.mean, _root_mean_square(np.asarray(centred, np.float64)))


def _scale_of(values: Doubles | Floats) -> Scale:
    count = len(values)
    if values.dtype == np.float32 and count >= _MANY:
        total, squares = sums(np.asarray(values, np.float32))
    else:
        wide = values.astype(np.float64, copy=False)
        total, squares = float(wide.sum()), float(np.einsum("i,i->", wide, wide))
    mean = total / count
    variance = squares / count - mean**2
    if variance < _ROUNDING * squares / count:
        # Most digits of a difference between nearly equal numbers are wrong.
        return Scale(count, mean, _root_mean_square(values.astype(np.float64) - mean))
    return Scale(count, mean, math.sqrt(variance))


def _root_mean_square(values: Doubles) -> float:
    return math.sqrt(np.einsum("i,i->", values, values) / len(values))


def _reply(index: AgentIndex, near: Scores, weight: float) -> tuple[Units, Scores]:
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
