"""The best of many rows without sorting all of them."""

import numpy as np

from recollect.recall.index_arrays import Doubles, Numbers

# Chunks per requested row: more chunks leave fewer candidates, but take longer to scan.
_CHUNKS_PER_ROW = 4


def leading(scores: Doubles, count: int, tolerance: float) -> Numbers:
    """A superset of the best `count` rows, with all ties of the last one."""
    size = len(scores) // (_CHUNKS_PER_ROW * count)
    if size < _CHUNKS_PER_ROW:
        return np.arange(len(scores))
    tops = scores[: len(scores) // size * size].reshape(-1, size).max(axis=1)
    # At least `count` chunks have a row this good, so nothing below it can be among the best.
    minimum = np.partition(tops, len(tops) - count)[len(tops) - count]
    return np.flatnonzero(scores >= minimum - tolerance)
