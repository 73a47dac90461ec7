"""Rank the best rows without sorting all of them."""

from collections.abc import Iterator

import numpy as np

from recollect.recall.index import AgentIndex
from recollect.recall.index_arrays import Doubles, Flags, Numbers
from recollect.recall.score import Scored

# Chunks per requested row: more chunks leave fewer candidates, but take longer to scan.
_CHUNKS_PER_ROW = 4


def ranked(
    index: AgentIndex, scored: Scored, allowed: Flags | None, batch: int
) -> Iterator[list[int]]:
    """The allowed rows in batches, best first; ties are broken by time, then by name."""
    scores = scored.total
    if scored.refined is None:
        permitted = scores if allowed is None else np.where(allowed, scores, -np.inf)
        candidates = _leading(permitted, batch, 10**-scored.digits)
    else:
        candidates = scored.refined.rows
    first = _sorted(index, scored, candidates, allowed)
    yield first[:batch].tolist()
    # A caller that continues filters for something rare, so sort everything.
    rest = _sorted(index, scored, np.arange(len(scores)), allowed)
    for start in range(batch, len(rest), batch):
        yield rest[start : start + batch].tolist()


def _sorted(index: AgentIndex, scored: Scored, rows: Numbers, allowed: Flags | None) -> Numbers:
    rows = rows if allowed is None else rows[allowed[rows]]
    score, at = np.round(scored.total[rows], scored.digits), index.at[rows]
    order = np.lexsort((at, -score))
    rows, score, at = rows[order], score[order], at[order]
    if not ((score[1:] == score[:-1]) & (at[1:] == at[:-1])).any():
        return rows
    # Break ties by name, not by arrival: another process may have read them in another order.
    names = [index.keys[row][::-1] for row in rows.tolist()]
    by_name = sorted(range(len(rows)), key=names.__getitem__)
    rank = np.empty(len(rows), np.int64)
    rank[by_name] = np.arange(len(rows))
    return rows[np.lexsort((rank, at, -score))]


def _leading(scores: Doubles, count: int, tolerance: float) -> Numbers:
    """A superset of the best `count` rows, with all ties of the last one."""
    size = len(scores) // (_CHUNKS_PER_ROW * count)
    if size < _CHUNKS_PER_ROW:
        return np.arange(len(scores))
    tops = scores[: len(scores) // size * size].reshape(-1, size).max(axis=1)
    # At least `count` chunks have a row this good, so nothing below it can be among the best.
    minimum = np.partition(tops, len(tops) - count)[len(tops) - count]
    return np.flatnonzero(scores >= minimum - tolerance)
