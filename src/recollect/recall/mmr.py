"""Maximal marginal relevance: the first ranks should not say the same thing again and again."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


def diversified(
    scores: Sequence[float], words: Sequence[npt.NDArray[np.uint32]], strength: float, ranks: int
) -> list[int]:
    """The items best first: in the first ranks relevance against likeness to those before (1 = relevance only)."""
    count = len(scores)
    if count < 3 or strength >= 1:  # noqa: PLR2004 - two cannot be put in a better order
        return list(range(count))
    low, high = min(scores), max(scores)
    relevance = (np.array(scores) - low) / (high - low) if high > low else np.ones(count)
    alike = (1 - strength) * _alike(words)
    likeness = np.zeros(count)
    worth = strength * relevance
    chosen: list[int] = []
    for _ in range(min(count, ranks)):
        best = int((worth - likeness).argmax())
        worth[best] = -np.inf
        chosen.append(best)
        np.maximum(likeness, alike[best], out=likeness)
    taken = set(chosen)
    return chosen + [number for number in range(count) if number not in taken]


def _alike(words: Sequence[npt.NDArray[np.uint32]]) -> npt.NDArray[np.float64]:
    """The Jaccard likeness of each to each, counted in bits: one for every word that any of them holds."""
    found, columns = np.unique(np.concatenate(words), return_inverse=True)
    held = np.zeros((len(words), 64 * (len(found) // 64 + 1)), np.bool_)
    held[np.repeat(np.arange(len(words)), [len(each) for each in words]), columns] = True
    bits = np.packbits(held, axis=1).view(np.uint64)
    shared = np.bitwise_count(bits[:, None] & bits).sum(axis=2, dtype=np.int64)
    sizes = shared.diagonal()
    return np.asarray(shared / np.maximum(sizes[:, None] + sizes - shared, 1), np.float64)
