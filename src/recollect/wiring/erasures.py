"""Forgets in this process what was erased, here or by another process on the same database."""

import weakref

from recollect.domain.access import Reach
from recollect.domain.ports import Store
from recollect.wiring.components import Components


def forget_cached(components: Components, agent: str) -> None:
    """Drop everything of an agent from this process's memory."""
    components.recall.indexes.forget(agent)
    components.item_search.forget(agent)
    components.assembler.forget(agent)
    components.recent.forget(agent)
    components.learner.working_sets.forget(agent)
    if components.embedder is not None:
        components.embedder.clear()


class ErasureWatch:
    """Looks whether an agent was erased elsewhere; the worker asks it each time it wakes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mark = store.erasure_mark()
        # Weak: the worker's thread must not keep a memory alive that nobody else has.
        self._components: weakref.ref[Components] | None = None

    def watch(self, components: Components) -> None:
        """Say what to drop things from; the worker, which asks, is a part of it."""
        self._components = weakref.ref(components)

    def look(self) -> None:
        """Drop what is cached of agents that are no longer there."""
        components = self._components() if self._components is not None else None
        mark = self._store.erasure_mark()
        if mark == self._mark or components is None:
            return
        for agent in _cached(components):
            if not self._store.every_agent(reach=Reach(only=agent), limit=1):
                forget_cached(components, agent)
        self._mark = mark


def _cached(components: Components) -> set[str]:
    """The agents that this process has something of."""
    assembler, items = components.assembler, components.item_search
    caches = (
        *(components.recall.indexes, items.by_text.indexes, items.by_own_vector.indexes),
        *(assembler.contexts, assembler.injections, assembler.stored, assembler.receipts),
        *(components.recent, components.learner.working_sets),
    )
    return {agent for cache in caches for agent in cache.agents()}
