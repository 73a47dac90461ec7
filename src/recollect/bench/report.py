"""The complete evidence report: by search and in context, with times and tokens."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from recollect.bench.context_evidence import ContextResult, measure_all_contexts
from recollect.bench.recall import BUDGETS, Answered, BenchQuestion, Share, shares, store
from recollect.memory import Memory


@dataclass(frozen=True, slots=True)
class Part:
    """The shares for searches or contexts, and their times."""

    shares: dict[str, dict[str, Share]]
    seconds_p50: float
    seconds_p95: float

    @property
    def took(self) -> str:
        """The times as text."""
        return f"{1000 * self.seconds_p50:.1f} ms (p95 {1000 * self.seconds_p95:.1f})"


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """All measurements; `tokens` is the average size of a context by budget."""

    questions: int
    search: Part
    context: Part
    tokens: dict[str, float]


def full_report(memory: Memory, answers: Sequence[Answered]) -> EvidenceReport:
    """The report on what `evaluate` has stored and answered, with contexts."""
    contexts = measure_all_contexts(memory, [answer.asked for answer in answers])
    shown = _part([context.answer for context in contexts])
    return EvidenceReport(len(answers), _part(answers), shown, _average_tokens(contexts))


@dataclass(frozen=True, slots=True)
class Learned:
    """The contexts with learned memories: evidence in turns, and in turns or memories (`told`)."""

    memories: int
    context: Part
    told: Part
    tokens: dict[str, float]


def report_after_learning(
    memory: Memory, data: Sequence[Path], asked: Sequence[BenchQuestion]
) -> Learned:
    """Learn from what `evaluate` has stored, and measure the contexts again."""
    for path in data:
        store(memory, path)
    contexts = measure_all_contexts(memory, asked)
    return Learned(
        memory.stats().store.entries,
        _part([context.answer for context in contexts]),
        _part([context.told for context in contexts]),
        _average_tokens(contexts),
    )


def _average_tokens(contexts: Sequence[ContextResult]) -> dict[str, float]:
    """The average size of the contexts in tokens, by budget."""
    return {
        str(budget): statistics.fmean(context.tokens[budget] for context in contexts)
        for budget in BUDGETS
    }


def _part(answers: Sequence[Answered]) -> Part:
    taken = sorted(answer.seconds for answer in answers)
    late = taken[min(int(0.95 * len(taken)), len(taken) - 1)]
    return Part(shares(answers), statistics.median(taken), late)
