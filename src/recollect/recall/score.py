"""From parts to one score: each part is put on a common scale, weighed, and added.

Scores are taken over all the units of the agent, so a part that tells nothing apart adds nothing.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from recollect.dates.questions import TimeRange
from recollect.domain.clock import to_micros
from recollect.domain.hit import Scores
from recollect.domain.turn import Role
from recollect.recall.index import AgentIndex, Floats, role_number
from recollect.recall.phrases import held
from recollect.recall.question import Question
from recollect.recall.weights import Weights

Scale = npt.NDArray[np.float64]
Units = npt.NDArray[np.integer]

_DAY = 86_400e6


@dataclass(frozen=True, slots=True)
class Scored:
    """Every turn's score, and the parts that it is the sum of."""

    total: Scale
    parts: dict[str, Scale]
    # Sums of the same parts in another order differ in the last digits; what is beyond these must not decide.
    digits: int = 5
    # The unit that speaks for each turn; None where every turn has but one.
    best: Units | None = None
    # How near each unit is as it was measured; None where there are no vectors.
    near: Floats | None = None

    def of(self, rows: Sequence[int]) -> list[Scores]:
        """The parts of some turns."""
        columns = {name: part[rows].round(6).tolist() for name, part in self.parts.items()}
        return [
            Scores(**dict(zip(columns, each, strict=True)))
            for each in zip(*columns.values(), strict=True)
        ]


def score(
    index: AgentIndex,
    question: Question,
    lexical: Scale,
    dense: Floats | None,
    weights: Weights,
    half_life_days: float,
) -> Scored:
    """Every turn's score: the best of its units for what was said, and what is known of the turn."""
    said = {"lexical": _standard(index, lexical, weights.lexical)}
    if dense is not None:
        near = _standard(index, dense, 1.0)
        said["dense"] = weights.dense * near
        said["reply"] = weights.reply * _reply(index, near)
    together = _sum(said.values())
    best = _best_units(index, together)
    together = together if best is None else together[best]
    asked = _asked(index, question, weights)
    asked["session"] = _session(index, together, weights.session)
    known, prior = index.kept(
        ("known", weights, half_life_days, question.asks_assistant),
        lambda: _known(index, weights, half_life_days, answers=question.asks_assistant),
    )
    parts = {name: part if best is None else part[best] for name, part in said.items()}
    return Scored(
        _sum((together, *asked.values(), prior)), parts | asked | known, best=best, near=dense
    )


def _asked(index: AgentIndex, question: Question, weights: Weights) -> dict[str, Scale]:
    """The parts that a question asks for; any other would be 0 everywhere, and is not worked out."""
    parts: dict[str, Scale] = {}
    if question.subject is not None:
        parts["speaker"] = weights.speaker * _speaker(index, question.subject)
    if question.times:
        parts["time"] = weights.time * _time(index, question.times, weights)
    if question.phrases:
        parts["phrase"] = weights.phrase * held(index, question.phrases)
    return parts


def _known(
    index: AgentIndex, weights: Weights, half_life_days: float, *, answers: bool
) -> tuple[dict[str, Scale], Scale]:
    """The parts that are the same for all questions, or all that ask for answers, and their sum."""
    parts = {
        # Taken from zero, so that nothing is called minus zero.
        "asking": 0 - weights.asking * _asking(index, weights.short),
        "recency": weights.recency * _recency(index, half_life_days),
    }
    if not answers:
        parts["role"] = weights.role * _role(index)
    return parts, _sum(parts.values())


def _sum(parts: Iterable[Scale]) -> Scale:
    first, *others = parts
    if not others:
        return first.copy()
    total = first + others[0]
    for part in others[1:]:
        total += part
    return total


def _standard(index: AgentIndex, values: Scale | Floats, weight: float) -> Scale:
    """The values of units on the common scale, weighed; what is usual is reckoned among turns."""
    spoken = index.turn_units
    usual = values if spoken is None else values[spoken]
    wide = np.asarray(values - usual.mean(dtype=np.float64), np.float64)
    among = wide if spoken is None else wide[spoken]
    # Where all turns are alike there is no scale among them: then that of all units tells the others apart.
    spread = _spread(among) or _spread(wide)
    wide *= weight / spread if spread > 0 else 0.0
    return wide


def _spread(values: Scale) -> float:
    return math.sqrt(np.einsum("i,i->", values, values) / len(values))


def _best_units(index: AgentIndex, said: Scale) -> Units | None:
    """The unit that speaks for each turn: the best of those of a long one."""
    if index.units == len(index):
        return None
    best = np.maximum.reduceat(said, index.first_unit)
    leading = np.flatnonzero(said == best[index.turn_of])
    # Of two that are equal the first is written last, and stays.
    units = index.first_unit.copy()
    units[index.turn_of[leading[::-1]]] = leading[::-1]
    return units


def _reply(index: AgentIndex, near: Scale) -> Scale:
    """How near the question is that a unit replies to; one that is far off takes nothing away."""
    asking = np.flatnonzero(index.asks & (near > 0))
    reply = index.after[asking]
    replied = (reply >= 0) & (index.turn_of[reply] != index.turn_of[asking])
    gained = np.zeros(index.units)
    gained[reply[replied]] = near[asking[replied]]
    return gained


def _session(index: AgentIndex, said: Scale, weight: float) -> Scale:
    """A turn gains by the best one of its conversation: what is talked about stands together."""
    talk = index.conversation
    # Turns of a conversation stand together but for those that came late: there are few runs of them.
    runs, lengths = index.kept("runs", lambda: _runs(talk))
    best = np.full(len(index.conversations), -np.inf)
    np.maximum.at(best, talk[runs], np.maximum.reduceat(said, runs))
    gain = best[talk[runs]]
    spoken = index.turns
    counted = lengths if spoken is None else lengths * spoken[runs]
    every = counted.sum()
    gain -= np.einsum("i,i->", gain, counted) / every
    spread = math.sqrt(np.einsum("i,i,i->", gain, gain, counted) / every)
    gain *= weight / spread if spread > 0 else 0.0
    return np.repeat(gain, lengths)


def _runs(talk: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where a conversation begins or goes on, and for how many turns."""
    runs = np.flatnonzero(np.diff(talk, prepend=-1))
    return runs, np.diff(runs, append=len(talk))


def _speaker(index: AgentIndex, subject: str) -> Scale:
    """Whether the one that the question is about is speaking."""
    return np.asarray(index.speaker == index.speakers.get(subject, -2), np.float64)


def _time(index: AgentIndex, times: Sequence[TimeRange], weights: Weights) -> Scale:
    """Whether a turn was said in a time that the question names, or soon after; more, the shorter that time."""
    said = np.zeros(len(index))
    for span in times:
        after = span.start is None or index.at >= to_micros(span.start)
        before = span.end is None or index.at < to_micros(span.end)
        np.maximum(said, after & before, out=said)
        if span.end is not None:
            end = to_micros(span.end)
            later = (index.at >= end) & (index.at < end + weights.told_days * _DAY)
            np.maximum(said, weights.told_later * later, out=said)
    spoken = index.turns
    among = said if spoken is None else said[spoken]
    share = max(float((among == 1).mean()), weights.rarest, 1 / len(among))
    return np.asarray(-np.log(share) * said)


def _role(index: AgentIndex) -> Scale:
    """What people said, and what is known of them, is asked for more often than what they were answered."""
    answered = index.role == role_number(Role.ASSISTANT)
    return np.asarray(~answered, np.float64)


def _asking(index: AgentIndex, short: float) -> Scale:
    """Whether a turn is short and ends in a question."""
    first = index.first_unit
    return np.asarray(index.asks[first] & (index.lengths[first] <= short), np.float64)


def _recency(index: AgentIndex, half_life_days: float) -> Scale:
    """1 for the newest turn, half of that each half-life before it."""
    age = np.maximum(index.newest - index.at, 0).astype(np.float32)
    fresh = np.exp2(age * np.float32(-1 / (86_400e6 * half_life_days)))
    return np.asarray(fresh, np.float64)
