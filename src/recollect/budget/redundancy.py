"""Finds texts that a newer text repeats, with the result of comparing all pairs but far fewer.

Words are sorted, rarest first. Similar sets share a word early in that order, and its positions
bound how many words they can share, so each set is compared only with those found under its rarest
words.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from recollect.domain.similarity import jaccard

# A product of floats may be slightly too large, which would make a rounded bound too strict.
_SLACK = 1e-9
_MASK_BITS = 1023


def find_redundant(sets: Sequence[frozenset[str]], threshold: float) -> frozenset[int]:
    """The positions of sets that a later set is similar to; sets are ordered from old to new."""
    if threshold <= 0:
        return frozenset(range(len(sets) - 1))  # any two sets are this similar
    if threshold > 1:
        return frozenset()
    newest = {words: place for place, words in enumerate(sets)}
    # Of equal sets, only the newest is compared further. An empty set is similar to nothing.
    repeated = {place for place, words in enumerate(sets) if words and newest[words] != place}
    places = sorted((place for words, place in newest.items() if words), reverse=True)
    index = _Index([sets[place] for place in places], threshold)
    return frozenset(repeated.union(place for place in places if index.add(sets[place])))


class _Bag:
    """One set of words; each bit that differs between two masks means a word that differs."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = words
        self.size = len(words)
        self.mask = 0
        for word in words:
            self.mask |= 1 << (hash(word) & _MASK_BITS)


class _Index:
    """The sets seen so far, by their rarest words and the positions of those words."""

    def __init__(self, sets: Sequence[frozenset[str]], threshold: float) -> None:
        self._threshold = threshold
        counts = Counter(word for words in sets for word in words)
        by_rarity = sorted(counts, key=counts.__getitem__)
        self._ranks = {word: rank for rank, word in enumerate(by_rarity)}
        # Words that occur in only one set are never shared.
        self._first_shared = bisect_left(by_rarity, 2, key=counts.__getitem__)
        # For each word: the sets that contain it, by (size of the set, position of the word).
        self._seen: dict[int, dict[tuple[int, int], list[_Bag]]] = {}

    def add(self, words: frozenset[str]) -> bool:
        """Add a set, and return whether it is similar to one that was added before."""
        bag = _Bag(words)
        rarest = self._rarest(bag)
        found = any(
            jaccard(words, other.words) >= self._threshold for other in self._near(bag, rarest)
        )
        for place, word in rarest:
            groups = self._seen.setdefault(word, {})
            groups.setdefault((bag.size, place), []).append(bag)
        return found

    def _near(self, bag: _Bag, rarest: list[tuple[int, int]]) -> Iterator[_Bag]:
        """The earlier sets that may be similar to this one."""
        for place, word in rarest:
            for (size, other_place), group in self._seen.get(word, {}).items():
                at_most = self._differences(bag.size, size)
                # Words before these positions are not shared.
                if bag.size + size - 2 * min(bag.size - place, size - other_place) > at_most:
                    continue
                for other in group:
                    if (bag.mask ^ other.mask).bit_count() <= at_most:
                        yield other

    def _differences(self, one: int, other: int) -> int:
        """The maximum number of words that only one of two similar sets has."""
        share = (1 - self._threshold) / (1 + self._threshold)
        return math.floor(share * (one + other) + _SLACK)

    def _rarest(self, bag: _Bag) -> list[tuple[int, int]]:
        """The words to index, with positions; sets that share none of them are not similar."""
        order = sorted(map(self._ranks.__getitem__, bag.words))
        start = bisect_left(order, self._first_shared)
        smallest = math.ceil(self._threshold * bag.size - _SLACK)
        return list(enumerate(order[start : bag.size - smallest + 1], start))
