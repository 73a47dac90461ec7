"""The ledgers of several agents, kept between two runs of learning."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import Final

from recollect.domain.ports import Store
from recollect.domain.writes import PutEntry
from recollect.learning.ledger import Ledger
from recollect.learning.verdict import VerifyRules

_LEDGERS: Final = 32


class Ledgers:
    """The ledgers of the agents that were learned from last; each is brought up to date before it is used."""

    def __init__(self, most: int = _LEDGERS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[int, Ledger]] = OrderedDict()
        # What was planned on a ledger, and may not have been written.
        self._planned: dict[str, dict[str, int]] = {}

    def of(self, agent: str, store: Store, rules: VerifyRules) -> Ledger:
        """The ledger of an agent as the database stands now."""
        with self._lock:
            seen, ledger = self._kept.pop(agent, (0, None))
            planned = self._planned.pop(agent, {})
        revision = store.revision(agent)
        if ledger is not None:
            for _, entry in store.entries_since(agent, seen):
                ledger.take(entry)
            if not _is_true(ledger, planned, store, agent):
                ledger = None
        if ledger is None:
            stored = (entry for _, entry in store.entries_since(agent, 0))
            ledger = Ledger(stored, rules, partial(store.entry, agent))
        with self._lock:
            self._kept[agent] = (revision, ledger)
            while len(self._kept) > self._most:
                gone, _ = self._kept.popitem(last=False)
                self._planned.pop(gone, None)
        return ledger

    def planned(self, agent: str, puts: Sequence[PutEntry]) -> None:
        """Remember what is to be written, so that what was not can be told."""
        with self._lock:
            self._planned[agent] = {put.entry.id: put.entry.version for put in puts}

    def forget(self, agent: str) -> None:
        """Let go of an agent's ledger."""
        with self._lock:
            self._kept.pop(agent, None)
            self._planned.pop(agent, None)


def _is_true(ledger: Ledger, planned: dict[str, int], store: Store, agent: str) -> bool:
    """Whether the ledger holds what is stored, and nothing that was only planned or is gone."""
    for name, version in planned.items():
        entry = store.entry(agent, name)
        if entry is None or entry.version < version:
            return False
    return len(ledger) == store.memories_held(agent)
