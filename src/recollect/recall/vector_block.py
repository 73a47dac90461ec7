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
    # What a digit is worth, and the product of the centre.
    scale: float = 1.0
    offset: float = 0.0

    @classmethod
    def of_bytes(cls, vector: Floats, centre: Floats) -> "QueryVector":
        """One for approximate products with bytes that have this centre."""
        digits, _ = _to_bytes(vector[None])
        # With the scale that gives them the length of the vector, deviations of products are right.
        scale = np.linalg.norm(vector) / np.linalg.norm(digits.astype(np.float32))
        return cls(vector, digits, float(scale), float(exact_products(centre[None], vector)[0]))


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

    @property
    def has_bytes(self) -> bool:
        """Whether it has bytes beside the vectors."""
        return self._bytes is not None

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

    def centre(self) -> Floats:
        """About the middle of the vectors: those of texts have much in common.

        Of rows without a vector, all numbers are 0, and the first is looked at.
        """
        count = max(1, int(np.count_nonzero(self._rows[:, 0])))
        return np.asarray(self._rows.sum(axis=0) / np.float32(count), np.float32)

    def make_bytes(self, centre: Floats) -> None:
        """Have bytes beside the vectors from now on: their differences from a centre."""
        self._centre = centre
        self._bytes = np.empty(self._rows.shape, np.int8)
        self._scales = np.empty(len(self), np.float32)
        for start in range(0, len(self), _ROWS_AT_ONCE):
            part = slice(start, start + _ROWS_AT_ONCE)
            self._bytes[part], self._scales[part] = _to_bytes(self._rows[part] - centre)

    def multiply(self, query: QueryVector, products: Floats) -> None:
        """Compute the dot products of the first rows; those of bytes are not scaled yet."""
        count = len(products)
        if query.digits is None or self._bytes is None:
            # Nearly as fast as BLAS on one thread (100,000 × 384: 9.2 against 8.7 ms), and the
            # result for a row does not depend on its position, which BLAS does not promise.
            # Multithreaded BLAS took 4 to 16 ms on two cores: it waits for all its threads,
            # even for one whose core is busy with another program.
            np.einsum("ij,j->i", self._rows[:count], query.vector, out=products)
        else:
            # 3.2 ms for 100,000 × 384, and other threads run meanwhile. numpy has no fast way.
            _numkong().cdist(
                query.digits, self._bytes[:count], metric="dot", out=products.reshape(1, -1)
            )

    def put_scaled(self, query: QueryVector, products: Floats, place: Floats) -> None:
        """Put products into a place; those of bytes still lack the query's scale and offset."""
        if query.digits is None:
            place[:] = products
        elif self._bytes is None:
            np.subtract(products, np.float32(query.offset), out=place)
            place /= np.float32(query.scale)
        else:
            np.multiply(products, self._scales[: len(products)], out=place)

    def take(self, rows: Numbers, vectors: Floats) -> None:
        """Copy these rows."""
        self._rows.take(rows, axis=0, out=vectors, mode="clip")

    @property
    def nbytes(self) -> int:
        """The memory that it takes."""
        beside = 0 if self._bytes is None else self._bytes.nbytes
        return self._rows.nbytes + beside + self._scales.nbytes


def exact_products(rows: Floats, vector: Floats) -> Floats:
    """The dot products of rows with a vector."""
    return np.asarray(np.einsum("ij,j->i", rows, vector), np.float32)


def sums(values: Floats) -> tuple[float, float]:
    """The sum of very many numbers and that of their squares, in double precision."""
    total, squares = _numkong().moments(values)
    return float(total), float(squares)


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
