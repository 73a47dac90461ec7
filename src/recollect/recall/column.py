"""An array that grows."""

from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

_T = TypeVar("_T", bound=np.generic)
_START = 8


class Column(Generic[_T]):
    """One value for each row; growing doubles the room, so that adding a row costs next to nothing."""

    def __init__(self, kind: type[_T]) -> None:
        self._values: npt.NDArray[_T] = np.zeros(_START, kind)
        self._size = 0

    def extend(self, values: npt.ArrayLike) -> None:
        """Put values behind those that are there."""
        more = np.asarray(values, self._values.dtype)
        size = self._size + len(more)
        if size > len(self._values):
            # What is loaded at once fits exactly; what grows has room to grow.
            wider = np.zeros(max(size, 2 * self._size), self._values.dtype)
            wider[: self._size] = self.all
            self._values = wider
        self._values[self._size : size] = more
        self._size = size

    @property
    def all(self) -> npt.NDArray[_T]:
        """The values, not a copy of them."""
        return self._values[: self._size]

    @property
    def nbytes(self) -> int:
        """How much room this takes."""
        return self._values.nbytes
