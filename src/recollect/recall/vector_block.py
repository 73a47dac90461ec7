"""A block of vectors: as float32, and for fast scans as bytes."""

from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from recollect.recall.index_arrays import Floats, Numbers

Bytes = npt.NDArray[np.int8]
_Array = TypeVar("_Array", bound=npt.NDArray[Any])

_LARGEST: Final = 127
# So many rows at a time become bytes: more do not fit into a processor's cache.
_ROWS_AT_ONCE: Final = 512


@dataclass(frozen=True, slots=True)
class QueryVector:
    """What vectors are compared with; with `digits` their bytes are, which is fast but inexact."""

    vector: Floats
    digits: Bytes | None = None
    # What a digit is worth.
    scale: float = 1.0

    @classmethod
    def of_bytes(cls, vector: Floats) -> "QueryVector":
        """One for approximate products."""
        digits, _ = _to_bytes(vector[None])
        # With the scale that gives them the length of the vector, deviations of products are right.
        return cls(vector, digits, float(np.linalg.norm(vector) / np.linalg.norm(digits)))


class VectorBlock:
    """Vectors in consecutive rows; those that nothing was put into are 0."""

    def __init__(self, count: int, dims: int) -> None:
        self._rows: Floats = np.zeros((count, dims), np.float32)
        # Their differences from the centre as whole numbers, times one scale for each row.
        self._bytes: Bytes | None = None
        self._scales: Floats = np.empty(0, np.float32)
        self._centre: Floats = np.empty(0, np.float32)

    def __len__(self) -> int:
        return len(self._rows)

    def put(self, places: Numbers, values: Floats) -> None:
        """Set these rows."""
        self._rows[places] = values
        if self._bytes is not None:
            self._bytes[places], self._scales[places] = _to_bytes(values - self._centre)

    def widen(self, count: int) -> None:
        """Make room for more rows."""
        self._rows = _widened(self._rows, count)
        if self._bytes is not None:
            self._bytes, self._scales = _widened(self._bytes, count), _widened(self._scales, count)

    def make_bytes(self) -> None:
        """Have bytes beside the vectors from now on."""
        if self._bytes is not None:
            return
        # Vectors of texts have much in common, which would only take up a part of the range. Any
        # centre will do: of rows without a vector, all numbers are 0, and the first is looked at.
        count = max(1, int(np.count_nonzero(self._rows[:, 0])))
        self._centre = self._rows.sum(axis=0) / np.float32(count)
        self._bytes = np.empty(self._rows.shape, np.int8)
        self._scales = np.empty(len(self), np.float32)
        for start in range(0, len(self), _ROWS_AT_ONCE):
            part = slice(start, start + _ROWS_AT_ONCE)
            self._bytes[part], self._scales[part] = _to_bytes(self._rows[part] - self._centre)

    def products(self, query: QueryVector, count: int) -> Floats:
        """The dot product of each of the first `count` rows."""
        if query.digits is None or self._bytes is None:
            return _products(self._rows[:count], query.vector)
        products = np.empty((1, count), np.float32)
        # 3.2 ms for 100,000 × 384, and other threads run meanwhile. numpy has no fast way.
        _numkong().cdist(query.digits, self._bytes[:count], metric="dot", out=products)
        products *= self._scales[:count]
        products *= np.float32(query.scale)
        products += _products(self._centre[None], query.vector)
        return products.reshape(-1)

    def exact(self, vector: Floats, rows: Numbers) -> Floats:
        """The exact dot products of some rows."""
        return _products(self._rows[rows], vector)

    @property
    def nbytes(self) -> int:
        """The memory that it takes."""
        beside = 0 if self._bytes is None else self._bytes.nbytes
        return self._rows.nbytes + beside + self._scales.nbytes


def _products(rows: Floats, vector: Floats) -> Floats:
    """The dot products of all rows.

    Nearly as fast as BLAS on one thread (100,000 × 384: 9.2 against 8.7 ms), and the result for a
    row does not depend on its position, which BLAS does not promise. Multithreaded BLAS took 4 to
    16 ms on two cores: it waits for all its threads, even for one whose core is busy with another
    program.
    """
    return np.asarray(np.einsum("ij,j->i", rows, vector), np.float32)


def _to_bytes(rows: Floats) -> tuple[Bytes, Floats]:
    """The rows as whole numbers from -127 to 127, and the scale of each."""
    scales = np.maximum(rows.max(axis=1), -rows.min(axis=1))
    scales /= _LARGEST
    scales[scales == 0] = 1
    numbers = rows * (1 / scales)[:, None]
    np.rint(numbers, out=numbers)
    return numbers.astype(np.int8), scales


def _widened(array: _Array, count: int) -> _Array:
    wider = np.zeros((count, *array.shape[1:]), array.dtype)
    wider[: len(array)] = array
    return wider  # type: ignore[return-value]


def _numkong() -> Any:
    # Only agents with very many vectors need it.
    import numkong  # noqa: PLC0415

    return numkong
