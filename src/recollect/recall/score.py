"""From parts to one score: each part is put on a common scale, weighed, and added.

Scores are taken over all the units of the agent, so a part that tells nothing apart adds nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from recollect.model.clock import to_micros
from recollect.model.hit import Scores
from recollect.model.turn import Role
from recollect.recall.index import AgentIndex, Floats, role_number
from recollect.recall.phrases import held
from recollect.recall.question import Question
from recollect.recall.times import TimeRange
from recollect.recall.weights import Weights

Scale = npt.NDArray[np.float64]

_WEEK = 7 * 86_400_000_000
# A time that holds less than this share of all turns counts as one that holds so much.
_RAREST = 0.05
# The terms of a turn that has room for little beside its question.
_SHORT = 25


@dataclass(frozen=True, slots=True)
class Scored:
    """Every turn's score, and the parts that it is the sum of."""

    total: Scale
    parts: dict[str, Scale]

    def of(self, row: int) -> Scores:
        """The parts of one turn."""
        return Scores(**{name: round(float(part[row]), 6) for name, part in self.parts.items()})


def score(
    index: AgentIndex,
    question: Question,
    lexical: Scale,
    dense: Floats | None,
    weights: Weights,
    half_life_days: float,
) -> Scored:
    """Every turn's score: the best of its units for what was said, and what is known of the turn."""
    parts: dict[str, Scale] = {"lexical": weights.lexical * _standard(lexical)}
    if dense is not None:
        near = _standard(dense)
        parts["dense"] = weights.dense * near
        parts["reply"] = weights.reply * _reply(index, near)
    said = _total(parts)
    best = _best_units(index, said)
    parts = {name: part[best] for name, part in parts.items()}
    parts["session"] = weights.session * _session(index, said[best])
    # What a question does not ask for adds nothing, and is not worked out for a hundred thousand turns.
    if question.subject is not None:
        parts["speaker"] = weights.speaker * _speaker(index, question.subject)
    if question.times:
        parts["time"] = weights.time * _time(index, question.times, weights.told_later)
    if not question.asks_assistant:
        parts["role"] = weights.role * _role(index)
    if question.phrases:
        parts["phrase"] = weights.phrase * held(index, question.phrases)
    parts["asking"] = -weights.asking * _asking(index, best)
    parts["recency"] = weights.recency * _recency(index, half_life_days)
    # Sums of the same parts in another order differ in the last digits; those must not decide.
    return Scored(np.round(_total(parts), 5), parts)


def _total(parts: dict[str, Scale]) -> Scale:
    first, *others = parts.values()
    total = first.copy()
    for part in others:
        total += part
    return total


def _standard(values: Scale | Floats) -> Scale:
    wide = values.astype(np.float64)
    spread = wide.std()
    return np.asarray((wide - wide.mean()) / spread) if spread > 0 else np.zeros_like(wide)


def _best_units(index: AgentIndex, said: Scale) -> npt.NDArray[np.int64] | slice:
    """The unit that speaks for each turn."""
    turns = index.turn_of
    if len(turns) == len(index):
        return slice(None)
    order = np.lexsort((-said, turns))
    firsts = np.unique(turns[order], return_index=True)[1]
    return order[firsts]


def _reply(index: AgentIndex, near: Scale) -> Scale:
    """How near the question is that a unit replies to; one that is far off takes nothing away."""
    asking = np.flatnonzero(index.asks & (near > 0))
    reply = index.after[asking]
    replied = (reply >= 0) & (index.turn_of[reply] != index.turn_of[asking])
    gained = np.zeros(index.units)
    gained[reply[replied]] = near[asking[replied]]
    return gained


def _session(index: AgentIndex, said: Scale) -> Scale:
    """A turn gains by the best one of its conversation: what is talked about stands together."""
    best = np.full(len(index.conversations), -np.inf)
    np.maximum.at(best, index.conversation, said)
    return _standard(best[index.conversation])


def _speaker(index: AgentIndex, subject: str) -> Scale:
    """Whether the one that the question is about is speaking."""
    return np.asarray(index.speaker == index.speakers.get(subject, -2), np.float64)


def _time(index: AgentIndex, times: Sequence[TimeRange], told_later: float) -> Scale:
    """Whether a turn was said in a time that the question names, or soon after; more, the shorter that time."""
    said = np.zeros(len(index))
    for span in times:
        after = span.start is None or index.at >= to_micros(span.start)
        before = span.end is None or index.at < to_micros(span.end)
        np.maximum(said, after & before, out=said)
        if span.end is not None:
            end = to_micros(span.end)
            later = (index.at >= end) & (index.at < end + _WEEK)
            np.maximum(said, told_later * later, out=said)
    share = max(float((said == 1).mean()), _RAREST)
    return np.asarray(-np.log(share) * said)


def _role(index: AgentIndex) -> Scale:
    """What people said, and what is known of them, is asked for more often than what they were answered."""
    answered = index.role == role_number(Role.ASSISTANT)
    return np.asarray(~answered, np.float64)


def _asking(index: AgentIndex, best: npt.NDArray[np.int64] | slice) -> Scale:
    """Whether a turn is short and ends in a question."""
    return np.asarray(index.asks[best] & (index.lengths[best] <= _SHORT), np.float64)


def _recency(index: AgentIndex, half_life_days: float) -> Scale:
    """1 for the newest turn, half of that each half-life before it."""
    age = (index.at.max() - index.at) / (86_400e6 * half_life_days)
    return np.asarray(np.exp2(-age), np.float64)
