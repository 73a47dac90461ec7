"""Maximal marginal relevance: the first ranks should not say the same thing again and again."""

from collections.abc import Sequence


def diversified(
    scores: Sequence[float], words: Sequence[frozenset[int]], strength: float, ranks: int
) -> list[int]:
    """The items best first: in the first ranks relevance against likeness to those before (1 = relevance only)."""
    rest = list(range(len(scores)))
    if len(rest) < 3 or strength >= 1:  # noqa: PLR2004 - two cannot be put in a better order
        return rest
    low, high = min(scores), max(scores)
    relevance = [(score - low) / (high - low) if high > low else 1.0 for score in scores]
    likeness = [0.0] * len(rest)
    chosen: list[int] = []
    while rest and len(chosen) < ranks:
        best = max(rest, key=lambda n: (strength * relevance[n] - (1 - strength) * likeness[n], -n))
        rest.remove(best)
        chosen.append(best)
        for number in rest:
            likeness[number] = max(likeness[number], _jaccard(words[best], words[number]))
    return chosen + rest


def _jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared) if shared else 0.0
