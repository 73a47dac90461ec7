"""Which texts say again what a newer one says: the verdicts of comparing all pairs, without comparing them.

Two exact ways lead to the few sets of words that are worth comparing, and the one that leads to fewer
is taken. By parts: all words are dealt into parts, one more than the words in which two sets may
differ, so sets that are alike agree on a whole part. By rarity: words are put in order, rarest first;
sets that are alike share a word early in that order, and where it stands bounds what else they share.
Parts serve ordinary text; templates with one number changed agree on nearly all parts, but not by rarity.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from recollect.domain.similarity import jaccard

# A product of floats may come out a little too large, and a bound rounded up from it too strict.
_SLACK = 1e-9
# Comparing this many is quicker than looking for fewer.
_FEW = 100
# Sets that may differ in more than they share would need more parts than they have words.
_PARTS_FROM = 0.5
_MASK_BITS = 1023

# How many parts, which of them, and the sum of its words.
_Key = tuple[int, int, int]


def redundant(sets: Sequence[frozenset[str]], threshold: float) -> frozenset[int]:
    """The places of those with a later one at least this similar; the order is from old to new."""
    if threshold <= 0:
        return frozenset(range(len(sets) - 1))  # anything is that similar to anything
    if threshold > 1:
        return frozenset()
    newest = {words: place for place, words in enumerate(sets)}
    # Of equal sets only the newest needs a closer look. Nothing is like a text without words.
    repeated = {place for place, words in enumerate(sets) if words and newest[words] != place}
    places = sorted((place for words, place in newest.items() if words), reverse=True)
    found = _Comparison([sets[place] for place in places], threshold).repetitions()
    return frozenset(repeated | {places[number] for number in found})


class _Bag:
    """One set of words; a bit that differs between two masks stands for a word that differs."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = words
        self.size = len(words)
        self._keys: dict[int, list[_Key]] = {}

    def keys(self, parts: int) -> list[_Key]:
        """A key for each part: equal words give equal sums, and a chance equality is seen later."""
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
    """What follows from a threshold for sets of given sizes."""

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold

    def sizes_like(self, size: int) -> tuple[int, int]:
        """The smallest and the largest set that can be like one of this size."""
        least = math.ceil(self.threshold * size - _SLACK)
        return least, math.floor(size / self.threshold + _SLACK)

    def differences(self, one: int, other: int) -> int:
        """The most words that only one of two sets has, if they are alike."""
        share = (1 - self.threshold) / (1 + self.threshold)
        return math.floor(share * (one + other) + _SLACK)


class _Comparison:
    """Finds, among different sets given from new to old, those like one given before."""

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
    """Leads to sets that agree on one of their parts; sets of about one size are dealt alike."""

    def __init__(self, bounds: _Bounds) -> None:
        self._bounds = bounds
        self._seen: dict[_Key, list[_Bag]] = {}
        self._classes: dict[int, int] = {}
        self._dealt: set[int] = set()

    def add(self, bag: _Bag) -> None:
        self._dealt.add(self._class_of(bag.size))
        for key in bag.keys(self._class_of(bag.size)):
            self._seen.setdefault(key, []).append(bag)

    def near(self, bag: _Bag) -> list[list[_Bag]]:
        least, most = self._bounds.sizes_like(bag.size)
        classes = range(self._class_of(least), self._class_of(most) + 1)
        dealt = self._dealt.intersection(classes)
        keys = (key for parts in dealt for key in bag.keys(parts))
        return [self._seen[key] for key in keys if key in self._seen]

    def _class_of(self, size: int) -> int:
        """How many parts a set of this size is dealt into: differing in each would be too much."""
        if size not in self._classes:
            largest = self._bounds.sizes_like(size)[1]
            self._classes[size] = self._bounds.differences(size, largest) + 1
        return self._classes[size]


class _Rarity:
    """Leads to sets that share an early word, at places that leave enough to share."""

    def __init__(self, bags: Sequence[_Bag], bounds: _Bounds) -> None:
        self._bags = bags
        self._bounds = bounds
        counts = Counter(word for bag in bags for word in bag.words)
        by_rarity = sorted(counts, key=counts.__getitem__)
        self._ranks = {word: rank for rank, word in enumerate(by_rarity)}
        # Words that only one set has are shared with nobody.
        self._first_shared = bisect_left(by_rarity, 2, key=counts.__getitem__)
        # Of a word: the sets that hold it by (their size, its place in their order).
        self._seen: dict[int, dict[tuple[int, int], list[_Bag]]] = {}
        self._added = 0

    def near(self, number: int) -> list[list[_Bag]]:
        """The sets before this one that it is to be compared with."""
        for earlier in self._bags[self._added : number]:
            self._add(earlier)
        self._added = number
        bag = self._bags[number]
        return [
            group
            for place, word in self._early(bag)
            for (size, other_place), group in self._seen.get(word, {}).items()
            if bag.size + size - 2 * min(bag.size - place, size - other_place)
            <= self._bounds.differences(bag.size, size)
        ]

    def _add(self, bag: _Bag) -> None:
        for place, word in self._early(bag):
            groups = self._seen.setdefault(word, {})
            groups.setdefault((bag.size, place), []).append(bag)

    def _early(self, bag: _Bag) -> list[tuple[int, int]]:
        """The words by one of which a set is found, with their places: the rest alone is too little."""
        order = sorted(map(self._ranks.__getitem__, bag.words))
        start = bisect_left(order, self._first_shared)
        end = bag.size - self._bounds.sizes_like(bag.size)[0] + 1
        return list(enumerate(order[start:end], start))
