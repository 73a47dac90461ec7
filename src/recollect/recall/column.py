"""An array that grows."""

from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

_T = TypeVar("_T", bound=np.generic)
_START = 256


class Column(Generic[_T]):
    """One value for each row; growing doubles the room, so that adding a row costs next to nothing."""

    def __init__(self, kind: type[_T]) -> None:
        self._values: npt.NDArray[_T] = np.zeros(_START, kind)

    def put(self, place: int, value: Any) -> None:
        """Set one value, wherever it is."""
        if place >= len(self._values):
            wider = np.zeros(max(place + 1, 2 * len(self._values)), self._values.dtype)
            wider[: len(self._values)] = self._values
            self._values = wider
        self._values[place] = value

    def get(self, place: int) -> int:
        """One value, as a whole number."""
        return int(self._values[place])

    def first(self, size: int) -> npt.NDArray[_T]:
        """The first values, not a copy of them."""
        return self._values[:size]

    @property
    def room(self) -> int:
        """How many values there is room for."""
        return len(self._values)
