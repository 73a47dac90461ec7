"""One run of the optimizer over the windows of an agent: measure, analyze, act, adapt, record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from recollect.budget.analyzer import Rules, Suggestion, analyze, applied
from recollect.budget.compressor import Shortener
from recollect.budget.optimizer import adapt
from recollect.budget.partition import TokenBudget, partition, wished
from recollect.budget.relief import relieve
from recollect.domain.tuning import Metrics, Parameters, Snapshot
from recollect.domain.turn import Tier, Turn, View


@dataclass(frozen=True, slots=True)
class Relieved:
    """What became of one window: its turns with their new views and tiers, why, and its tokens before and after."""

    turns: tuple[Turn, ...]
    suggestions: tuple[Suggestion, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Optimized:
    """What a run came to in each window, and its record; the parameters for the next run are the snapshot's."""

    windows: tuple[Relieved, ...]
    snapshot: Snapshot


def optimize(
    windows: Sequence[Sequence[Turn]],
    now: datetime,
    *,
    parameters: Parameters,
    budget: TokenBudget | None = None,
    rules: Rules | None = None,
    shorten: Shortener | None = None,
) -> Optimized:
    """Run once over conversations, each with its oldest turn first; what is tuned is what the parameters say.

    Each conversation is a window of its own and has the budget to itself. The parameters are one agent's for all
    of them, so the fullest window decides where they go.
    """
    shorten = shorten or Shortener()
    tuned = replace(
        budget or TokenBudget(),
        full_message_window=parameters.full_message_window,
        compression_trigger_ratio=parameters.compression_trigger,
    )
    rules = replace(rules or Rules(), min_relevance=parameters.min_relevance)
    done = tuple(_relieved(turns, now, tuned, rules, shorten) for turns in windows)
    usage = max((tuned.usage(one.before) for one in done), default=0.0)
    metrics = _metrics(windows, done, usage)
    snapshot = Snapshot(metrics=metrics, parameters=adapt(parameters, metrics), at=now)
    return Optimized(done, snapshot)


def _relieved(
    turns: Sequence[Turn], now: datetime, budget: TokenBudget, rules: Rules, shorten: Shortener
) -> Relieved:
    tight = budget.is_tight(wished(turns, budget, shorten).tokens)
    analyzed = analyze(turns, now, tight=tight, rules=rules).suggestions
    relieved = relieve(applied(turns, analyzed), budget, shorten)
    changed = applied(turns, (*analyzed, *relieved))
    before, after = (partition(state, budget, shorten).tokens for state in (turns, changed))
    return Relieved(changed, (*analyzed, *relieved), before, after)


def _metrics(old: Sequence[Sequence[Turn]], new: Sequence[Relieved], usage: float) -> Metrics:
    pairs = [
        pair
        for turns, one in zip(old, new, strict=True)
        for pair in zip(turns, one.turns, strict=True)
    ]
    views = [(a.view, b.view) for a, b in pairs if a.view is not b.view]
    return Metrics(
        usage_ratio=usage,
        tokens_before=sum(one.before for one in new),
        tokens_after=sum(one.after for one in new),
        entries_compressed=sum(view is View.COMPRESSED for _, view in views),
        entries_dropped=sum(view is View.DROPPED for _, view in views),
        entries_promoted=sum(
            a.tier is Tier.SHORT_TERM and b.tier is Tier.LONG_TERM for a, b in pairs
        ),
    )
