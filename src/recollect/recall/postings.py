"""Which units hold a term, and how often: packed arrays for what was loaded, small lists for what came since."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Terms = npt.NDArray[np.uint32]

# Beyond this many late entries they are packed too: a lookup stays a slice, an insert stays an append.
_LATE_MAX = 50_000


class Postings:
    """Units by term. Units are numbered from 0 in the order in which they came."""

    def __init__(self) -> None:
        self._terms: Terms = np.empty(0, np.uint32)
        self._starts: npt.NDArray[np.int64] = np.zeros(1, np.int64)
        self._units: Ints = np.empty(0, np.int32)
        self._counts: Ints = np.empty(0, np.int32)
        self._late: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._late_size = 0

    def add(self, first: int, units: Sequence[Terms]) -> None:
        """Take in the terms of units numbered from `first` on."""
        if sum(map(len, units)) > _LATE_MAX:
            self._pack(first, units)
            return
        for number, terms in enumerate(units, start=first):
            found, counts = np.unique(terms, return_counts=True)
            for term, count in zip(found.tolist(), counts.tolist(), strict=True):
                self._late[term].append((number, count))
            self._late_size += len(found)
        if self._late_size > _LATE_MAX:
            self._pack(first, ())

    def of(self, term: int) -> tuple[Ints, Ints]:
        """The units that hold a term, in order, and how often each does."""
        place = int(np.searchsorted(self._terms, np.uint32(term)))
        units, counts = self._units[:0], self._counts[:0]
        if place < len(self._terms) and self._terms[place] == term:
            part = slice(self._starts[place], self._starts[place + 1])
            units, counts = self._units[part], self._counts[part]
        late = self._late.get(term)
        if late:
            fresh = np.array(late, np.int32)
            units = np.concatenate([units, fresh[:, 0]])
            counts = np.concatenate([counts, fresh[:, 1]])
        return units, counts

    @property
    def nbytes(self) -> int:
        """About how much room this takes."""
        packed = self._terms.nbytes + self._starts.nbytes + self._units.nbytes + self._counts.nbytes
        return packed + 150 * self._late_size

    def _pack(self, first: int, units: Sequence[Terms]) -> None:
        """Merge everything into sorted arrays."""
        terms = [np.repeat(self._terms, np.diff(self._starts))]
        numbers, counts = [self._units], [self._counts]
        for term, late in self._late.items():
            fresh = np.array(late, np.int32)
            terms.append(np.full(len(fresh), term, np.uint32))
            numbers.append(fresh[:, 0])
            counts.append(fresh[:, 1])
        if units:
            which = np.repeat(np.arange(first, first + len(units)), [len(u) for u in units])
            pairs = (np.concatenate(units).astype(np.int64) << 32) | which
            found, often = np.unique(pairs, return_counts=True)
            terms.append((found >> 32).astype(np.uint32))
            numbers.append((found & 0xFFFFFFFF).astype(np.int32))
            counts.append(often.astype(np.int32))
        self._store(np.concatenate(terms), np.concatenate(numbers), np.concatenate(counts))
        self._late.clear()
        self._late_size = 0

    def _store(self, terms: Terms, units: Ints, counts: Ints) -> None:
        order = np.lexsort((units, terms))
        self._terms, starts = np.unique(terms[order], return_index=True)
        self._starts = np.append(starts, len(terms)).astype(np.int64)
        self._units, self._counts = units[order], counts[order]
