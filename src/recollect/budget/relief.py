"""What to compress or drop when the budget is tight, until usage lies below the trigger again."""

from collections.abc import Iterator, Sequence

from recollect.budget.analyzer import Action, Reason, Suggestion
from recollect.budget.compressor import Shortener
from recollect.budget.partition import TokenBudget, wished
from recollect.domain.turn import Tier, Turn, View


def relieve(
    turns: Sequence[Turn], budget: TokenBudget, shorten: Shortener
) -> tuple[Suggestion, ...]:
    """Suggestions for turns before the window, oldest first, just enough to come below the trigger.

    Short-term turns are compressed before long-term ones, and dropped last: only what was compressed
    already is dropped, and long-term turns never.
    """
    if not budget.is_tight(wished(turns, budget, shorten).tokens):
        return ()
    tokens = [one.tokens for one in wished(turns, budget, shorten, tight=True).shown]
    total, taken = sum(tokens), list[Suggestion]()
    for place, action in _steps(turns[: budget.window_start(len(turns))]):
        if not budget.is_tight(total):
            break
        form = shorten(turns[place]) if action is Action.COMPRESS else None
        left = 0 if action is Action.DROP else form.tokens if form else tokens[place]
        total -= tokens[place] - left
        taken.append(Suggestion(place, turns[place], action, Reason.TIGHT_BUDGET))
    return tuple(taken)


def _steps(older: Sequence[Turn]) -> Iterator[tuple[int, Action]]:
    for tier in (Tier.SHORT_TERM, Tier.LONG_TERM):
        for place, turn in enumerate(older):
            if turn.tier is tier and turn.view is View.FULL:
                yield place, Action.COMPRESS
    for place, turn in enumerate(older):
        if turn.tier is Tier.SHORT_TERM and turn.view is View.COMPRESSED:
            yield place, Action.DROP
