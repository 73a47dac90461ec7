"""Suggests what to compress or drop until a tight budget is below its trigger again."""

from collections.abc import Iterator, Sequence

from recollect.budget.analyzer import Action, Suggestion
from recollect.budget.compressor import Shortener
from recollect.budget.partition import TokenBudget, as_requested
from recollect.domain.turn import Tier, Turn, View


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
