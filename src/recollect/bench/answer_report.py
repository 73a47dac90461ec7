"""The report on answers: F1 and judged accuracy by category, with intervals, tokens and cost."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from recollect.bench.answer_systems import System

_RESAMPLES: Final = 2_000
_LOW_HIGH: Final = (2.5, 97.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedAnswer:
    """One answer with its grades; without an answer, `error` says why."""

    system: System
    sample: str
    question: str
    category: str
    expected: str
    answer: str | None = None
    f1: float | None = None
    judged: bool | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean in percent with its 95 % interval, by bootstrap over the questions."""

    percent: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of a million tokens."""

    tokens_in: float
    tokens_out: float


@dataclass(frozen=True, slots=True)
class SystemReport:
    """The results of one system by category; tokens are means, `cost` is for all its answers."""

    f1: dict[str, Estimate]
    judged: dict[str, Estimate]
    prompt_tokens: float | None
    answer_tokens: float | None
    cost: float | None
    unanswered: int
    ungraded: int


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """All results; `advantages` is by how much Recollect's F1 exceeds that of other systems."""

    systems: dict[System, SystemReport]
    advantages: dict[System, Estimate]
    answers: list[GradedAnswer]


def report(
    answers: list[GradedAnswer], prices: Prices | None, *, is_judged: bool = False
) -> AnswerReport:
    """The results of each system, and the answers themselves; a judge may have graded them."""
    groups: dict[System, list[GradedAnswer]] = defaultdict(list)
    for answer in answers:
        groups[answer.system].append(answer)
    systems = {name: _report(group, prices, is_judged=is_judged) for name, group in groups.items()}
    return AnswerReport(systems, _advantages(groups), answers)


def _advantages(groups: Mapping[System, Sequence[GradedAnswer]]) -> dict[System, Estimate]:
    scores = {
        system: {(a.sample, a.question): a.f1 for a in group if a.f1 is not None}
        for system, group in groups.items()
    }
    ours = scores.pop(System.RECOLLECT, {})
    return {
        system: estimate([ours[key] - theirs[key] for key in shared])
        for system, theirs in scores.items()
        if (shared := [key for key in ours if key in theirs])
    }


def estimate(values: Sequence[float]) -> Estimate:
    """The mean with its interval; the same for the same values."""
    drawn, random = np.array(values), np.random.default_rng(0)
    means = random.choice(drawn, (_RESAMPLES, drawn.size)).mean(axis=1)
    low, high = np.percentile(means, _LOW_HIGH).tolist()
    return Estimate(100 * float(drawn.mean()), 100 * low, 100 * high, drawn.size)


def _report(
    answers: Sequence[GradedAnswer], prices: Prices | None, *, is_judged: bool
) -> SystemReport:
    given = [answer for answer in answers if answer.answer is not None]
    tokens_in = _total([answer.tokens_in for answer in given])
    tokens_out = _total([answer.tokens_out for answer in given])
    cost = None
    if prices and tokens_in is not None and tokens_out is not None:
        cost = (tokens_in * prices.tokens_in + tokens_out * prices.tokens_out) / 1e6
    judged = [answer.judged for answer in given]
    return SystemReport(
        f1=_by_category([(answer.category, answer.f1) for answer in given]),
        judged=_by_category([(answer.category, answer.judged) for answer in given]),
        prompt_tokens=None if tokens_in is None else tokens_in / len(given),
        answer_tokens=None if tokens_out is None else tokens_out / len(given),
        cost=cost,
        unanswered=len(answers) - len(given),
        ungraded=judged.count(None) if is_judged else 0,
    )


def _total(counts: Sequence[int | None]) -> int | None:
    """The sum; None if the service has not reported every count."""
    known = [count for count in counts if count is not None]
    return sum(known) if known and len(known) == len(counts) else None


def _by_category(grades: Sequence[tuple[str, float | None]]) -> dict[str, Estimate]:
    groups: Mapping[str, list[float]] = defaultdict(list)
    for category, grade in grades:
        if grade is not None:
            groups["all"].append(grade)
            groups[category].append(grade)
    return {category: estimate(values) for category, values in groups.items()}
