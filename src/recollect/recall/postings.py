"""An inverted index: packed arrays for bulk loads, small arrays for later additions."""

from array import array

import numpy as np
import numpy.typing as npt

from recollect.recall.index_arrays import Ints, Numbers, Terms

_HALF = np.uint64(32)
_LOW = np.uint64(2**32 - 1)
# Approximate cost of a late term without its entries: an array and a dict slot.
_LATE_BYTES = 220


class Postings:
    """Units by term. Units are numbered from 0 in the order in which they were added."""

    def __init__(self) -> None:
        self._terms: Terms = np.empty(0, np.uint32)
        self._starts: Numbers = np.zeros(1, np.int64)
        self._units: Ints = np.empty(0, np.int32)
        self._counts: Ints = np.empty(0, np.int32)
        # By term: the unit in the high 32 bits of a number, its count in the low 32.
        self._late: dict[int, array[int]] = {}
        self._late_size = 0

    def add(self, units: Numbers, terms: Terms) -> None:
        """Add terms, each with its unit; units are in ascending order."""
        wide = (terms.astype(np.uint64) << _HALF) | units.astype(np.uint64)
        pairs, counts = np.unique(wide, return_counts=True)
        # Packing sorts everything, so only large additions do it: a single turn never waits for it.
        if 4 * len(pairs) >= len(self._units):
            self._pack(pairs, counts)
            return
        entries = ((pairs & _LOW) << _HALF) | counts.astype(np.uint64)
        for term, value in zip((pairs >> _HALF).tolist(), entries.tolist(), strict=True):
            self._late.setdefault(term, array("Q")).append(value)
        self._late_size += len(pairs)

    def lookup(self, term: int) -> tuple[Ints, Ints]:
        """The units that contain a term, in order, and how often each does."""
        place = int(np.searchsorted(self._terms, np.uint32(term)))
        units, counts = self._units[:0], self._counts[:0]
        if place < len(self._terms) and self._terms[place] == term:
            part = slice(self._starts[place], self._starts[place + 1])
            units, counts = self._units[part], self._counts[part]
        late = self._late.get(term)
        if late is not None:
            fresh = np.array(late)
            units = np.concatenate([units, (fresh >> _HALF).astype(np.int32)])
            counts = np.concatenate([counts, (fresh & _LOW).astype(np.int32)])
        return units, counts

    @property
    def nbytes(self) -> int:
        """The approximate memory use."""
        packed = self._terms.nbytes + self._starts.nbytes + self._units.nbytes + self._counts.nbytes
        return packed + _LATE_BYTES * len(self._late) + 10 * self._late_size

    def _pack(self, pairs: npt.NDArray[np.uint64], counts: Numbers) -> None:
        """Merge everything into sorted arrays."""
        packed = np.repeat(self._terms, np.diff(self._starts)).astype(np.uint64) << _HALF
        every = [packed | self._units.astype(np.uint64), pairs]
        occurrences = [self._counts, counts.astype(np.int32)]
        for term, late in self._late.items():
            fresh = np.array(late)
            every.append((np.uint64(term) << _HALF) | (fresh >> _HALF))
            occurrences.append((fresh & _LOW).astype(np.int32))
        self._late, self._late_size = {}, 0
        merged, self._counts = np.concatenate(every), np.concatenate(occurrences)
        if len(merged) > len(pairs):
            order = np.argsort(merged, kind="stable")
            merged, self._counts = merged[order], self._counts[order]
        self._units = (merged & _LOW).astype(np.int32)
        terms = (merged >> _HALF).astype(np.uint32)
        starts = np.flatnonzero(np.diff(terms, prepend=~terms[:1]))
        self._terms = terms[starts]
        self._starts = np.append(starts, len(terms)).astype(np.int64)
