"""The growing arrays of one agent's index, and read-only views of them for a search."""

import numpy as np
import numpy.typing as npt

from recollect.recall.column import Column

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


class IndexArrays:
    """One array per property of a unit, item or conversation; an item is a turn or a memory."""

    def __init__(self) -> None:
        # One value per unit.
        self._turn_of = Column(np.int32)
        self._before = Column(np.int32)
        self._after = Column(np.int32)
        self._asks = Column(np.bool_)
        self._length = Column(np.float32)
        self._embedded = Column(np.bool_)
        # One value per item.
        self._first_unit = Column(np.int32)
        self._conversation = Column(np.int32)
        self._speaker = Column(np.int32)
        self._role = Column(np.int8)
        self._at = Column(np.int64)
        self._recorded = Column(np.int64)
        self._end_of_terms = Column(np.int64)
        # The terms of all units, in the order of the units.
        self._terms = Column(np.uint32)
        # One value per conversation: its last unit, and the position of the turn of that unit.
        self._last_unit = Column(np.int32)
        self._last_index = Column(np.int64)

    @property
    def units(self) -> int:
        """The number of units."""
        return len(self._turn_of.all)

    @property
    def turn_of(self) -> npt.NDArray[np.int32]:
        """The item that each unit belongs to."""
        return self._turn_of.all

    @property
    def first_unit(self) -> npt.NDArray[np.int32]:
        """The first unit of each item; its other units follow."""
        return self._first_unit.all

    @property
    def before(self) -> npt.NDArray[np.int32]:
        """The unit before each unit, -1 at the start of a conversation."""
        return self._before.all

    @property
    def after(self) -> npt.NDArray[np.int32]:
        """The unit after each unit, -1 at the end of a conversation."""
        return self._after.all

    @property
    def asks(self) -> Flags:
        """Whether the turn of each unit ends in a question."""
        return self._asks.all

    @property
    def lengths(self) -> Floats:
        """The number of terms in each unit."""
        return self._length.all

    @property
    def embedded(self) -> Flags:
        """Whether each unit has a vector."""
        return self._embedded.all

    @property
    def conversation(self) -> npt.NDArray[np.int32]:
        """The conversation number of each item."""
        return self._conversation.all

    @property
    def speaker(self) -> npt.NDArray[np.int32]:
        """The speaker number of each item, -1 for none."""
        return self._speaker.all

    @property
    def role(self) -> npt.NDArray[np.int8]:
        """The role number of each item."""
        return self._role.all

    @property
    def at(self) -> npt.NDArray[np.int64]:
        """The time of each item, in microseconds."""
        return self._at.all

    @property
    def recorded(self) -> npt.NDArray[np.int64]:
        """When each item was stored, in microseconds."""
        return self._recorded.all

    @property
    def array_bytes(self) -> int:
        """The memory that the arrays take."""
        columns = (value for value in vars(self).values() if isinstance(value, Column))
        return sum(column.nbytes for column in columns)
