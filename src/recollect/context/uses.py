"""Counts which memories answered a question, and writes the counts in batches."""

import threading
from collections.abc import Iterable
from datetime import datetime

from recollect.domain.ports import Entries


class Uses:
    """Uses that are not written yet; a crash loses these counts but never a memory."""

    def __init__(self, store: Entries, gain: float) -> None:
        self._store = store
        self._gain = gain
        self._lock = threading.Lock()
        self._pending: dict[str, dict[str, datetime]] = {}

    def note(self, agent: str, ids: Iterable[str], at: datetime) -> None:
        """Record that these memories were shown to answer a question."""
        with self._lock:
            self._pending.setdefault(agent, {}).update(dict.fromkeys(ids, at))

    def flush(self) -> None:
        """Write all pending uses to the store."""
        with self._lock:
            pending, self._pending = self._pending, {}
        for agent, used in pending.items():
            if used:
                self._store.touch(agent, list(used), max(used.values()), gain=self._gain)

    def forget(self, agent: str) -> None:
        """Drop the pending uses of an agent."""
        with self._lock:
            self._pending.pop(agent, None)
