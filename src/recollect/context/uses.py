"""Which memories were of use to a question, gathered here and written down in batches."""

import threading
from collections.abc import Iterable
from datetime import datetime

from recollect.domain.ports import Store


class Uses:
    """Uses that are not written yet; what a crash loses of them is a count and no memory."""

    def __init__(self, store: Store, gain: float) -> None:
        self._store = store
        self._gain = gain
        self._lock = threading.Lock()
        self._waiting: dict[str, dict[str, datetime]] = {}

    def note(self, agent: str, ids: Iterable[str], at: datetime) -> None:
        """Remember that these were shown to answer a question."""
        with self._lock:
            self._waiting.setdefault(agent, {}).update(dict.fromkeys(ids, at))

    def flush(self) -> None:
        """Write down what was gathered."""
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        for agent, used in waiting.items():
            if used:
                self._store.touch(agent, list(used), max(used.values()), gain=self._gain)

    def forget(self, agent: str) -> None:
        """Let go of an agent's uses."""
        with self._lock:
            self._waiting.pop(agent, None)
