"""One agent's turns in RAM, ready to be searched. Derived: it may be thrown away at any time.

A unit is a passage of a turn, most often the whole of it. Units are linked to their neighbours within their
conversation, because a turn is found by what stands around it as well.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from recollect.model.clock import to_micros
from recollect.model.entry import Entry
from recollect.model.turn import Role, Turn
from recollect.recall.column import Column
from recollect.recall.postings import Postings, Terms
from recollect.recall.question_names import Roster

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Key = tuple[str, str]

_ROLES = {role: number for number, role in enumerate(Role)}
_MEMORY_ROLE = len(_ROLES)


@dataclass(frozen=True, slots=True)
class Reading:
    """A turn or a memory as the analyzer has read it: the terms of each of its passages."""

    item: Turn | Entry
    passages: tuple[Terms, ...]

    @property
    def key(self) -> Key:
        """Conversation and id; a memory stands alone, under a name that no conversation can have."""
        if isinstance(self.item, Turn):
            return self.item.conversation, self.item.id
        return MEMORY, self.item.id


MEMORY = "\x00memory"


class AgentIndex:
    """The arrays of one agent. Not for several threads at once: whoever holds it has locked it."""

    def __init__(self) -> None:
        self.revision = 0
        self.postings = Postings()
        self.keys: list[Key] = []
        self.conversations: dict[str, int] = {}
        self.speakers: dict[str, int] = {}
        self.vectors: Floats | None = None
        self._rows: dict[Key, int] = {}
        self._last: dict[int, tuple[int, int]] = {}
        self._units = 0
        self._roster: Roster | None = None
        # of units
        self._turn_of = Column(np.int32)
        self._before = Column(np.int32)
        self._after = Column(np.int32)
        self._asks = Column(np.bool_)
        self._length = Column(np.float32)
        self._embedded = Column(np.bool_)
        # of turns
        self._first_unit = Column(np.int32)
        self._conversation = Column(np.int32)
        self._speaker = Column(np.int32)
        self._role = Column(np.int8)
        self._at = Column(np.int64)
        self._recorded = Column(np.int64)

    @property
    def roster(self) -> Roster:
        """The speakers as a question may name them."""
        if self._roster is None:
            self._roster = Roster(self.speakers)
        return self._roster

    def __len__(self) -> int:
        return len(self.keys)

    def fits(self, item: Turn | Entry) -> bool:
        """Whether it can be taken in as it comes: a new memory, or a turn at the end of its conversation."""
        if isinstance(item, Entry):
            return (MEMORY, item.id) not in self._rows
        if (item.conversation, item.id) in self._rows:
            return True
        number = self.conversations.get(item.conversation)
        return number is None or number not in self._last or item.index > self._last[number][1]

    def add(self, readings: Sequence[Reading]) -> None:
        """Take in what fits; turns that are known already are passed over."""
        new = [reading for reading in readings if reading.key not in self._rows]
        first = self._units
        for reading in new:
            self._add_row(reading)
        self.postings.add(first, [terms for reading in new for terms in reading.passages])

    def _add_row(self, reading: Reading) -> None:
        item, row = reading.item, len(self.keys)
        self.keys.append(reading.key)
        self._rows[reading.key] = row
        self._first_unit.put(row, self._units)
        self._recorded.put(row, to_micros(item.recorded_at))
        number = self._place(row, item)
        for terms in reading.passages:
            self._add_unit(row, number, terms, asks="?" in item.content[-60:])
        self._last[number] = (self._units - 1, item.index if isinstance(item, Turn) else 0)

    def _place(self, row: int, item: Turn | Entry) -> int:
        """Write down where an item stands and who speaks; the number of its conversation."""
        if isinstance(item, Entry):
            # A conversation of its own, so that nothing beside it lends it words.
            talk, speaker, role = f"{MEMORY}/{item.id}", -1, _MEMORY_ROLE
            at = item.valid_from or item.recorded_at
        else:
            talk, role, at = item.conversation, _ROLES[item.role], item.at
            speaker = -1 if item.speaker is None else self._speaker_number(item.speaker)
        number = self.conversations.setdefault(talk, len(self.conversations))
        self._conversation.put(row, number)
        self._speaker.put(row, speaker)
        self._role.put(row, role)
        self._at.put(row, to_micros(at))
        return number

    def _add_unit(self, row: int, conversation: int, terms: Terms, *, asks: bool) -> None:
        unit = self._units
        before = self._last[conversation][0] if conversation in self._last else -1
        if unit > self._first_unit.get(row):
            before = unit - 1
        self._turn_of.put(unit, row)
        self._before.put(unit, before)
        self._after.put(unit, -1)
        if before >= 0:
            self._after.put(before, unit)
        self._length.put(unit, len(terms))
        self._asks.put(unit, asks)
        self._embedded.put(unit, value=False)
        self._units += 1

    def _speaker_number(self, speaker: str) -> int:
        if speaker not in self.speakers:
            self._roster = None
        return self.speakers.setdefault(speaker, len(self.speakers))

    def _room_for_vectors(self, dims: int) -> Floats:
        """The matrix of vectors, with a row for every unit there is room for."""
        if self.vectors is None or len(self.vectors) < self._units:
            wider = np.zeros((self._turn_of.room, dims), np.float32)
            if self.vectors is not None:
                wider[: len(self.vectors)] = self.vectors
            self.vectors = wider
        return self.vectors

    def put_vectors(self, vectors: Iterable[tuple[Key, bytes]], dims: int) -> None:
        """Give turns the vectors of their passages; those of turns that are not here are passed over."""
        matrix = self._room_for_vectors(dims)
        for key, data in vectors:
            row = self._rows.get(key)
            if row is None:
                continue
            part = slice(self._first_unit.get(row), self._end(row))
            found = np.frombuffer(data, "<f2").astype(np.float32).reshape(-1, dims)
            # Passages cut by another rule than ours would be given to the wrong words.
            if len(found) == part.stop - part.start:
                matrix[part] = found
                self._embedded.first(self._units)[part] = True

    def _end(self, row: int) -> int:
        return self._first_unit.get(row + 1) if row + 1 < len(self.keys) else self._units

    # What a search reads: views, not copies.

    @property
    def units(self) -> int:
        """How many units there are."""
        return self._units

    @property
    def turn_of(self) -> npt.NDArray[np.int32]:
        """The turn of each unit."""
        return self._turn_of.first(self._units)

    @property
    def before(self) -> npt.NDArray[np.int32]:
        """The unit before each unit, -1 at a beginning."""
        return self._before.first(self._units)

    @property
    def after(self) -> npt.NDArray[np.int32]:
        """The unit behind each unit, -1 at an end."""
        return self._after.first(self._units)

    @property
    def asks(self) -> Flags:
        """Whether a unit's turn ends in a question."""
        return self._asks.first(self._units)

    @property
    def lengths(self) -> Floats:
        """How many terms each unit has."""
        return self._length.first(self._units)

    @property
    def embedded(self) -> Flags:
        """Whether a unit has its vector."""
        return self._embedded.first(self._units)

    @property
    def conversation(self) -> npt.NDArray[np.int32]:
        """The conversation of each turn."""
        return self._conversation.first(len(self.keys))

    @property
    def speaker(self) -> npt.NDArray[np.int32]:
        """The speaker of each turn, -1 for none."""
        return self._speaker.first(len(self.keys))

    @property
    def role(self) -> npt.NDArray[np.int8]:
        """The role of each turn, as a number."""
        return self._role.first(len(self.keys))

    @property
    def at(self) -> npt.NDArray[np.int64]:
        """When each turn was said, in microseconds."""
        return self._at.first(len(self.keys))

    @property
    def recorded(self) -> npt.NDArray[np.int64]:
        """When each item was written down, in microseconds."""
        return self._recorded.first(len(self.keys))

    @property
    def nbytes(self) -> int:
        """About how much room this takes."""
        vectors = 0 if self.vectors is None else self.vectors.nbytes
        return self.postings.nbytes + vectors + 60 * self._turn_of.room + 300 * len(self.keys)


def role_number(role: str) -> int:
    """The number that stands for a role in `AgentIndex.role`."""
    return _ROLES[Role(role)]


def is_memory(key: Key) -> bool:
    """Whether a key is that of a memory."""
    return key[0] == MEMORY
