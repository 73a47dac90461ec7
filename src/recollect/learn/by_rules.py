"""Statements by the built-in rules, decided the same whether turns come one by one or all at once.

Where tools are at work an instruction is for an agent that acts, and it is often given before the first of them. So
what counts is whether there is a tool near by, before or behind; when one comes, the turns before it are read again.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from recollect.learn.pipeline import BEFORE, Extracted
from recollect.model.entry import Kind
from recollect.model.learning import Proposal
from recollect.model.turn import Role, Turn

# The rules themselves: the turns of a conversation, and from which index on they are to be learned from.
Rules = Callable[[Sequence[Turn], int], Sequence[Proposal]]


def by_rules(rules: Rules, turns: Sequence[Turn], since: int) -> Extracted:
    """What the turns from `since` on state, and what the turns before it turn out to be by the tools that came."""
    index = {turn.id: turn.index for turn in turns}
    stated = [one for start, part in _parts(turns) for one in rules(part, start)]
    return Extracted(
        tuple(
            one for one in stated if index[one.turn_id] >= since or one.kind is Kind.USER_PREFERENCE
        )
    )


def _parts(turns: Sequence[Turn]) -> Iterator[tuple[int, Sequence[Turn]]]:
    """The stretches with tools near by and those without, each with the turns before it."""
    tools = [turn.index for turn in turns if turn.role is Role.TOOL]

    def near(place: int) -> bool:
        return any(abs(turns[place].index - tool) <= BEFORE for tool in tools)

    for _, run in groupby(range(len(turns)), near):
        places = list(run)
        first = turns[places[0]].index
        shown = [turn for turn in turns[: places[-1] + 1] if turn.index >= first - BEFORE]
        yield first, shown if len(places) < len(turns) else turns
