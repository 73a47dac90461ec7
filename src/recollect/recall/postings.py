"""Which units hold a term, and how often: packed arrays for what was loaded, small ones for what came since."""

from array import array

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Pairs = npt.NDArray[np.uint64]
Terms = npt.NDArray[np.uint32]

_HALF = np.uint64(32)
_LOW = np.uint64(2**32 - 1)
# About what a term costs that came late, beside its entries: an array and its place in a dict.
_LATE_BYTES = 220


class Postings:
    """Units by term. Units are numbered from 0 in the order in which they came."""

    def __init__(self) -> None:
        self._terms: Terms = np.empty(0, np.uint32)
        self._starts: npt.NDArray[np.int64] = np.zeros(1, np.int64)
        self._units: Ints = np.empty(0, np.int32)
        self._counts: Ints = np.empty(0, np.int32)
        # By term: the unit in the high half of a number, how often in the low one.
        self._late: dict[int, array[int]] = {}
        self._late_size = 0

    def add(self, units: npt.NDArray[np.int64], terms: Terms) -> None:
        """Take in terms, each with the unit it stands in; units come in order."""
        wide = (terms.astype(np.uint64) << _HALF) | units.astype(np.uint64)
        pairs, counts = np.unique(wide, return_counts=True)
        # Packing sorts everything there is, so it is done only for much at once: one turn is never kept waiting.
        if 4 * len(pairs) >= len(self._units):
            self._pack(pairs, counts)
            return
        held = ((pairs & _LOW) << _HALF) | counts.astype(np.uint64)
        for term, value in zip((pairs >> _HALF).tolist(), held.tolist(), strict=True):
            self._late.setdefault(term, array("Q")).append(value)
        self._late_size += len(pairs)

    def of(self, term: int) -> tuple[Ints, Ints]:
        """The units that hold a term, in order, and how often each does."""
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
        """About how much room this takes."""
        packed = self._terms.nbytes + self._starts.nbytes + self._units.nbytes + self._counts.nbytes
        return packed + _LATE_BYTES * len(self._late) + 10 * self._late_size

    def _pack(self, pairs: Pairs, counts: npt.NDArray[np.int64]) -> None:
        """Merge everything into sorted arrays."""
        held = np.repeat(self._terms, np.diff(self._starts)).astype(np.uint64) << _HALF
        every = [held | self._units.astype(np.uint64), pairs]
        often = [self._counts, counts.astype(np.int32)]
        for term, late in self._late.items():
            fresh = np.array(late)
            every.append((np.uint64(term) << _HALF) | (fresh >> _HALF))
            often.append((fresh & _LOW).astype(np.int32))
        self._late, self._late_size = {}, 0
        merged, self._counts = np.concatenate(every), np.concatenate(often)
        if len(merged) > len(pairs):
            order = np.argsort(merged, kind="stable")
            merged, self._counts = merged[order], self._counts[order]
        self._units = (merged & _LOW).astype(np.int32)
        terms = (merged >> _HALF).astype(np.uint32)
        starts = np.flatnonzero(np.diff(terms, prepend=~terms[:1]))
        self._terms = terms[starts]
        self._starts = np.append(starts, len(terms)).astype(np.int64)
