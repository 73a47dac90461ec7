"""One agent's turns and memories in RAM, ready to search. Derived data: safe to drop at any time.

A unit is a passage of a turn, usually the whole turn. Units are linked to their neighbours in the
conversation, because a turn is also found by the words around it.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from recollect.domain.columns import EntryColumns, EntryRow, TurnColumns, TurnRow
from recollect.domain.entry import Kind
from recollect.domain.turn import Role
from recollect.recall.index_arrays import Doubles, Flags, IndexArrays, Numbers, Terms
from recollect.recall.postings import Postings
from recollect.recall.question_names import Roster
from recollect.recall.reading import unpack_readings
from recollect.recall.terms import WORD
from recollect.recall.vectors import Vectors

Key = tuple[str, str]
_T = TypeVar("_T")

_ROLES = {role.value: number for number, role in enumerate(Role)}
_MEMORY_ROLE = len(_ROLES)
_SUMMARY_ROLE = _MEMORY_ROLE + 1
# The conversation of all memories in keys; no real conversation can have this name.
MEMORY = "\x00memory"
# Vectors are converted to float32 in batches, so that loading does not double the memory use.
_VECTOR_BATCH = 2048
# Approximate sizes of an empty index with its entry in the caches, and of a key with its entries in
# the list and the dict; `benchmarks.many_servers` compares them with the RAM of a process.
_EMPTY_BYTES, _KEY_BYTES = 17_000, 330


class AgentIndex(IndexArrays):
    """The search index of one agent. Not thread-safe: callers hold the lock of its cache slot."""

    def __init__(self) -> None:
        super().__init__()
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
        self._cache: dict[Hashable, Any] = {}
        self._growing: dict[Hashable, tuple[Any, int, int]] = {}
        # The size without vectors, and the state in which it was measured.
        self._measured: tuple[tuple[int, int, int] | None, int] = (None, 0)

    @property
    def roster(self) -> Roster:
        """The speakers, indexed by the names that a question may use for them."""
        if self._roster is None:
            self._roster = Roster(self.speakers)
        return self._roster

    def __len__(self) -> int:
        return len(self.keys)

    def cached(self, name: Hashable, compute: Callable[[], _T]) -> _T:
        """A value that depends on items but not on their vectors; adding an item clears it."""
        if name not in self._cache:
            self._cache[name] = compute()
        value: _T = self._cache[name]
        return value

    def growing(
        self, name: Hashable, compute: Callable[[], _T], extend: Callable[[_T, int, int], _T]
    ) -> _T:
        """The same, but after an addition `extend` makes it from the value that was there before.

        It also takes the numbers of units and of items that this value was computed from.
        """
        sizes = (self.units, len(self))
        value, *known = self._growing.get(name, (None, -1, -1))
        if (*known,) != sizes:
            value = compute() if known[0] < 0 else extend(value, *known)
            self._growing[name] = (value, *sizes)
        result: _T = value
        return result

    def growing_items(self, name: Hashable, compute: Callable[[int], Doubles]) -> Doubles:
        """One number for each item; `compute` gives those from an item on."""
        return self.growing(
            name, lambda: compute(0), lambda old, _, items: np.append(old, compute(items))
        )

    def can_append(self, row: TurnRow) -> bool:
        """Whether a turn is known or comes last in its conversation; else a rebuild is due."""
        number = self.conversations.get(row.conversation)
        if number is None or (row.conversation, row.id) in self._rows:
            return True
        return row.place > int(self.last_place[number])

    def can_add_memory(self, row: EntryRow, reading: bytes, *, shown: bool) -> bool:
        """Whether a memory is new or unchanged; else a rebuild is due."""
        known = self._memories.get(row.id)
        return known is None or (shown and known == (row.at, row.recorded_at, reading))

    def add(self, turns: TurnColumns, readings: Sequence[bytes]) -> None:
        """Add turns that can be appended; known ones are skipped."""
        new = self._unknown(turns.conversation, turns.id)
        if not new:
            return
        speakers = {name: self._speaker_number(name) for name in dict.fromkeys(turns.speaker)}
        named = [turns.conversation[n] for n in new]
        known = {name: self._conversation_number(name) for name in dict.fromkeys(named)}
        numbers = np.array([known[name] for name in named])
        places = np.array([turns.place[n] for n in new])
        order = np.lexsort((places, numbers))
        numbers, places = numbers[order], places[order]
        new = [new[n] for n in order.tolist()]
        # Share one string among all the turns of a conversation.
        names = map(self._names.__getitem__, numbers.tolist())
        self._append(
            list(zip(names, (turns.id[n] for n in new), strict=True)),
            [readings[n] for n in new],
            conversation=numbers,
            speaker=np.array([speakers[turns.speaker[n]] for n in new]),
            role=np.array([_ROLES[turns.role[n]] for n in new]),
            at=np.array([turns.at[n] for n in new]),
            recorded=np.array([turns.recorded_at[n] for n in new]),
        )
        # Places ascend within a conversation, so its last one is kept.
        self.last_place[numbers] = places

    def add_memories(self, memories: EntryColumns, readings: Sequence[bytes]) -> None:
        """Add memories; known ones are skipped."""
        new = self._unknown([MEMORY] * len(memories.id), memories.id)
        if not new:
            return
        versions = [(memories.at[n], memories.recorded_at[n], readings[n]) for n in new]
        ids = [memories.id[n] for n in new]
        self._memories.update(zip(ids, versions, strict=True))
        self._linked |= {(MEMORY, memories.id[n]) for n in new if memories.linked[n]}
        is_summary = [memories.kind[n] == Kind.SUMMARY for n in new]
        # One conversation each, so that a memory has no neighbours to take terms from.
        conversations = [self._conversation_number(f"{MEMORY}/{name}") for name in ids]
        self._append(
            [(MEMORY, name) for name in ids],
            [reading for _, _, reading in versions],
            conversation=np.array(conversations),
            speaker=np.full(len(new), -1),
            role=np.where(is_summary, _SUMMARY_ROLE, _MEMORY_ROLE),
            at=np.array([at for at, _, _ in versions]),
            recorded=np.array([recorded for _, recorded, _ in versions]),
        )

    def _unknown(self, conversations: Sequence[str], ids: Sequence[str]) -> list[int]:
        """The positions of the items that the index lacks."""
        if not self._rows:
            return list(range(len(ids)))
        keys = zip(conversations, ids, strict=True)
        return [position for position, key in enumerate(keys) if key not in self._rows]

    def _conversation_number(self, conversation: str) -> int:
        number = self.conversations.setdefault(conversation, len(self._names))
        if number == len(self._names):
            self._names.append(conversation)
            self.extend(last_unit=[-1], last_place=[-1])
        return number

    def _speaker_number(self, speaker: str | None) -> int:
        if speaker is None:
            return -1
        if speaker not in self.speakers:
            self._roster = None
        return self.speakers.setdefault(speaker, len(self.speakers))

    def _append(self, keys: list[Key], readings: list[bytes], **properties: Numbers) -> None:
        """Add items with one array per property, grouped by conversation and in order."""
        read = unpack_readings(readings)
        rows = np.arange(len(self), len(self) + len(keys))
        units = np.arange(self.units, self.units + len(read.lengths))
        unit_of_term = np.repeat(units, read.lengths)
        is_word = read.terms >= WORD
        # Days are looked up, but a text is not longer, or more like another, for naming one.
        lengths = np.bincount(unit_of_term[is_word] - self.units, minlength=len(units))
        last_units = np.cumsum(read.passages) - 1
        self.keys += keys
        self._rows.update(zip(keys, rows.tolist(), strict=True))
        self.extend(
            **properties,
            first_unit=units[0] + last_units + 1 - read.passages,
            turn_of=np.repeat(rows, read.passages),
            asks=np.repeat(read.asks, read.passages),
            lengths=lengths,
            pasted=read.pasted,
            end_of_terms=len(self.terms) + np.cumsum(lengths)[last_units],
            terms=read.terms[is_word],
            embedded=np.zeros(len(units), np.bool_),
        )
        self._link(units, np.repeat(properties["conversation"], read.passages))
        self.postings.add(unit_of_term, read.terms)
        self._cache.clear()

    def _link(self, units: Numbers, conversations: Numbers) -> None:
        """Link units to their neighbours, and to the previous end of their conversation."""
        heads = np.flatnonzero(np.diff(conversations, prepend=-1))
        ends = np.append(heads[1:], len(units)) - 1
        before, after = units - 1, units + 1
        before[heads] = self.last_unit[conversations[heads]]
        after[ends] = -1
        self.extend(before=before, after=after)
        joined = before[heads] >= 0
        self.after[before[heads][joined]] = units[heads][joined]
        self.last_unit[conversations[ends]] = units[ends]

    def put_vectors(
        self, keys: Iterable[Key], vectors: Iterable[bytes | None], dims: int | None
    ) -> None:
        """Set the vectors of turns and memories; those of unknown items are skipped."""
        rows = zip(map(self._rows.get, keys), vectors, strict=True)
        found = [(row, data) for row, data in rows if row is not None and data]
        if not found:
            return
        if self.vectors is None:
            self.vectors = Vectors(dims or self._guess_dims(found))
        for start in range(0, len(found), _VECTOR_BATCH):
            self._put_vector_batch(self.vectors, found[start : start + _VECTOR_BATCH])

    def _guess_dims(self, found: Sequence[tuple[int, bytes]]) -> int:
        """The length of a vector by majority, while the embedder has not reported it."""
        counts = self.passage_counts(np.array([row for row, _ in found]))
        sizes = np.array([len(data) for _, data in found])
        ((length, _),) = Counter((sizes // 2 // counts).tolist()).most_common(1)
        return int(length)

    def passage_counts(self, rows: Numbers) -> Numbers:
        """How many passages each of these turns or memories has."""
        following = self.first_unit[np.minimum(rows + 1, len(self) - 1)]
        ends = np.where(rows + 1 < len(self), following, self.units)
        return ends - self.first_unit[rows].astype(np.int64)

    def _put_vector_batch(self, matrix: Vectors, found: Sequence[tuple[int, bytes]]) -> None:
        rows = np.array([row for row, _ in found])
        firsts = self.first_unit[rows].astype(np.int64)
        counts = self.passage_counts(rows)
        sizes = np.array([len(data) for _, data in found])
        # If the passages were cut by another rule, the vectors would go to the wrong text.
        matching = sizes == 2 * matrix.dims * counts
        data = b"".join(
            data for (_, data), keep in zip(found, matching.tolist(), strict=True) if keep
        )
        if not data:
            return
        counts = counts[matching]
        places = np.repeat(firsts[matching] - np.cumsum(counts) + counts, counts)
        places += np.arange(len(places))
        values = np.frombuffer(data, "<f2").astype(np.float32).reshape(-1, matrix.dims)
        matrix.put(places, values)
        # Zeros stand for a passage that the model has not read.
        self.embedded[places] = values.any(axis=1)

    def row(self, conversation: str, name: str) -> int:
        """The row of a turn, or of a memory under `MEMORY`."""
        return self._rows[conversation, name]

    def terms_of(self, rows: Sequence[int]) -> list[Terms]:
        """The terms of each of these turns or memories."""
        places = np.asarray(rows, np.int64)
        ends = self.end_of_terms[places].tolist()
        starts = np.where(places > 0, self.end_of_terms[places - 1], 0).tolist()
        return [self.terms[start:end] for start, end in zip(starts, ends, strict=True)]

    @property
    def newest(self) -> int:
        """The time of the last turn; without turns, when the last memory was stored."""
        return self.cached("newest", self._newest)

    def _newest(self) -> int:
        turns = self.turns
        if turns is not None:
            return int(self.at[turns].max())
        if not len(self):
            return 0
        return int((self.at if self.role[0] < _MEMORY_ROLE else self.recorded).max())

    @property
    def memories(self) -> Flags:
        """Which items are memories."""
        return np.asarray(self.role == _MEMORY_ROLE)

    @property
    def turns(self) -> Flags | None:
        """Which items are turns; None if all are, or none.

        Averages are taken over turns alone, so that memories never change how turns rank.
        """
        return self.cached("turns", lambda: _unless_uniform(self.role < _MEMORY_ROLE))

    def is_turn(self, rows: Sequence[int]) -> Flags:
        """Which of these items are turns."""
        return np.asarray(self.role[rows] < _MEMORY_ROLE)

    @property
    def turn_units(self) -> Flags | None:
        """Which units belong to turns; None if all do, or none."""
        turns = self.turns
        return None if turns is None else self.cached("turn units", lambda: turns[self.turn_of])

    @property
    def summaries(self) -> Flags:
        """Which items are summaries of conversations."""
        return np.asarray(self.role == _SUMMARY_ROLE)

    @property
    def linked(self) -> Flags:
        """Which items state a relation between two things."""
        return np.array([key in self._linked for key in self.keys], np.bool_)

    @property
    def nbytes(self) -> int:
        """The approximate memory use of the index."""
        vectors = 0 if self.vectors is None else self.vectors.nbytes
        # Asked for twice in each search, and most of it seldom changes.
        state = (self.revision, len(self.keys), len(self._cache) + len(self._growing))
        if self._measured[0] != state:
            arrays = self.array_bytes + _size_of(self._cache) + _size_of(self._growing)
            keys = _KEY_BYTES * len(self.keys)
            self._measured = (state, self.postings.nbytes + arrays + keys + _EMPTY_BYTES)
        return vectors + self._measured[1]


def _size_of(value: object) -> int:
    """The bytes of the arrays inside a cached value."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    if isinstance(value, dict):
        return sum(map(_size_of, value.values()))
    return sum(map(_size_of, value)) if isinstance(value, tuple) else 0


def _unless_uniform(flags: Flags) -> Flags | None:
    return flags if flags.any() and not flags.all() else None


def role_number(role: str) -> int:
    """The number of a role in `AgentIndex.role`."""
    return _ROLES[role]


def is_memory(key: Key) -> bool:
    """Whether a key belongs to a memory."""
    return key[0] == MEMORY
