"""Fits the end of a conversation into a budget."""

from collections.abc import Iterator, Sequence

from recollect.budget.compressor import Shortener
from recollect.budget.partition import TokenBudget, partition
from recollect.domain.turn import Turn, View


def fit_to_budget(
    newest_first: Iterator[Turn], budget: TokenBudget, shorten: Shortener
) -> dict[int, str]:
    """The text to show for each of the last messages, by distance from the end.

    Reads no more messages than could fit if all were compressed; dropped messages are omitted.
    """
    turns = _enough(newest_first, budget, shorten)
    shown = partition(turns, budget, shorten).shown
    return {
        distance: message.text
        for distance, message in enumerate(reversed(shown))
        if message.view is not View.DROPPED
    }


def _enough(
    newest_first: Iterator[Turn], budget: TokenBudget, shorten: Shortener
) -> Sequence[Turn]:
    turns: list[Turn] = []
    smallest_total = 0
    for turn in newest_first:
        turns.append(turn)
        if turn.view is not View.DROPPED:
            # The real size: with an estimate, messages that fit could be missed.
            form = shorten(turn)
            smallest_total += form.tokens if form else turn.tokens
        if smallest_total > budget.message_limit and len(turns) >= budget.full_message_window:
            break
    return turns[::-1]
