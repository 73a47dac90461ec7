"""The evidence bench as a whole: by search and in context, with times and tokens."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from recollect.bench.recall import BUDGETS, Answered, BenchQuestion, Share, shares, store
from recollect.bench.rendered import Rendered, render
from recollect.memory import Memory


@dataclass(frozen=True, slots=True)
class Part:
    """The shares of one way to ask, and how long it took."""

    shares: dict[str, dict[str, Share]]
    seconds_p50: float
    seconds_p95: float

    @property
    def took(self) -> str:
        """The times for people."""
        return f"{1000 * self.seconds_p50:.1f} ms (p95 {1000 * self.seconds_p95:.1f})"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was measured; `tokens` is what contexts held on average, by budget."""

    questions: int
    search: Part
    context: Part
    tokens: dict[str, float]


def reported(memory: Memory, answers: Sequence[Answered]) -> Report:
    """The report on what `evaluate` has stored and answered; asks for the contexts too."""
    contexts = render(memory, [answer.asked for answer in answers])
    shown = _part([context.answer for context in contexts])
    return Report(len(answers), _part(answers), shown, _held(contexts))


@dataclass(frozen=True, slots=True)
class Learned:
    """The same contexts over what was learned besides: by the turns shown, and by those or a memory made of them."""

    memories: int
    context: Part
    told: Part
    tokens: dict[str, float]


def learned(memory: Memory, data: Sequence[Path], asked: Sequence[BenchQuestion]) -> Learned:
    """Learn from what `evaluate` has stored, and ask for the contexts again."""
    for path in data:
        store(memory, path)
    contexts = render(memory, asked)
    return Learned(
        memory.stats().store.entries,
        _part([context.answer for context in contexts]),
        _part([context.told for context in contexts]),
        _held(contexts),
    )


def _held(contexts: Sequence[Rendered]) -> dict[str, float]:
    """How many tokens contexts hold on average, by budget."""
    return {
        str(budget): statistics.fmean(context.tokens[budget] for context in contexts)
        for budget in BUDGETS
    }


def _part(answers: Sequence[Answered]) -> Part:
    taken = sorted(answer.seconds for answer in answers)
    late = taken[min(int(0.95 * len(taken)), len(taken) - 1)]
    return Part(shares(answers), statistics.median(taken), late)
