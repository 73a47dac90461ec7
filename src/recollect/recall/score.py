"""Combine the parts of a score: each is standardized, weighted and added.

Parts are standardized over all units of the agent, so a part that is equal everywhere adds nothing.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from recollect.dates.questions import TimeRange
from recollect.domain.clock import to_micros
from recollect.domain.hit import Scores
from recollect.domain.turn import Role
from recollect.recall.index import AgentIndex, role_number
from recollect.recall.index_arrays import Doubles, Floats, Ints, Numbers
from recollect.recall.phrases import phrase_share
from recollect.recall.question import Question
from recollect.recall.weights import Weights

Units = npt.NDArray[np.integer]

_DAY = 86_400e6
_TINY = 1e-9


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


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of every item, and the parts that it is the sum of."""

    total: Doubles
    parts: dict[str, Doubles]
    # Sums in another order differ in the last digits, so further digits must not decide.
    digits: int = 5
    # The best unit of each item; None if every item has one unit.
    best: Units | None = None
    # The cosine of each unit; None without vectors.
    cosines: Floats | None = None
    # How the parts `lexical` and `dense` were standardized.
    scales: Mapping[str, "Scale"] = field(default_factory=dict)

    def parts_of(self, rows: Sequence[int]) -> list[Scores]:
        """The parts of the scores of these rows."""
        values = np.array([part[rows] for part in self.parts.values()]).round(6).T.tolist()
        return [Scores(**dict(zip(self.parts, row, strict=True))) for row in values]


def score(
    index: AgentIndex,
    question: Question,
    lexical: Doubles,
    dense: Floats | None,
    weights: Weights,
    half_life_days: float,
) -> Scored:
    """The score of every item: that of its best unit, plus the parts of the item itself."""
    scale, content = _standardized(index, lexical, weights.lexical)
    scales, by_unit = {"lexical": scale}, {"lexical": content}
    if dense is not None:
        scales["dense"], near = _standardized(index, dense, 1.0)
        replies, gain = _reply(index, near, weights.reply)
        near *= weights.dense
        content = content + near
        content[replies] += gain
        by_unit |= {"dense": near, "reply": _spread_out(index.units, replies, gain)}
    best = _best_units(index, content)
    content = content if best is None else content[best]
    specific = _question_parts(index, question, weights)
    specific["session"] = _session(index, content, weights.session)
    general, prior = index.cached(
        ("general parts", weights, half_life_days, question.asks_assistant),
        lambda: _general_parts(index, weights, half_life_days, answers=question.asks_assistant),
    )
    parts = {name: part if best is None else part[best] for name, part in by_unit.items()}
    return Scored(
        _sum((content, *specific.values(), prior)),
        parts | specific | general,
        best=best,
        cosines=dense,
        scales=scales,
    )


def _question_parts(index: AgentIndex, question: Question, weights: Weights) -> dict[str, Doubles]:
    """The parts that depend on what the question names; the others would be 0 everywhere."""
    parts: dict[str, Doubles] = {}
    if question.subject is not None:
        parts["speaker"] = weights.speaker * _speaker(index, question.subject)
    if question.times or question.days:
        said = weights.time * _time(index, question.times, weights)
        parts["time"] = np.maximum(said, weights.day * _days(index, question.days, weights))
    if question.phrases:
        parts["phrase"] = weights.phrase * phrase_share(index, question.phrases)
    return parts


def _general_parts(
    index: AgentIndex, weights: Weights, half_life_days: float, *, answers: bool
) -> tuple[dict[str, Doubles], Doubles]:
    """The parts that depend on a question only by `answers`, and their sum."""
    parts = {
        # Subtracted from 0, so that no part is -0.0.
        "asking": 0
        - weights.asking * _asking(index, weights.short)
        - weights.empty * _empty(index, weights.empty_terms),
        "recency": weights.recency * _recency(index, half_life_days),
    }
    parts["role"] = weights.role * _role(index, from_assistant=answers)
    return parts, _sum(parts.values())


def _sum(parts: Iterable[Doubles]) -> Doubles:
    first, *others = parts
    if not others:
        return first.copy()
    total = first + others[0]
    for part in others[1:]:
        total += part
    return total


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


def _best_units(index: AgentIndex, content: Doubles) -> Units | None:
    """The best unit of each item; None if every item has one unit."""
    if index.units == len(index):
        return None
    best = np.maximum.reduceat(content, index.first_unit)
    leading = np.flatnonzero(content == best[index.turn_of])
    # Assigned in reverse, so that the first of equal units wins.
    units = index.first_unit.copy()
    units[index.turn_of[leading[::-1]]] = leading[::-1]
    return units


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


def _session(index: AgentIndex, content: Doubles, weight: float) -> Doubles:
    """The score of the best turn in the same conversation, since a topic fills a session."""
    numbers = index.conversation
    # The turns of a conversation are adjacent except for late additions, so there are few runs.
    runs, lengths = index.cached("runs", lambda: _runs(numbers))
    best = np.full(len(index.conversations), -np.inf)
    np.maximum.at(best, numbers[runs], np.maximum.reduceat(content, runs))
    gain = best[numbers[runs]]
    turns = index.turns
    counts = lengths if turns is None else lengths * turns[runs]
    total = counts.sum()
    gain -= np.einsum("i,i->", gain, counts) / total
    deviation = math.sqrt(np.einsum("i,i,i->", gain, gain, counts) / total)
    # With one conversation all gains are equal: what is left of them is a rounding error.
    gain *= weight / deviation if deviation > _TINY else 0.0
    return np.repeat(gain, lengths)


def _runs(numbers: Ints) -> tuple[Numbers, Numbers]:
    """The start and the length of each run of items from one conversation."""
    runs = np.flatnonzero(np.diff(numbers, prepend=-1))
    return runs, np.diff(runs, append=len(numbers))


def _speaker(index: AgentIndex, subject: str) -> Doubles:
    """1 where the subject of the question is the speaker."""
    return np.asarray(index.speaker == index.speakers.get(subject, -2), np.float64)


def _days(index: AgentIndex, days: Sequence[int], weights: Weights) -> Doubles:
    """How rare it is that an item names one of the days in the question, where one does."""
    fit = np.zeros(len(index))
    for day in days:
        fit[index.turn_of[index.postings.lookup(day)[0]]] = 1.0
    return _rarity(index, fit, weights) * fit


def _rarity(index: AgentIndex, fit: Doubles, weights: Weights) -> float:
    """How much a time counts: rarer ones more."""
    turns = index.turns
    of_turns = fit if turns is None else fit[turns]
    share = max(float((of_turns == 1).mean()), weights.rarest, 1 / len(of_turns))
    return -math.log(share)


def _time(index: AgentIndex, times: Sequence[TimeRange], weights: Weights) -> Doubles:
    """How well the time of an item fits the times in the question; rarer times count more."""
    fit = np.zeros(len(index))
    for span in times:
        after = span.start is None or index.at >= to_micros(span.start)
        before = span.end is None or index.at < to_micros(span.end)
        np.maximum(fit, after & before, out=fit)
        if span.end is not None:
            end = to_micros(span.end)
            later = (index.at >= end) & (index.at < end + weights.told_days * _DAY)
            np.maximum(fit, weights.told_later * later, out=fit)
    return _rarity(index, fit, weights) * fit


def _role(index: AgentIndex, *, from_assistant: bool) -> Doubles:
    """1 for everything but assistant turns, or for these alone if the question is about them."""
    is_assistant = index.role == role_number(Role.ASSISTANT)
    return np.asarray(is_assistant == from_assistant, np.float64)


def _asking(index: AgentIndex, short: float) -> Doubles:
    """1 for a short turn that ends in a question."""
    first = index.first_unit
    return np.asarray(index.asks[first] & (index.lengths[first] <= short), np.float64)


def _empty(index: AgentIndex, terms: float) -> Doubles:
    """1 for an assistant turn of a few terms, such as "Noted, will do!"."""
    short = index.lengths[index.first_unit] <= terms
    return np.asarray(short & (index.role == role_number(Role.ASSISTANT)), np.float64)


def _recency(index: AgentIndex, half_life_days: float) -> Doubles:
    """1 for the newest turn, halved with every half-life before it."""
    age = np.maximum(index.newest - index.at, 0).astype(np.float32)
    fresh = np.exp2(age * np.float32(-1 / (86_400e6 * half_life_days)))
    return np.asarray(fresh, np.float64)
