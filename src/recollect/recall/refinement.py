"""Which items get exact cosines after a scan with approximate ones: all that may be best."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from recollect.recall.content import Content, Refine, Scores, Units
from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Doubles, Flags, Ints, Numbers

# By how much the scores of two units, or items, may be wrong together.
_MARGIN: Final = 0.08
# One score in so many is looked at to guess how high the best are; an odd number, because speakers
# take turns. So many times as many as needed are expected, at the second attempt if the first
# finds too few, and so many times as many are too many.
_SAMPLED: Final = 17
_ENOUGH: Final = (1.5, 2.2)
_MANY: Final = 3
# The best turn of each conversation counts for all others. Of more conversations than these, only
# those are looked at that the best items belong to.
_CONVERSATIONS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Refinement:
    """How cosines become exact, and of which items: the best `count` of the `allowed` ones."""

    refine: Refine
    allowed: Flags | None
    count: int


@dataclass(frozen=True, slots=True)
class Refined:
    """The items with exact scores, in ascending order: the best ones, and others.

    `error` is what cosines were off by, in deviations of all: the root of the mean square.
    """

    rows: Numbers
    error: float
    refine: Refine


def rows_to_refine(
    index: AgentIndex, total: Scores, by_content: Scores, tops: Doubles, refinement: Refinement
) -> Numbers:
    """The best items, and those that may be the best of their conversations, in order."""
    allowed = refinement.allowed
    best = _best(total if allowed is None else np.where(allowed, total, -np.inf), refinement.count)
    best = best if allowed is None else best[allowed[best]]
    wanted = np.zeros(len(total), np.bool_)
    wanted[best] = True
    wanted[_best_of_conversations(index, by_content, tops, best)] = True
    return np.flatnonzero(wanted)


def _best(scores: Scores, count: int) -> Numbers:
    """About the best `count`, and seldom fewer: a sample tells how high their scores are."""
    sample = scores[::_SAMPLED]
    for enough in _ENOUGH:
        least = round(enough * count / _SAMPLED)
        if least >= len(sample):
            return np.arange(len(scores))
        best = np.flatnonzero(scores >= np.partition(sample, -least)[-least])
        if count <= len(best) <= _MANY * count:
            return best
    chosen: Numbers = np.argpartition(scores, -count)[-count:]
    return chosen


def _best_of_conversations(
    index: AgentIndex, by_content: Scores, tops: Doubles, rows: Numbers
) -> Numbers:
    """The items that may be the best of their conversations, perhaps only of those of `rows`."""
    runs, lengths = runs_of(index)
    least = tops - _MARGIN
    if len(runs) > _CONVERSATIONS:
        others = np.ones(len(runs), np.bool_)
        others[np.searchsorted(runs, rows, "right") - 1] = False
        least[others] = np.inf
    best = np.flatnonzero(by_content >= np.repeat(least.astype(by_content.dtype), lengths))
    # What has no vector yet has no error. There may be many such items, all with the same score.
    certain = ~index.embedded[index.first_unit[best]]
    run_of = np.searchsorted(runs, best, "right") - 1
    is_top = certain & (by_content[best] == tops[run_of])
    is_top[1:] &= ~is_top[:-1] | (run_of[1:] != run_of[:-1])
    return np.asarray(best[~certain | is_top], np.int64)


def best_of_runs(index: AgentIndex, by_content: Scores) -> Doubles:
    """The best score in each run of items from one conversation."""
    return np.maximum.reduceat(by_content, runs_of(index)[0]).astype(np.float64)


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
    content.total[units[near]] = sum(content.parts_of(units[near]).values())
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
    runs = np.append(0, np.flatnonzero(numbers[1:] != numbers[:-1]) + 1)
    return runs, np.diff(runs, append=len(numbers))
