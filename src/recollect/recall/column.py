"""A growable array."""

from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

_T = TypeVar("_T", bound=np.generic)
_START = 8


class Column(Generic[_T]):
    """One value per row; capacity doubles as it grows, so that appending is cheap."""

    def __init__(self, kind: type[_T]) -> None:
        self._values: npt.NDArray[_T] = np.zeros(_START, kind)
        self._size = 0

    def extend(self, values: npt.ArrayLike) -> None:
        """Append values."""
        more = np.asarray(values, self._values.dtype)
        size = self._size + len(more)
        if size > len(self._values):
            # A single bulk load fits exactly; later growth doubles.
            wider = np.zeros(max(size, 2 * self._size), self._values.dtype)
            wider[: self._size] = self.all
            self._values = wider
        self._values[self._size : size] = more
        self._size = size

    @property
    def all(self) -> npt.NDArray[_T]:
        """A view of the values, not a copy."""
        return self._values[: self._size]

    @property
    def nbytes(self) -> int:
        """The memory that the array takes."""
        return self._values.nbytes
