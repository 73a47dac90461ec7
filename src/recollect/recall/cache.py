"""An LRU cache of agent indexes with a size limit; each index is refreshed before it is read."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from recollect.domain.clock import from_micros, local_time
from recollect.domain.columns import EntryColumns, EntryRow, TurnColumns
from recollect.domain.entry import NOT_SEARCHED, SHOWN
from recollect.domain.ports import Embedder, Reader, Store
from recollect.domain.store_results import Changes
from recollect.domain.turn import Role
from recollect.recall.index import MEMORY, AgentIndex


class _Slot:
    """One agent's index, with the lock that lets one search at a time use it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.index = AgentIndex()
        self.nbytes = 0


class Indexes:
    """Indexes by agent; the least recently used is evicted first."""

    def __init__(
        self,
        store: Store,
        reader: Reader,
        embedder: Embedder | None,
        space: str | None,
        max_bytes: int,
    ) -> None:
        self._store = store
        self._reader = reader
        self._embedder = embedder
        self._space = space or ""
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._slots: OrderedDict[str, _Slot] = OrderedDict()
        self._nbytes = 0
        self.loads = 0
        self.uncached = 0

    def over(self, store: Store, max_bytes: int, *, own: bool) -> "Indexes":
        """Indexes of another store; with `own` vectors, nothing is embedded."""
        embedder, space = (None, "") if own else (self._embedder, self._space)
        return Indexes(store, self._reader, embedder, space, max_bytes)

    @contextmanager
    def acquire(self, agent: str, revision: int | None = None) -> Iterator[AgentIndex]:
        """The index of an agent, locked for the caller: up to date, or at least at a revision."""
        with self._lock:
            slot = self._slots.get(agent)
            if slot is None:
                slot = self._slots[agent] = _Slot()
            self._slots.move_to_end(agent)
        with slot.lock:
            try:
                self._refresh(agent, slot, revision)
                yield slot.index
            finally:
                # Before the lock is released: the next search may change the size.
                self._evict(agent, slot)

    def agents(self) -> set[str]:
        """The agents that it has something of."""
        with self._lock:
            return {*self._slots}

    def forget(self, agent: str) -> None:
        """Drop an agent's index."""
        with self._lock:
            slot = self._slots.pop(agent, None)
            self._nbytes -= slot.nbytes if slot else 0

    @property
    def reader(self) -> Reader:
        """The reader that these indexes are built with."""
        return self._reader

    @property
    def nbytes(self) -> int:
        """The approximate memory use of all indexes."""
        with self._lock:
            return self._nbytes

    def _refresh(self, agent: str, slot: _Slot, revision: int | None) -> None:
        # One that was replaced after an erasure may be newer, too.
        if revision is not None and slot.index.revision >= revision:
            return
        if revision is None and self._store.revision(agent) == slot.index.revision:
            return
        changes = self._changes(agent, slot.index.revision)
        if not changes.reset and not self._can_extend(slot.index, changes):
            # A change in the middle: rebuilding from the stored columns is fast.
            changes = self._changes(agent, 0)
        if changes.reset:
            slot.index = AgentIndex()
            self.loads += 1
        self._add_items(slot.index, changes)
        self._add_vectors(slot.index, changes)
        slot.index.revision = changes.revision

    def _changes(self, agent: str, since: int) -> Changes:
        return self._store.changes(agent, since, space=self._space, reader=self._reader.name)

    def _can_extend(self, index: AgentIndex, changes: Changes) -> bool:
        """Whether the changes only add to the index."""
        entries = zip(changes.entries.rows(), self._readings(changes.entries), strict=True)
        return all(map(index.can_append, changes.turns.rows())) and all(
            index.can_add_memory(row, reading, shown=_is_shown(row)) for row, reading in entries
        )

    def _add_items(self, index: AgentIndex, changes: Changes) -> None:
        index.add(changes.turns, self._turn_readings(changes.turns))
        shown = EntryColumns.from_rows([row for row in changes.entries.rows() if _is_shown(row)])
        index.add_memories(shown, self._readings(shown))

    def _turn_readings(self, turns: TurnColumns) -> list[bytes]:
        """The reading of each turn, computed here if this reader has not read it yet."""
        columns = zip(
            turns.reading, turns.content, turns.at, turns.utc_offset, turns.role, strict=True
        )
        return [
            self._reader.read(content or "", local_time(from_micros(at), offset), Role(role)).data
            if reading is None
            else reading
            for reading, content, at, offset, role in columns
        ]

    def _readings(self, entries: EntryColumns) -> list[bytes]:
        """The reading of each memory, computed here if this reader has not read it yet."""
        return [
            self._reader.read(content or "").data if reading is None else reading
            for reading, content in zip(entries.reading, entries.content, strict=True)
        ]

    def _add_vectors(self, index: AgentIndex, changes: Changes) -> None:
        turns, entries = changes.turns, changes.entries
        dims = self._embedder.dims if self._embedder else None
        index.put_vectors(zip(turns.conversation, turns.id, strict=True), turns.vector, dims)
        index.put_vectors(((MEMORY, name) for name in entries.id), entries.vector, dims)

    def _evict(self, agent: str, slot: _Slot) -> None:
        """Update the size of an index, and evict indexes until all fit the limit."""
        with self._lock:
            if self._slots.get(agent) is not slot:
                return
            size = slot.index.nbytes
            self._nbytes += size - slot.nbytes
            slot.nbytes = size
            while self._nbytes > self._max_bytes:
                _, oldest = self._slots.popitem(last=False)
                self._nbytes -= oldest.nbytes
                self.uncached += oldest is slot


def _is_shown(row: EntryRow) -> bool:
    return row.status in SHOWN and row.kind not in NOT_SEARCHED
