"""Items of the in-memory store."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from in_memory_store.paging import limited
from in_memory_store.state import AgentState
from recollect.domain.clock import to_micros
from recollect.domain.columns import EntryColumns
from recollect.domain.items import DropItems, ItemFilter, KeyedItem, OwnVectors, PutItem, StoredItem
from recollect.domain.job import JobKind, Missing
from recollect.domain.store_results import Changes
from recollect.domain.turn import Reading
from recollect.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item and what was derived from it."""

    item: KeyedItem
    vectors: OwnVectors | None
    revision: int
    reading: Reading | None = None
    vector: tuple[str, bytes] | None = None


def put(state: AgentState, write: PutItem) -> None:
    """Store an item in place of the one with its key."""
    new, known = write.item, state.items.get(write.item.id)
    if known is not None and write.restored:
        return
    others = (row.vectors for name, row in state.items.items() if name != new.id)
    dims = {own.dims for own in others if own}
    if write.vectors and dims and dims != {write.vectors.dims}:
        raise InvalidInput("vectors of another length", field="vectors")
    vector = None
    if known is not None:
        expired = known.item.expires_at is not None and known.item.expires_at <= new.updated_at
        created = new.created_at if expired else known.item.created_at
        new = replace(new, version=known.item.version + 1, created_at=created)
        vector = known.vector if known.item.texts == new.texts and not write.vectors else None
    state.items[new.id] = ItemRow(new, write.vectors, state.revision, write.reading, vector)


def drop(state: AgentState, write: DropItems) -> list[str]:
    """Remove items by id, and those that have expired."""
    late = write.expired
    gone = [name for name in write.ids if name in state.items]
    gone += [
        name
        for name, row in state.items.items()
        if late and row.item.expires_at and row.item.expires_at <= late and name not in gone
    ]
    for name in gone:
        del state.items[name]
    return gone


def _version(item: KeyedItem) -> str:
    return f"{item.id}:{item.version}"


class InMemoryItems:
    """The part of the store that reads items."""

    def items(
        self, agent: str, chosen: ItemFilter, *, limit: int | None = None, offset: int = 0
    ) -> tuple[KeyedItem, ...]:
        with self._agent(agent) as state:
            found = [row for row in state.items.values() if chosen.matches(row.item)]
            found.sort(key=lambda row: (row.item.updated_at, row.revision))
            return tuple(limited([row.item for row in reversed(found)][offset:], limit))

    def items_by_id(self, agent: str, ids: Sequence[str]) -> dict[str, KeyedItem]:
        with self._agent(agent) as state:
            return {name: state.items[name].item for name in ids if name in state.items}

    def item_versions(self, agent: str, chosen: ItemFilter) -> frozenset[str]:
        with self._agent(agent) as state:
            rows = [row for row in state.items.values() if row.item.texts or row.vectors]
            return frozenset(_version(row.item) for row in rows if chosen.matches(row.item))

    def item_count(self, agent: str) -> int:
        with self._agent(agent) as state:
            return len(state.items)

    def item_namespaces(self, agent: str, now: datetime) -> tuple[tuple[str, ...], ...]:
        found = self.items(agent, ItemFilter(now=now))
        return tuple(sorted({item.namespace for item in found}))

    def item_dims(self, agent: str) -> int | None:
        with self._agent(agent) as state:
            return next((row.vectors.dims for row in state.items.values() if row.vectors), None)

    def next_expiry(self, agent: str) -> datetime | None:
        with self._agent(agent) as state:
            moments = [row.item.expires_at for row in state.items.values() if row.item.expires_at]
            return min(moments, default=None)

    def item_window(
        self, agent: str, *, since: int = 0, limit: int, missing: Missing
    ) -> tuple[tuple[int, KeyedItem], ...]:
        def has(row: ItemRow) -> str | None:
            if missing.kind is JobKind.EMBED:
                return row.vector and row.vector[0]
            return row.reading and row.reading.reader

        with self._agent(agent) as state:
            rows = [row for row in state.items.values() if row.item.texts and not row.vectors]
            rows = [row for row in rows if row.revision >= since and has(row) != missing.name]
            found = sorted(((row.revision, row.item) for row in rows), key=lambda pair: pair[0])
            return tuple(limited(found, limit))

    def item_changes(self, agent: str, since: int, *, space: str | None, reader: str) -> Changes:
        def columns(row: ItemRow) -> tuple[object, ...]:
            shown = row.vectors is not None if space is None else bool(row.item.texts)
            data = row.vectors and row.vectors.data
            if space is not None:
                data = row.vector[1] if row.vector and row.vector[0] == space else None
            at = to_micros(row.item.updated_at)
            read = row.reading.data if row.reading and row.reading.reader == reader else None
            texts = json.dumps(row.item.texts, ensure_ascii=False, separators=(",", ":"))
            status = "active" if shown else "deleted"
            return (_version(row.item), "context", status, at, at, read, texts, data, 0)

        with self._agent(agent) as state:
            reset = since < state.floor
            start = 0 if reset else since
            rows = sorted(state.items.values(), key=lambda row: row.revision)
            return Changes(
                revision=state.revision,
                reset=reset,
                entries=EntryColumns.from_rows(
                    [columns(row) for row in rows if row.revision > start]
                ),
            )

    def refresh_items(self, agent: str, ids: Sequence[str], now: datetime) -> None:
        with self._agent(agent) as state:
            for name in ids:
                row = state.items.get(name)
                if row and row.item.ttl and row.item.expires_at and row.item.expires_at > now:
                    until = now + timedelta(seconds=row.item.ttl)
                    state.items[name] = replace(row, item=replace(row.item, expires_at=until))

    def _dumped_items(self, agent: str) -> tuple[StoredItem, ...]:
        with self._agent(agent) as state:
            return tuple(StoredItem(row.item, row.vectors) for row in state.items.values())
