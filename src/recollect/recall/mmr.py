"""Maximal marginal relevance: avoid near-duplicates in the first ranks."""

from collections.abc import Sequence

import numpy as np

from recollect.recall.index_arrays import Doubles, Terms


def diversified(
    scores: Sequence[float], words: Sequence[Terms], strength: float, ranks: int
) -> list[int]:
    """The order of the items, trading relevance against similarity to higher ranks.

    `strength` 1 is relevance only; items after the first `ranks` keep their order.
    """
    count = len(scores)
    if count < 3 or strength >= 1:  # noqa: PLR2004 - two items have no better order
        return list(range(count))
    low, high = min(scores), max(scores)
    relevance = (np.array(scores) - low) / (high - low) if high > low else np.ones(count)
    similarity = (1 - strength) * _jaccard(words)
    penalty = np.zeros(count)
    worth = strength * relevance
    chosen: list[int] = []
    for _ in range(min(count, ranks)):
        best = int((worth - penalty).argmax())
        worth[best] = -np.inf
        chosen.append(best)
        np.maximum(penalty, similarity[best], out=penalty)
    taken = set(chosen)
    return chosen + [number for number in range(count) if number not in taken]


def _jaccard(words: Sequence[Terms]) -> Doubles:
    """The Jaccard similarity of each pair, computed on bit sets with one bit per distinct word."""
    # A product of matrices would wake the threads of BLAS, which costs 8 ms.
    distinct, columns = np.unique(np.concatenate(words), return_inverse=True)
    members = np.zeros((len(words), 64 * (len(distinct) // 64 + 1)), np.bool_)
    members[np.repeat(np.arange(len(words)), [*map(len, words)]), columns] = True
    bits = np.ascontiguousarray(np.packbits(members, axis=1).view(np.uint64).T)
    shared = np.bitwise_count(bits[:, :, None] & bits[:, None]).sum(axis=0, dtype=np.int64)
    sizes = shared.diagonal()
    return np.asarray(shared / np.maximum(sizes[:, None] + sizes - shared, 1), np.float64)
