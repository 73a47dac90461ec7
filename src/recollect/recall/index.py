"""One agent's turns in RAM, ready to be searched. Derived: it may be thrown away at any time.

A unit is a passage of a turn, most often the whole of it. Units are linked to their neighbours within their
conversation, because a turn is found by what stands around it as well.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from recollect.domain.columns import EntryColumns, EntryRow, TurnColumns, TurnRow
from recollect.domain.entry import Kind
from recollect.domain.turn import Role
from recollect.recall.column import Column
from recollect.recall.postings import Postings
from recollect.recall.question_names import Roster
from recollect.recall.reading import Terms, spread_out
from recollect.recall.vectors import Vectors

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Key = tuple[str, str]
_T = TypeVar("_T")

_ROLES = {role.value: number for number, role in enumerate(Role)}
_MEMORY_ROLE = len(_ROLES)
_SUMMARY_ROLE = _MEMORY_ROLE + 1
# A memory stands alone, under a name that no conversation can have.
MEMORY = "\x00memory"
# Vectors are widened so many turns at a time, so that loading does not need the room twice.
_AT_ONCE = 2048
# About what an object, a key and its place in a list and a dict take.
_EMPTY_BYTES, _KEY_BYTES = 8_500, 330


class _Batch(NamedTuple):
    """Rows to be taken in, each conversation's together and in order."""

    keys: list[Key]
    talks: Numbers
    speakers: Numbers
    roles: Numbers
    at: Numbers
    recorded: Numbers
    readings: list[bytes]


class AgentIndex:
    """The arrays of one agent. Not for several threads at once: whoever holds it has locked it."""

    def __init__(self) -> None:
        self.revision = 0
        self.postings = Postings()
        self.keys: list[Key] = []
        self.conversations: dict[str, int] = {}
        self.speakers: dict[str, int] = {}
        self.vectors: Vectors | None = None
        self._rows: dict[Key, int] = {}
        self._memories: dict[str, tuple[int, int, bytes]] = {}
        self._linked: set[Key] = set()
        self._names: list[str] = []
        self._roster: Roster | None = None
        self._kept: dict[Hashable, Any] = {}
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
        self._end_of_terms = Column(np.int64)
        # of all: the terms in the order of units
        self._terms = Column(np.uint32)
        # of conversations: the last unit, and the place of its turn
        self._last_unit = Column(np.int32)
        self._last_index = Column(np.int64)

    @property
    def roster(self) -> Roster:
        """The speakers as a question may name them."""
        if self._roster is None:
            self._roster = Roster(self.speakers)
        return self._roster

    def __len__(self) -> int:
        return len(self.keys)

    def kept(self, name: Hashable, make: Callable[[], _T]) -> _T:
        """What is made of the index as it is now, once; forgotten when anything is added to it."""
        if name not in self._kept:
            self._kept[name] = make()
        found: _T = self._kept[name]
        return found

    # What comes in.

    def fits(self, row: TurnRow) -> bool:
        """Whether a turn can be taken in as it comes: it is known, or stands at the end of its conversation."""
        number = self.conversations.get(row.conversation)
        if number is None or (row.conversation, row.id) in self._rows:
            return True
        return row.place > int(self._last_index.all[number])

    def fits_memory(self, row: EntryRow, reading: bytes, *, shown: bool) -> bool:
        """Whether a memory can be taken in as it comes: it is new, or reads as it did."""
        known = self._memories.get(row.id)
        return known is None or (shown and known == (row.at, row.recorded_at, reading))

    def add(self, turns: TurnColumns, readings: Sequence[bytes]) -> None:
        """Take in turns that fit; those that are known already are passed over."""
        new = self._new(turns.conversation, turns.id)
        if not new:
            return
        voices = {name: self._speaker_number(name) for name in dict.fromkeys(turns.speaker)}
        talks = np.array([self._number(turns.conversation[n]) for n in new])
        places = np.array([turns.place[n] for n in new])
        order = np.lexsort((places, talks))
        talks, places = talks[order], places[order]
        new = [new[n] for n in order.tolist()]
        # One name for all the turns of a conversation, not a copy for each.
        names = map(self._names.__getitem__, talks.tolist())
        self._take(
            _Batch(
                keys=list(zip(names, (turns.id[n] for n in new), strict=True)),
                talks=talks,
                speakers=np.array([voices[turns.speaker[n]] for n in new]),
                roles=np.array([_ROLES[turns.role[n]] for n in new]),
                at=np.array([turns.at[n] for n in new]),
                recorded=np.array([turns.recorded_at[n] for n in new]),
                readings=[readings[n] for n in new],
            )
        )
        # Ascending within a conversation: the last one stays.
        self._last_index.all[talks] = places

    def add_memories(self, memories: EntryColumns, readings: Sequence[bytes]) -> None:
        """Take in memories; those that are known already are passed over."""
        new = self._new([MEMORY] * len(memories.id), memories.id)
        if not new:
            return
        read = [(memories.at[n], memories.recorded_at[n], readings[n]) for n in new]
        names = [memories.id[n] for n in new]
        self._memories.update(zip(names, read, strict=True))
        self._linked |= {(MEMORY, memories.id[n]) for n in new if memories.linked[n]}
        self._take(
            _Batch(
                keys=[(MEMORY, name) for name in names],
                # Each in a conversation of its own, so that nothing beside it lends it words.
                talks=np.array([self._number(f"{MEMORY}/{name}") for name in names]),
                speakers=np.full(len(new), -1),
                roles=np.array([_role_of(memories.kind[n]) for n in new]),
                at=np.array([at for at, _, _ in read]),
                recorded=np.array([recorded for _, recorded, _ in read]),
                readings=[reading for _, _, reading in read],
            )
        )

    def _new(self, talks: Sequence[str], names: Sequence[str]) -> list[int]:
        """The places of those that are not known yet."""
        if not self._rows:
            return list(range(len(names)))
        keys = zip(talks, names, strict=True)
        return [place for place, key in enumerate(keys) if key not in self._rows]

    def _number(self, conversation: str) -> int:
        number = self.conversations.setdefault(conversation, len(self._names))
        if number == len(self._names):
            self._names.append(conversation)
            self._last_unit.extend([-1])
            self._last_index.extend([-1])
        return number

    def _speaker_number(self, speaker: str | None) -> int:
        if speaker is None:
            return -1
        if speaker not in self.speakers:
            self._roster = None
        return self.speakers.setdefault(speaker, len(self.speakers))

    def _take(self, batch: _Batch) -> None:
        first_row, first_unit = len(self.keys), self.units
        read = spread_out(batch.readings)
        rows = np.arange(first_row, first_row + len(batch.keys))
        units = np.arange(first_unit, first_unit + len(read.lengths))
        self.keys += batch.keys
        self._rows.update(zip(batch.keys, rows.tolist(), strict=True))
        self._first_unit.extend(first_unit + np.cumsum(read.passages) - read.passages)
        self._conversation.extend(batch.talks)
        self._speaker.extend(batch.speakers)
        self._role.extend(batch.roles)
        self._at.extend(batch.at)
        self._recorded.extend(batch.recorded)
        self._turn_of.extend(np.repeat(rows, read.passages))
        self._asks.extend(np.repeat(read.asks, read.passages))
        self._length.extend(read.lengths)
        ends = len(self._terms.all) + np.cumsum(read.lengths)
        self._end_of_terms.extend(ends[np.cumsum(read.passages) - 1])
        self._terms.extend(read.terms)
        self._embedded.extend(np.zeros(len(units), np.bool_))
        self._link(units, np.repeat(batch.talks, read.passages))
        self.postings.add(np.repeat(units, read.lengths), read.terms)
        self._kept.clear()

    def _link(self, units: Numbers, talks: Numbers) -> None:
        """Join units to their neighbours, and to the end of the conversation that they go on with."""
        heads = np.flatnonzero(np.diff(talks, prepend=-1))
        ends = np.append(heads[1:], len(units)) - 1
        last = self._last_unit.all
        before, after = units - 1, units + 1
        before[heads] = last[talks[heads]]
        after[ends] = -1
        self._before.extend(before)
        self._after.extend(after)
        joined = before[heads] >= 0
        self._after.all[before[heads][joined]] = units[heads][joined]
        last[talks[ends]] = units[ends]

    def put_vectors(
        self, keys: Iterable[Key], vectors: Iterable[bytes | None], dims: int | None
    ) -> None:
        """Give turns and memories the vectors of their passages; those of others are passed over."""
        named = zip(map(self._rows.get, keys), vectors, strict=True)
        found = [(row, data) for row, data in named if row is not None and data]
        if not found:
            return
        if self.vectors is None:
            self.vectors = Vectors(dims or self._dims(found))
        for start in range(0, len(found), _AT_ONCE):
            self._put_vectors(self.vectors, found[start : start + _AT_ONCE])
        self._kept.clear()

    def _dims(self, found: Sequence[tuple[int, bytes]]) -> int:
        """How long one vector is, where the embedder has not said so yet: most have it as their share."""
        shares = Counter(len(data) // 2 // self._passages(row) for row, data in found)
        return shares.most_common(1)[0][0]

    def _passages(self, row: int) -> int:
        end = self.first_unit[row + 1] if row + 1 < len(self) else self.units
        return int(end - self.first_unit[row])

    def _put_vectors(self, matrix: Vectors, found: Sequence[tuple[int, bytes]]) -> None:
        rows = np.array([row for row, _ in found])
        firsts = self.first_unit[rows].astype(np.int64)
        following = self.first_unit[np.minimum(rows + 1, len(self) - 1)]
        counts = np.where(rows + 1 < len(self), following, self.units) - firsts
        sizes = np.array([len(data) for _, data in found])
        # Passages cut by another rule than ours would be given to the wrong words.
        good = sizes == 2 * matrix.dims * counts
        data = b"".join(data for (_, data), kept in zip(found, good.tolist(), strict=True) if kept)
        if not data:
            return
        counts = counts[good]
        places = np.repeat(firsts[good] - np.cumsum(counts) + counts, counts)
        places += np.arange(len(places))
        values = np.frombuffer(data, "<f2").astype(np.float32).reshape(-1, matrix.dims)
        matrix.put(places, values)
        self._embedded.all[places] = True

    # What a search reads: views, not copies.

    def row(self, conversation: str, name: str) -> int:
        """Where a turn stands, or under `MEMORY` a memory."""
        return self._rows[conversation, name]

    def terms_of(self, rows: Sequence[int]) -> list[Terms]:
        """The terms of some turns or memories."""
        ends = self._end_of_terms.all
        spans = ((int(ends[row - 1]) if row else 0, int(ends[row])) for row in rows)
        return [self._terms.all[start:end] for start, end in spans]

    @property
    def units(self) -> int:
        """How many units there are."""
        return len(self._turn_of.all)

    @property
    def turn_of(self) -> npt.NDArray[np.int32]:
        """The turn of each unit."""
        return self._turn_of.all

    @property
    def first_unit(self) -> npt.NDArray[np.int32]:
        """The first unit of each turn; its others follow."""
        return self._first_unit.all

    @property
    def before(self) -> npt.NDArray[np.int32]:
        """The unit before each unit, -1 at a beginning."""
        return self._before.all

    @property
    def after(self) -> npt.NDArray[np.int32]:
        """The unit behind each unit, -1 at an end."""
        return self._after.all

    @property
    def asks(self) -> Flags:
        """Whether a unit's turn ends in a question."""
        return self._asks.all

    @property
    def lengths(self) -> Floats:
        """How many terms each unit has."""
        return self._length.all

    @property
    def embedded(self) -> Flags:
        """Whether a unit has its vector."""
        return self._embedded.all

    @property
    def conversation(self) -> npt.NDArray[np.int32]:
        """The conversation of each turn."""
        return self._conversation.all

    @property
    def speaker(self) -> npt.NDArray[np.int32]:
        """The speaker of each turn, -1 for none."""
        return self._speaker.all

    @property
    def role(self) -> npt.NDArray[np.int8]:
        """The role of each turn, as a number."""
        return self._role.all

    @property
    def at(self) -> npt.NDArray[np.int64]:
        """When each turn was said, in microseconds."""
        return self._at.all

    @property
    def newest(self) -> int:
        """When the last turn was said; memories speak of other times, and count only where there is no turn."""
        return self.kept("newest", self._newest)

    def _newest(self) -> int:
        said = self.at[self.role < _MEMORY_ROLE]
        if len(said):
            return int(said.max())
        return int(self.recorded.max()) if len(self) else 0

    @property
    def recorded(self) -> npt.NDArray[np.int64]:
        """When each item was written down, in microseconds."""
        return self._recorded.all

    @property
    def memories(self) -> Flags:
        """Which of the items are memories."""
        return np.asarray(self.role == _MEMORY_ROLE)

    @property
    def turns(self) -> Flags | None:
        """Which of the items are turns; None where all are, or none.

        What is usual is reckoned among turns alone: so what is learned of them never changes how they rank.
        """
        return self.kept("turns", lambda: _some(self.role < _MEMORY_ROLE))

    @property
    def turn_units(self) -> Flags | None:
        """The same of units."""
        return self.kept("turn units", lambda: _some((self.role < _MEMORY_ROLE)[self.turn_of]))

    @property
    def summaries(self) -> Flags:
        """Which of the items are recaps of conversations."""
        return np.asarray(self.role == _SUMMARY_ROLE)

    @property
    def linked(self) -> Flags:
        """Which of the items say how two things stand to each other."""
        return np.array([key in self._linked for key in self.keys], np.bool_)

    @property
    def nbytes(self) -> int:
        """About how much room this takes."""
        columns = (value for value in vars(self).values() if isinstance(value, Column))
        vectors = 0 if self.vectors is None else self.vectors.nbytes
        arrays = sum(column.nbytes for column in columns) + _size_of(self._kept)
        return self.postings.nbytes + vectors + arrays + _KEY_BYTES * len(self.keys) + _EMPTY_BYTES


def _size_of(value: object) -> int:
    """The bytes of the arrays in something that is kept."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    if isinstance(value, dict):
        return sum(map(_size_of, value.values()))
    return sum(map(_size_of, value)) if isinstance(value, tuple) else 0


def _some(flags: Flags) -> Flags | None:
    return flags if flags.any() and not flags.all() else None


def _role_of(kind: str) -> int:
    return _SUMMARY_ROLE if kind == Kind.SUMMARY else _MEMORY_ROLE


def role_number(role: str) -> int:
    """The number that stands for a role in `AgentIndex.role`."""
    return _ROLES[role]


def is_memory(key: Key) -> bool:
    """Whether a key is that of a memory."""
    return key[0] == MEMORY
