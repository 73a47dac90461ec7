"""The indexes of the agents in use, within a limit of bytes; each brought up to date before it is read."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from recollect.domain.columns import EntryColumns, EntryRow, TurnColumns
from recollect.domain.entry import NOT_SEARCHED, SHOWN
from recollect.domain.ports import Embedder, Reader, Store
from recollect.domain.writes import Changes
from recollect.recall.index import MEMORY, AgentIndex


class _Slot:
    """One agent's index and the lock that keeps two searches from changing it at once."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.index = AgentIndex()
        self.nbytes = 0


class Indexes:
    """Indexes by agent, the least recently used thrown away first."""

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

    @contextmanager
    def of(self, agent: str) -> Iterator[AgentIndex]:
        """The index of an agent as the database stands now, for one reader at a time."""
        with self._lock:
            slot = self._slots.setdefault(agent, _Slot())
            self._slots.move_to_end(agent)
        with slot.lock:
            try:
                self._refresh(agent, slot)
                yield slot.index
            finally:
                # While it is still locked: the next one may change what is measured here.
                self._make_room(agent, slot)

    def forget(self, agent: str) -> None:
        """Throw an agent's index away."""
        with self._lock:
            slot = self._slots.pop(agent, None)
            self._nbytes -= slot.nbytes if slot else 0

    @property
    def reader(self) -> Reader:
        """What reads texts for these indexes."""
        return self._reader

    @property
    def nbytes(self) -> int:
        """About how much room all indexes take."""
        with self._lock:
            return self._nbytes

    def _refresh(self, agent: str, slot: _Slot) -> None:
        if self._store.revision(agent) == slot.index.revision:
            return
        changes = self._changes(agent, slot.index.revision)
        if not changes.reset and not self._fits(slot.index, changes):
            # A deletion, or a change in the middle: from the stored columns a new index is soon made.
            changes = self._changes(agent, 0)
        if changes.reset:
            slot.index = AgentIndex()
            self.loads += 1
        self._take(slot.index, changes)
        self._take_vectors(slot.index, changes)
        slot.index.revision = changes.revision

    def _changes(self, agent: str, since: int) -> Changes:
        return self._store.changes(agent, since, space=self._space, reader=self._reader.name)

    def _fits(self, index: AgentIndex, changes: Changes) -> bool:
        """Whether the index can go on from where it is."""
        if changes.gone_conversations or changes.gone_entries:
            return False
        entries = zip(changes.entries.rows(), self._readings(changes.entries), strict=True)
        return all(map(index.fits, changes.turns.rows())) and all(
            index.fits_memory(row, reading, shown=_is_shown(row)) for row, reading in entries
        )

    def _take(self, index: AgentIndex, changes: Changes) -> None:
        index.add(changes.turns, self._readings(changes.turns))
        shown = EntryColumns.of([row for row in changes.entries.rows() if _is_shown(row)])
        index.add_memories(shown, self._readings(shown))

    def _readings(self, items: TurnColumns | EntryColumns) -> list[bytes]:
        """How each reads; one that another reader has read is read here, until it is stored anew."""
        return [
            self._reader.read(content or "").data if reading is None else reading
            for reading, content in zip(items.reading, items.content, strict=True)
        ]

    def _take_vectors(self, index: AgentIndex, changes: Changes) -> None:
        turns, entries = changes.turns, changes.entries
        dims = self._embedder.dims if self._embedder else None
        index.put_vectors(zip(turns.conversation, turns.id, strict=True), turns.vector, dims)
        index.put_vectors(((MEMORY, name) for name in entries.id), entries.vector, dims)

    def _make_room(self, agent: str, slot: _Slot) -> None:
        """Write down how large an index has become, and throw away what is too much."""
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
