"""Finds texts that a newer text repeats, with the result of comparing all pairs but far fewer.

There are two exact indexes for the candidates of a set of words, and the one with fewer candidates
is used. By parts: words are hashed into one part more than the number of words in which two similar
sets may differ, so similar sets agree on at least one whole part. By rarity: words are sorted,
rarest first; similar sets share a word early in that order, and its position bounds how many words
they share. Parts suit ordinary text; templates that differ in one number agree on nearly all parts,
but not on their rarest words.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from recollect.domain.similarity import jaccard

# A product of floats may be slightly too large, which would make a rounded bound too strict.
_SLACK = 1e-9
# Comparing this many is faster than searching for fewer candidates.
_FEW = 100
# Below this threshold, sets would need more parts than they have words.
_PARTS_FROM = 0.5
_MASK_BITS = 1023

# The number of parts, the number of this part, and the sum of its words' hashes.
_Key = tuple[int, int, int]


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
    found = _Comparison([sets[place] for place in places], threshold).repetitions()
    return frozenset(repeated | {places[number] for number in found})


class _Bag:
    """One set of words; each bit that differs between two masks means a word that differs."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = words
        self.size = len(words)
        self._keys: dict[int, list[_Key]] = {}

    def keys(self, parts: int) -> list[_Key]:
        """A key for each part: equal parts have equal sums, and collisions are detected later."""
        if parts not in self._keys:
            sums = [0] * parts
            for word in self.words:
                code = hash(word)
                sums[code % parts] += code
            self._keys[parts] = [(parts, place, total) for place, total in enumerate(sums)]
        return self._keys[parts]

    @cached_property
    def mask(self) -> int:
        mask = 0
        for word in self.words:
            mask |= 1 << (hash(word) & _MASK_BITS)
        return mask


class _Bounds:
    """Bounds that a similarity threshold implies for sets of given sizes."""

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold

    def sizes_like(self, size: int) -> tuple[int, int]:
        """The smallest and the largest size of a set that can be similar to one of this size."""
        smallest = math.ceil(self.threshold * size - _SLACK)
        return smallest, math.floor(size / self.threshold + _SLACK)

    def differences(self, one: int, other: int) -> int:
        """The maximum number of words that only one of two similar sets has."""
        share = (1 - self.threshold) / (1 + self.threshold)
        return math.floor(share * (one + other) + _SLACK)


class _Comparison:
    """Finds, among distinct sets given from new to old, those similar to an earlier one."""

    def __init__(self, sets: Sequence[frozenset[str]], threshold: float) -> None:
        self._bounds = _Bounds(threshold)
        self._bags = [_Bag(words) for words in sets]
        self._parts = _Parts(self._bounds)

    def repetitions(self) -> Iterator[int]:
        for number, bag in enumerate(self._bags):
            if any(self._is_like_one_of(bag, group) for group in self._fewest(number)):
                yield number
            if self._bounds.threshold >= _PARTS_FROM:
                self._parts.add(bag)

    @cached_property
    def _rarity(self) -> "_Rarity":
        return _Rarity(self._bags, self._bounds)

    def _fewest(self, number: int) -> list[list[_Bag]]:
        if self._bounds.threshold < _PARTS_FROM:
            return self._rarity.near(number)
        by_parts = self._parts.near(self._bags[number])
        if _count(by_parts) <= _FEW:
            return by_parts
        return min(by_parts, self._rarity.near(number), key=_count)

    def _is_like_one_of(self, bag: _Bag, others: list[_Bag]) -> bool:
        at_most = self._bounds.differences(bag.size, self._bounds.sizes_like(bag.size)[1])
        mask, words, threshold = bag.mask, bag.words, self._bounds.threshold
        return any(
            jaccard(words, other.words) >= threshold
            for other in others
            if (mask ^ other.mask).bit_count() <= at_most
        )


def _count(groups: list[list[_Bag]]) -> int:
    return sum(map(len, groups))


class _Parts:
    """An index of sets by their parts; sets of similar size have the same number of parts."""

    def __init__(self, bounds: _Bounds) -> None:
        self._bounds = bounds
        self._seen: dict[_Key, list[_Bag]] = {}
        self._parts_by_size: dict[int, int] = {}
        self._part_counts: set[int] = set()

    def add(self, bag: _Bag) -> None:
        self._part_counts.add(self._parts_for(bag.size))
        for key in bag.keys(self._parts_for(bag.size)):
            self._seen.setdefault(key, []).append(bag)

    def near(self, bag: _Bag) -> list[list[_Bag]]:
        smallest, largest = self._bounds.sizes_like(bag.size)
        possible = range(self._parts_for(smallest), self._parts_for(largest) + 1)
        counts = self._part_counts.intersection(possible)
        keys = (key for parts in counts for key in bag.keys(parts))
        return [self._seen[key] for key in keys if key in self._seen]

    def _parts_for(self, size: int) -> int:
        """The number of parts of a set of this size: sets that differ in each are not similar."""
        if size not in self._parts_by_size:
            largest = self._bounds.sizes_like(size)[1]
            self._parts_by_size[size] = self._bounds.differences(size, largest) + 1
        return self._parts_by_size[size]


class _Rarity:
    """An index of sets by their rarest words, and the positions of those words."""

    def __init__(self, bags: Sequence[_Bag], bounds: _Bounds) -> None:
        self._bags = bags
        self._bounds = bounds
        counts = Counter(word for bag in bags for word in bag.words)
        by_rarity = sorted(counts, key=counts.__getitem__)
        self._ranks = {word: rank for rank, word in enumerate(by_rarity)}
        # Words that occur in only one set are never shared.
        self._first_shared = bisect_left(by_rarity, 2, key=counts.__getitem__)
        # For each word: the sets that contain it, by (size of the set, position of the word).
        self._seen: dict[int, dict[tuple[int, int], list[_Bag]]] = {}
        self._added = 0

    def near(self, number: int) -> list[list[_Bag]]:
        """The earlier sets to compare this one with."""
        for earlier in self._bags[self._added : number]:
            self._add(earlier)
        self._added = number
        bag = self._bags[number]
        return [
            group
            for place, word in self._rarest(bag)
            for (size, other_place), group in self._seen.get(word, {}).items()
            if bag.size + size - 2 * min(bag.size - place, size - other_place)
            <= self._bounds.differences(bag.size, size)
        ]

    def _add(self, bag: _Bag) -> None:
        for place, word in self._rarest(bag):
            groups = self._seen.setdefault(word, {})
            groups.setdefault((bag.size, place), []).append(bag)

    def _rarest(self, bag: _Bag) -> list[tuple[int, int]]:
        """The words to index, with positions; sets that share none of them are not similar."""
        order = sorted(map(self._ranks.__getitem__, bag.words))
        start = bisect_left(order, self._first_shared)
        end = bag.size - self._bounds.sizes_like(bag.size)[0] + 1
        return list(enumerate(order[start:end], start))
