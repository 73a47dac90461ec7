"""Which items get exact cosines after a scan with approximate ones: all that may be best."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from recollect.recall.content import Content, Refine, Units
from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Doubles, Flags, Ints, Numbers
from recollect.recall.leading import leading

# By how much the scores of two units, or items, may be wrong together.
_MARGIN: Final = 0.15
# The best turn of each conversation counts for all others. Of more conversations than these, only
# those are looked at that the best items belong to.
_CONVERSATIONS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Refinement:
    """How cosines become exact, and of which items: the best `count` of the `allowed` ones."""

    refine: Refine
    allowed: Flags | None
    count: int


def rows_to_refine(
    index: AgentIndex, total: Doubles, by_content: Doubles, refinement: Refinement
) -> Numbers:
    """The best items, and those that are the best of their conversations, in order."""
    allowed = refinement.allowed
    permitted = total if allowed is None else np.where(allowed, total, -np.inf)
    rows = leading(permitted, refinement.count, 0.0)
    rows = rows if allowed is None else rows[allowed[rows]]
    if len(rows) > 2 * refinement.count:
        best = np.argpartition(total[rows], -refinement.count)[-refinement.count :]
        rows = rows[best]
    return np.union1d(rows, _best_of_conversations(index, by_content, rows))


def _best_of_conversations(index: AgentIndex, by_content: Doubles, rows: Numbers) -> Numbers:
    """The items that may be the best of their conversations, perhaps only of those of `rows`."""
    runs, lengths = runs_of(index)
    least = np.maximum.reduceat(by_content, runs) - _MARGIN
    if len(runs) > _CONVERSATIONS:
        others = np.ones(len(runs), np.bool_)
        others[np.searchsorted(runs, rows, "right") - 1] = False
        least[others] = np.inf
    best = np.flatnonzero(by_content >= np.repeat(least, lengths))
    # What has no vector yet has no error.
    return best[index.embedded[index.first_unit[best]]]


def refine_rows(
    index: AgentIndex, content: Content, best: Units | None, rows: Numbers, refine: Refine
) -> float:
    """Make the scores of these items exact, choose their best units again, and return the error."""
    if best is None:
        return content.refine(rows, refine)
    counts = index.passage_counts(rows)
    starts = np.cumsum(counts) - counts
    units = np.repeat(index.first_unit[rows] - starts, counts) + np.arange(counts.sum())
    near = content.total[units] >= np.repeat(content.total[best[rows]] - _MARGIN, counts)
    error = content.refine(units[near], refine)
    tops = np.repeat(np.maximum.reduceat(content.total[units], starts), counts)
    leaders = np.flatnonzero(content.total[units] == tops)[::-1]
    # Assigned in reverse, so that the first of equal units wins.
    best[index.turn_of[units[leaders]]] = units[leaders]
    return error


def runs_of(index: AgentIndex) -> tuple[Numbers, Numbers]:
    """The start and the length of each run of items from one conversation.

    The turns of a conversation are adjacent except for late additions, so there are few runs.
    """
    return index.cached("runs", lambda: _runs(index.conversation))


def _runs(numbers: Ints) -> tuple[Numbers, Numbers]:
    runs = np.flatnonzero(np.diff(numbers, prepend=-1))
    return runs, np.diff(runs, append=len(numbers))
