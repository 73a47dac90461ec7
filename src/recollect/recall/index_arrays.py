"""The growing arrays of one agent's index."""

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]
Doubles = npt.NDArray[np.float64]
Terms = npt.NDArray[np.uint32]


class IndexArrays:
    """One array per property of a unit, item or conversation; an item is a turn or a memory."""

    def __init__(self) -> None:
        # The memory of each array that has values, with room for more; the arrays are views of it.
        self._buffers: dict[str, npt.NDArray[Any]] = {}
        # Of each unit: its item, and the units before and after it in the conversation, -1 if none.
        self.turn_of: Ints = np.empty(0, np.int32)
        self.before: Ints = np.empty(0, np.int32)
        self.after: Ints = np.empty(0, np.int32)
        # Whether its turn ends in a question, its number of terms, and below, if it has a vector.
        self.asks: Flags = np.empty(0, np.bool_)
        self.lengths: Floats = np.empty(0, np.float32)
        # Whether its author probably pasted it.
        self.pasted: Flags = np.empty(0, np.bool_)
        self.embedded: Flags = np.empty(0, np.bool_)
        # Of each item: its first unit (its others follow), its conversation, its speaker or -1.
        self.first_unit: Ints = np.empty(0, np.int32)
        self.conversation: Ints = np.empty(0, np.int32)
        self.speaker: Ints = np.empty(0, np.int32)
        self.role: npt.NDArray[np.int8] = np.empty(0, np.int8)
        # Its time, and when it was stored, in microseconds.
        self.at: Numbers = np.empty(0, np.int64)
        self.recorded: Numbers = np.empty(0, np.int64)
        # The terms of all units in order, and where those of each item end.
        self.terms: Terms = np.empty(0, np.uint32)
        self.end_of_terms: Numbers = np.empty(0, np.int64)
        # Of each conversation: its last unit, and the position of the turn of that unit.
        self.last_unit: Ints = np.empty(0, np.int32)
        self.last_place: Numbers = np.empty(0, np.int64)

    @property
    def units(self) -> int:
        """The number of units."""
        return len(self.turn_of)

    def extend(self, **values: npt.ArrayLike) -> None:
        """Append values to the arrays of these names."""
        for name, added in values.items():
            old = getattr(self, name)
            new = np.asarray(added, old.dtype)
            size = len(old) + len(new)
            if name not in self._buffers or size > len(self._buffers[name]):
                # A single bulk load fits exactly; later growth doubles, so that appending is cheap.
                self._buffers[name] = np.zeros(max(size, 2 * len(old)), old.dtype)
                self._buffers[name][: len(old)] = old
            self._buffers[name][len(old) : size] = new
            setattr(self, name, self._buffers[name][:size])

    @property
    def array_bytes(self) -> int:
        """The memory that the arrays take."""
        return sum(buffer.nbytes for buffer in self._buffers.values())
