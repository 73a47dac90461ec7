"""One optimizer run over the windows of an agent: measure, analyze, act, adapt, record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from recollect.budget.analyzer import Action, Rules, Suggestion, analyze, apply_suggestions
from recollect.budget.compressor import Shortener
from recollect.budget.partition import TokenBudget, as_requested, partition
from recollect.domain.steps import Steps
from recollect.domain.tuning import Parameters, RunMetrics, Snapshot
from recollect.domain.turn import Tier, Turn, View

LEARNING_RATE: Final = 0.05

_OVER, _UNDER = 0.10, 0.15  # how far usage may deviate from the target without a change
_WINDOW_LESS, _WINDOW_MORE = 2, 1
_WORTHWHILE = 0.05  # a run that saves a smaller share was not effective


@dataclass(frozen=True, slots=True)
class OptimizedWindow:
    """A window after a run: its changed turns, and its tokens before and after."""

    turns: tuple[Turn, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class OptimizerRun:
    """The result of a run; the snapshot has the parameters for the next run."""

    windows: tuple[OptimizedWindow, ...]
    snapshot: Snapshot


def optimize(
    windows: Sequence[Sequence[Turn]],
    now: datetime,
    *,
    parameters: Parameters,
    budget: TokenBudget | None = None,
    rules: Rules | None = None,
    shorten: Shortener | None = None,
) -> Steps[OptimizerRun]:
    """Run once over conversations, each oldest turn first, with the tuned parameters.

    Each conversation is a separate window with the whole budget. All windows of an agent share the
    parameters, so the fullest window decides how they change.
    """
    shorten = shorten or Shortener()
    tuned = replace(
        budget or TokenBudget(),
        full_message_window=parameters.full_message_window,
        compression_trigger_ratio=parameters.compression_trigger,
    )
    rules = replace(rules or Rules(), min_relevance=parameters.min_relevance)
    optimized = []
    for turns in windows:
        optimized.append(_optimize_window(turns, now, tuned, rules, shorten))
        yield
    usage = max((tuned.usage(window.before) for window in optimized), default=0.0)
    metrics = _metrics(windows, optimized, usage)
    snapshot = Snapshot(metrics=metrics, parameters=adapt(parameters, metrics), at=now)
    return OptimizerRun(tuple(optimized), snapshot)


def _optimize_window(
    turns: Sequence[Turn], now: datetime, budget: TokenBudget, rules: Rules, shorten: Shortener
) -> OptimizedWindow:
    tight = budget.is_tight(as_requested(turns, budget, shorten).tokens)
    analyzed = analyze(turns, now, tight=tight, rules=rules)
    relieved = relieve(apply_suggestions(turns, analyzed), budget, shorten)
    changed = apply_suggestions(turns, (*analyzed, *relieved))
    before, after = (partition(state, budget, shorten).tokens for state in (turns, changed))
    return OptimizedWindow(changed, before, after)


def _metrics(
    old: Sequence[Sequence[Turn]], new: Sequence[OptimizedWindow], usage: float
) -> RunMetrics:
    pairs = [
        pair
        for turns, window in zip(old, new, strict=True)
        for pair in zip(turns, window.turns, strict=True)
    ]
    views = [(a.view, b.view) for a, b in pairs if a.view is not b.view]
    return RunMetrics(
        usage_ratio=usage,
        tokens_before=sum(window.before for window in new),
        tokens_after=sum(window.after for window in new),
        entries_compressed=sum(view is View.COMPRESSED for _, view in views),
        entries_dropped=sum(view is View.DROPPED for _, view in views),
        entries_promoted=sum(
            a.tier is Tier.SHORT_TERM and b.tier is Tier.LONG_TERM for a, b in pairs
        ),
    )


def adapt(parameters: Parameters, metrics: RunMetrics) -> Parameters:
    """The parameters for the next run: compress more above the target, less below it."""
    target, usage = parameters.target_usage_ratio, metrics.usage_ratio
    if usage > target + _OVER:
        parameters = _adjusted(parameters, LEARNING_RATE, -_WINDOW_LESS)
    elif usage < target - _UNDER:
        parameters = _adjusted(parameters, -LEARNING_RATE * 0.5, _WINDOW_MORE)
    if metrics.savings_ratio < _WORTHWHILE and usage > target:
        parameters = _adjusted(parameters, LEARNING_RATE * 2)
    return parameters.within_ranges()


def _adjusted(parameters: Parameters, eagerness: float, window: int = 0) -> Parameters:
    return replace(
        parameters,
        compression_trigger=parameters.compression_trigger - eagerness,
        full_message_window=parameters.full_message_window + window,
        min_relevance=parameters.min_relevance + eagerness,
    )


def relieve(
    turns: Sequence[Turn], budget: TokenBudget, shorten: Shortener
) -> tuple[Suggestion, ...]:
    """Just enough suggestions to get below the trigger, for turns before the window, oldest first.

    Short-term turns are compressed first, then long-term turns. Only short-term turns that are
    compressed already are dropped, as a last resort.
    """
    if not budget.is_tight(as_requested(turns, budget, shorten).tokens):
        return ()
    tokens = [shown.tokens for shown in as_requested(turns, budget, shorten, tight=True).shown]
    total, suggestions = sum(tokens), list[Suggestion]()
    for place, action in _steps(turns[: budget.window_start(len(turns))]):
        if not budget.is_tight(total):
            break
        form = shorten(turns[place]) if action is Action.COMPRESS else None
        left = 0 if action is Action.DROP else form.tokens if form else tokens[place]
        total -= tokens[place] - left
        suggestions.append(Suggestion(place, action))
    return tuple(suggestions)


def _steps(older: Sequence[Turn]) -> Iterator[tuple[int, Action]]:
    for tier in (Tier.SHORT_TERM, Tier.LONG_TERM):
        for place, turn in enumerate(older):
            if turn.tier is tier and turn.view is View.FULL:
                yield place, Action.COMPRESS
    for place, turn in enumerate(older):
        if turn.tier is Tier.SHORT_TERM and turn.view is View.COMPRESSED:
            yield place, Action.DROP
