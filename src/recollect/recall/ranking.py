"""The best rows first, without putting all the others in order."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from recollect.recall.index import AgentIndex, Flags
from recollect.recall.score import Scored

Rows = npt.NDArray[np.int64]
Scale = npt.NDArray[np.float64]

# The more stretches a score is looked through in, the fewer come into question, and the longer it takes to look.
_STRETCHES = 4


def ranked(
    index: AgentIndex, scored: Scored, allowed: Flags | None, most: int
) -> Iterator[list[int]]:
    """The allowed rows, so many at a time, best first; equal ones by time, then by their names."""
    scores = scored.total
    chosen = scores if allowed is None else np.where(allowed, scores, -np.inf)
    first = _in_order(index, scored, _leading(chosen, most, 10**-scored.digits), allowed)
    yield first[:most].tolist()
    # Whoever goes on is looking for something that only a few have: then all are put in order.
    rest = _in_order(index, scored, np.arange(len(scores)), allowed)
    for start in range(most, len(rest), most):
        yield rest[start : start + most].tolist()


def _leading(scores: Scale, most: int, equal: float) -> Rows:
    """Rows among which the best ones are, so many of them and all that are about equal to the last."""
    size = len(scores) // (_STRETCHES * most)
    if size < _STRETCHES:
        return np.arange(len(scores))
    tops = scores[: len(scores) // size * size].reshape(-1, size).max(axis=1)
    # In so many stretches there is one as good as this, so nothing below it can be among the best.
    least = np.partition(tops, len(tops) - most)[len(tops) - most]
    return np.flatnonzero(scores >= least - equal)


def _in_order(index: AgentIndex, scored: Scored, rows: Rows, allowed: Flags | None) -> Rows:
    rows = rows if allowed is None else rows[allowed[rows]]
    score, at = np.round(scored.total[rows], scored.digits), index.at[rows]
    order = np.lexsort((at, -score))
    rows, score, at = rows[order], score[order], at[order]
    if not ((score[1:] == score[:-1]) & (at[1:] == at[:-1])).any():
        return rows
    # Names decide, never the order of arrival: another process may have met them in another one.
    names = [index.keys[row][::-1] for row in rows.tolist()]
    by_name = sorted(range(len(rows)), key=names.__getitem__)
    rank = np.empty(len(rows), np.int64)
    rank[by_name] = np.arange(len(rows))
    return rows[np.lexsort((rank, at, -score))]
