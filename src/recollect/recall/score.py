"""Combine the parts of a score: each is weighted and added."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from recollect.dates.questions import TimeRange
from recollect.domain.clock import to_micros
from recollect.domain.hit import Scores
from recollect.domain.turn import Role
from recollect.recall.content import Content, Scale, Units
from recollect.recall.index import AgentIndex, role_number
from recollect.recall.index_arrays import Doubles, Flags, Floats, Ints, Numbers
from recollect.recall.phrases import phrase_share
from recollect.recall.question import Question
from recollect.recall.refinement import (
    Refined,
    Refinement,
    best_of_runs,
    refine_rows,
    rows_to_refine,
    runs_of,
)
from recollect.recall.weights import Weights

_DAY = 86_400e6
_TINY = 1e-9
# By how many of the usual errors two approximate cosines may be off together.
_FARTHEST_ERRORS = 8


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of every item, and the parts that it is the sum of."""

    total: Doubles
    # Gives the parts of the scores of some items.
    parts: Callable[[Numbers], Mapping[str, Doubles]]
    # Sums in another order differ in the last digits, so further digits must not decide.
    digits: int = 5
    # The best unit of each item; None if every item has one unit.
    best: Units | None = None
    # The cosine of each unit; None without vectors.
    cosines: Floats | None = None
    # How the parts `lexical` and `dense` were standardized.
    scales: Mapping[str, Scale] = field(default_factory=dict)
    # Which items have exact scores; None if all have.
    refined: Refined | None = None

    def nearest(self, among: Flags) -> float:
        """The highest cosine among these units."""
        assert self.cosines is not None
        top = self.cosines[among].max()
        if self.refined is not None:
            least = top - _FARTHEST_ERRORS * self.refined.error * self.scales["dense"].deviation
            self.refined.refine(self.cosines, np.flatnonzero(among & (self.cosines >= least)))
            top = self.cosines[among].max()
        return float(top)

    def parts_of(self, rows: Sequence[int]) -> list[Scores]:
        """The parts of the scores of these rows."""
        parts = self.parts(np.asarray(rows, np.int64))
        values = np.array([*parts.values()]).round(6).T.tolist()
        return [Scores(**dict(zip(parts, row, strict=True))) for row in values]


def score(
    index: AgentIndex,
    question: Question,
    content: Content,
    weights: Weights,
    half_life_days: float,
    refinement: Refinement | None = None,
) -> Scored:
    """The score of every item: that of its best unit, plus the parts of the item itself."""
    best = content.best_units()
    by_content = content.total if best is None else content.total[best]
    named = _question_parts(index, question, weights)
    tops = best_of_runs(index, by_content)
    runs, lengths = runs_of(index)
    session = _session(index, tops, weights.session)
    general, prior = index.cached(
        ("general parts", weights, half_life_days, question.asks_assistant, by_content.dtype),
        lambda: _general_parts(
            index, weights, half_life_days, by_content.dtype, answers=question.asks_assistant
        ),
    )
    total = by_content + prior
    for part in named.values():
        part.add_to(total)
    total += np.repeat(session.astype(total.dtype), lengths)
    refined = None
    units_of = (lambda rows: rows) if best is None else best.__getitem__

    def others(rows: Numbers) -> dict[str, Doubles]:
        parts = {name: part.of(rows) for name, part in named.items()}
        parts["session"] = session[np.searchsorted(runs, rows, "right") - 1]
        return parts | {name: part[rows] for name, part in general.items()}

    if refinement is not None:
        rows = rows_to_refine(index, total, by_content, tops, refinement)
        error = refine_rows(index, content, best, rows, refinement.refine)
        refined = Refined(rows, error, refinement.refine)
        exact = sum(content.parts_of(units_of(rows)).values())
        run_of = np.searchsorted(runs, rows, "right") - 1
        tops[run_of] = -np.inf
        np.maximum.at(tops, run_of, exact)
        session = _session(index, tops, weights.session)
        total = total.astype(np.float64)
        total[rows] = sum(others(rows).values(), exact)
    return Scored(
        total,
        lambda rows: content.parts_of(units_of(rows)) | others(rows),
        best=best,
        cosines=content.cosines,
        scales=content.scales,
        refined=refined,
    )


class _Part(NamedTuple):
    """A number for every item, and what it is multiplied by."""

    values: npt.NDArray[Any]
    weight: float

    def of(self, rows: Numbers) -> Doubles:
        return np.asarray(self.values[rows] * self.weight, np.float64)

    def add_to(self, total: npt.NDArray[np.floating]) -> None:
        total += self.values * total.dtype.type(self.weight)


def _question_parts(index: AgentIndex, question: Question, weights: Weights) -> dict[str, _Part]:
    """The parts that depend on what the question names; the others would be 0 everywhere."""
    parts: dict[str, _Part] = {}
    if question.subject is not None:
        said = index.speaker == index.speakers.get(question.subject, -2)
        parts["speaker"] = _Part(said, weights.speaker)
    if question.times or question.days:
        told = weights.time * _time(index, question.times, weights)
        days = weights.day * _days(index, question.days, weights)
        parts["time"] = _Part(np.maximum(told, days), 1.0)
    if question.phrases:
        parts["phrase"] = _Part(phrase_share(index, question.phrases), weights.phrase)
    return parts


def _general_parts(
    index: AgentIndex,
    weights: Weights,
    half_life_days: float,
    precision: npt.DTypeLike,
    *,
    answers: bool,
) -> tuple[dict[str, Doubles], npt.NDArray[np.floating]]:
    """The parts that depend on a question only by `answers`, and their sum."""
    asking = index.growing_items(("asking", weights), lambda first: _asking(index, weights, first))
    role = index.growing_items(
        ("role", weights, answers),
        lambda first: weights.role * _role(index, first, from_assistant=answers),
    )
    recency = weights.recency * _recency(index, half_life_days)
    parts = {"asking": asking, "recency": recency, "role": role}
    return parts, (asking + recency + role).astype(precision)


def _session(index: AgentIndex, tops: Doubles, weight: float) -> Doubles:
    """What the turns of each run gain from the best one of its conversation: a topic fills it."""
    numbers, counts, total = index.cached("sessions", lambda: _sessions(index))
    gain: Doubles = tops
    if len(numbers) > len(index.conversations):
        best = np.full(len(index.conversations), -np.inf)
        np.maximum.at(best, numbers, tops)
        gain = best[numbers]
    gain = gain - np.einsum("i,i->", gain, counts) / total
    deviation = math.sqrt(np.einsum("i,i,i->", gain, gain, counts) / total)
    # With one conversation all gains are equal: what is left of them is a rounding error.
    gain *= weight / deviation if deviation > _TINY else 0.0
    return gain


def _sessions(index: AgentIndex) -> tuple[Ints, Doubles, float]:
    """The conversation of each run, how many turns it counts as, and the sum of these."""
    runs, lengths = runs_of(index)
    turns = index.turns
    counts = (lengths if turns is None else lengths * turns[runs]).astype(np.float64)
    return index.conversation[runs], counts, float(counts.sum())


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


def _role(index: AgentIndex, first: int, *, from_assistant: bool) -> Doubles:
    """1 for everything but assistant turns, or for these alone if the question is about them."""
    is_assistant = index.role[first:] == role_number(Role.ASSISTANT)
    return np.asarray(is_assistant == from_assistant, np.float64)


def _asking(index: AgentIndex, weights: Weights, first: int) -> Doubles:
    """The penalties for a short turn that ends in a question, and for one of a few terms.

    The latter is for the assistant's, such as "Noted, will do!".
    """
    units = index.first_unit[first:]
    lengths = index.lengths[units]
    asks = index.asks[units] & (lengths <= weights.short)
    is_assistant = index.role[first:] == role_number(Role.ASSISTANT)
    empty = (lengths <= weights.empty_terms) & is_assistant
    # Subtracted from 0, so that none is -0.0.
    return np.asarray(0 - weights.asking * asks - weights.empty * empty, np.float64)


def _recency(index: AgentIndex, half_life_days: float) -> Doubles:
    """1 for the newest turn, halved with every half-life before it."""
    age = np.maximum(index.newest - index.at, 0).astype(np.float32)
    fresh = np.exp2(age * np.float32(-1 / (86_400e6 * half_life_days)))
    return np.asarray(fresh, np.float64)
