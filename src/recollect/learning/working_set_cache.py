"""Keeps the working sets of several agents between two runs of learning."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from recollect.domain.ports import Store
from recollect.domain.writes import PutEntry
from recollect.learning.decide import VerifyRules
from recollect.learning.working_set import WorkingSet

_MAX_WORKING_SETS: Final = 32


class WorkingSetCache:
    """The working sets of recently used agents; each is brought up to date before use."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[int, WorkingSet]] = OrderedDict()
        # Planned changes that may not have been written.
        self._planned: dict[str, dict[str, int]] = {}

    @contextmanager
    def changing(
        self, agent: str, store: Store, rules: VerifyRules
    ) -> Iterator[tuple[WorkingSet, list[PutEntry]]]:
        """The working set, and a list for the planned changes; without its end, none are known."""
        working_set = self.load(agent, store, rules)
        puts: list[PutEntry] = []
        try:
            yield working_set, puts
        except BaseException:
            self.forget(agent)
            raise
        self.record_plan(agent, puts)

    def load(self, agent: str, store: Store, rules: VerifyRules) -> WorkingSet:
        """The working set of an agent, matching the database."""
        with self._lock:
            cached_revision, working_set = self._kept.pop(agent, (0, None))
            planned = self._planned.pop(agent, {})
        revision = store.revision(agent)
        if working_set is not None:
            for _, entry in store.entries_since(agent, cached_revision):
                working_set.put(entry)
            if not _matches_store(working_set, planned, store, agent):
                working_set = None
        if working_set is None:
            stored = (entry for _, entry in store.entries_since(agent, 0))
            working_set = WorkingSet(stored, rules, partial(store.entry, agent))
        with self._lock:
            self._kept[agent] = (revision, working_set)
            while len(self._kept) > _MAX_WORKING_SETS:
                evicted, _ = self._kept.popitem(last=False)
                self._planned.pop(evicted, None)
        return working_set

    def record_plan(self, agent: str, puts: Sequence[PutEntry]) -> None:
        """Remember the planned versions, to detect later which were not written."""
        with self._lock:
            self._planned[agent] = {put.entry.id: put.entry.version for put in puts}

    def agents(self) -> set[str]:
        """The agents that it has something of."""
        with self._lock:
            return {*self._kept}

    def forget(self, agent: str) -> None:
        """Drop an agent's working set."""
        with self._lock:
            self._kept.pop(agent, None)
            self._planned.pop(agent, None)


def _matches_store(
    working_set: WorkingSet, planned: dict[str, int], store: Store, agent: str
) -> bool:
    """Whether the working set equals the store, without unwritten or deleted memories."""
    for name, version in planned.items():
        entry = store.entry(agent, name)
        if entry is None or entry.version < version:
            return False
    return len(working_set) == store.memory_count(agent)
