"""The end of a conversation -> the form in which each of its messages fits a budget."""

from collections.abc import Iterator, Sequence

from recollect.budget.compressor import Shortener
from recollect.budget.partition import TokenBudget, partition
from recollect.domain.turn import Turn, View


def fitted(newest_first: Iterator[Turn], budget: TokenBudget, shorten: Shortener) -> dict[int, str]:
    """What to show of the last messages, by how far from the end they stand.

    No more of them are looked at than could fit even if all were compressed; what is dropped is left out.
    """
    turns = _enough(newest_first, budget, shorten)
    shown = partition(turns, budget, shorten).shown
    return {
        distance: one.text
        for distance, one in enumerate(reversed(shown))
        if one.view is not View.DROPPED
    }


def _enough(
    newest_first: Iterator[Turn], budget: TokenBudget, shorten: Shortener
) -> Sequence[Turn]:
    turns: list[Turn] = []
    least = 0
    for turn in newest_first:
        turns.append(turn)
        if turn.view is not View.DROPPED:
            # The real size: an estimate would leave out what fits where much is saved, and read too much elsewhere.
            form = shorten(turn)
            least += form.tokens if form else turn.tokens
        if least > budget.room and len(turns) >= budget.full_message_window:
            break
    return turns[::-1]
