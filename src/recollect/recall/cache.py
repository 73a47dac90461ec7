"""The indexes of the agents in use, within a limit of bytes; each brought up to date before it is read."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from recollect.model.entry import Entry, Status
from recollect.model.ports import Embedder, Store
from recollect.model.turn import Turn
from recollect.model.writes import Changes
from recollect.recall.embedding import texts_of
from recollect.recall.index import AgentIndex, Reading
from recollect.recall.terms import terms

_SHOWN = {Status.ACTIVE, Status.REVIEW}


class _Slot:
    """One agent's index and the lock that keeps two searches from changing it at once."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.index = AgentIndex()


class Indexes:
    """Indexes by agent, the least recently used thrown away first."""

    def __init__(
        self, store: Store, embedder: Embedder | None, space: str | None, max_bytes: int
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._space = space
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._slots: OrderedDict[str, _Slot] = OrderedDict()
        self.loads = 0
        self.uncached = 0

    @contextmanager
    def of(self, agent: str) -> Iterator[AgentIndex]:
        """The index of an agent as the database stands now, for one reader at a time."""
        with self._lock:
            slot = self._slots.setdefault(agent, _Slot())
            self._slots.move_to_end(agent)
        with slot.lock:
            self._refresh(agent, slot)
            yield slot.index
        self._make_room()

    def forget(self, agent: str) -> None:
        """Throw an agent's index away."""
        with self._lock:
            self._slots.pop(agent, None)

    @property
    def nbytes(self) -> int:
        """About how much room all indexes take."""
        with self._lock:
            return sum(slot.index.nbytes for slot in self._slots.values())

    def _refresh(self, agent: str, slot: _Slot) -> None:
        if self._store.revision(agent) == slot.index.revision:
            return
        changes = self._store.changes(agent, slot.index.revision)
        if not _fits(slot.index, changes):
            slot.index = AgentIndex()
            changes = self._store.changes(agent, 0)
            self.loads += 1
        _take(slot.index, changes)
        self._take_vectors(agent, slot.index)
        # The vectors were read a moment later: what came in between is read again, which changes nothing.
        slot.index.revision = changes.revision

    def _take_vectors(self, agent: str, index: AgentIndex) -> None:
        if self._space is None:
            return
        found = self._store.vectors(agent, self._space, index.revision)
        if found:
            dims = self._dims(found)
            index.put_vectors(found.items(), dims)

    def _dims(self, found: dict[tuple[str, str], bytes]) -> int:
        known = self._embedder.dims if self._embedder else None
        return known or min(len(data) for data in found.values()) // 2

    def _make_room(self) -> None:
        with self._lock:
            sizes = {agent: slot.index.nbytes for agent, slot in self._slots.items()}
            total = sum(sizes.values())
            for agent in list(self._slots):
                if total <= self._max_bytes:
                    return
                if len(self._slots) == 1:
                    self.uncached += 1
                total -= sizes[agent]
                del self._slots[agent]


def _fits(index: AgentIndex, changes: Changes) -> bool:
    """Whether the index can go on from where it is; a deletion or a change in the middle starts it afresh."""
    if changes.reset or changes.gone_conversations or changes.gone_entries:
        return False
    return all(map(index.fits, changes.turns)) and all(map(index.fits, changes.entries))


def _take(index: AgentIndex, changes: Changes) -> None:
    turns = sorted(changes.turns, key=lambda turn: (turn.conversation, turn.index))
    entries = [entry for entry in changes.entries if entry.status in _SHOWN]
    index.add([*map(_read, turns), *map(_read, entries)])


def _read(item: Turn | Entry) -> Reading:
    return Reading(item, tuple(np.array(terms(text), np.uint32) for text in texts_of(item)))
