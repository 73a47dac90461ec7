"""One run of the optimizer over the turns of one window: measure, analyze, act, adapt, record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from recollect.budget.analyzer import Rules, Suggestion, analyze, applied
from recollect.budget.compressor import Shortener
from recollect.budget.optimizer import Metrics, Parameters, Snapshot, adapt
from recollect.budget.partition import TokenBudget, partition, wished
from recollect.budget.relief import relieve
from recollect.model.turn import Tier, Turn, View


@dataclass(frozen=True, slots=True)
class Optimized:
    """What a run came to: the turns with their new views and tiers, why, and its record.

    The parameters for the next run are those of the snapshot.
    """

    turns: tuple[Turn, ...]
    suggestions: tuple[Suggestion, ...]
    snapshot: Snapshot


def optimize(
    turns: Sequence[Turn],
    now: datetime,
    *,
    parameters: Parameters,
    budget: TokenBudget | None = None,
    rules: Rules | None = None,
    shorten: Shortener | None = None,
) -> Optimized:
    """Run once over turns, oldest first; window, trigger and least relevance are those of the parameters."""
    shorten = shorten or Shortener()
    tuned = replace(
        budget or TokenBudget(),
        full_message_window=parameters.full_message_window,
        compression_trigger_ratio=parameters.compression_trigger,
    )
    rules = replace(rules or Rules(), min_relevance=parameters.min_relevance)
    tight = tuned.is_tight(wished(turns, tuned, shorten).tokens)
    analyzed = analyze(turns, now, tight=tight, rules=rules).suggestions
    relieved = relieve(applied(turns, analyzed), tuned, shorten)
    changed = applied(turns, (*analyzed, *relieved))
    before, after = (partition(state, tuned, shorten).tokens for state in (turns, changed))
    metrics = _metrics(turns, changed, tuned.usage(before), (before, after))
    snapshot = Snapshot(metrics=metrics, parameters=adapt(parameters, metrics), at=now)
    return Optimized(changed, (*analyzed, *relieved), snapshot)


def _metrics(
    old: Sequence[Turn], new: Sequence[Turn], usage: float, tokens: tuple[int, int]
) -> Metrics:
    views = [(a.view, b.view) for a, b in zip(old, new, strict=True) if a.view is not b.view]
    return Metrics(
        usage_ratio=usage,
        tokens_before=tokens[0],
        tokens_after=tokens[1],
        entries_compressed=sum(view is View.COMPRESSED for _, view in views),
        entries_dropped=sum(view is View.DROPPED for _, view in views),
        entries_promoted=sum(
            a.tier is Tier.SHORT_TERM and b.tier is Tier.LONG_TERM
            for a, b in zip(old, new, strict=True)
        ),
    )
