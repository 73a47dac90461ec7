"""Search of items by key. They have indexes of their own, so they never change how turns rank.

One index compares words and the embedder's vectors, another the vectors that callers gave.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from recollect.domain.entry import Entry, Kind, Priority
from recollect.domain.hit import Hit, Results
from recollect.domain.items import ItemFilter, ItemHit, KeyedItem
from recollect.domain.ports import Reader, Store
from recollect.domain.query import Query
from recollect.domain.store_results import Changes
from recollect.errors import InvalidInput
from recollect.recall.index_arrays import Floats
from recollect.recall.pipeline import Recall
from recollect.recall.reading import empty_reading, read_texts

# Below this many rows, old versions cost nothing worth saving.
_SMALL = 2_000


@dataclass(frozen=True, slots=True)
class ItemView:
    """Items as memories: the part of a store that `Recall` and its indexes read."""

    store: Store
    reader: Reader
    # Whether the vectors are those of callers, and then the only thing to search.
    own: bool

    def revision(self, agent: str) -> int:
        """The revision of the agent."""
        return self.store.revision(agent)

    def changes(self, agent: str, since: int, *, space: str = "", reader: str = "") -> Changes:
        """What has changed since a revision, with a reading for each item."""
        news = self.store.item_changes(
            agent, since, space=None if self.own else space, reader=reader
        )
        dims = self.store.item_dims(agent) if self.own else None
        readings = tuple(
            self._reading(*columns, dims or 1) for columns in zip(*news.entries[5:8], strict=True)
        )
        return replace(news, entries=news.entries._replace(reading=readings))

    def _reading(
        self, reading: bytes | None, texts: str | None, vectors: bytes | None, dims: int
    ) -> bytes:
        if self.own:
            return empty_reading(max(1, len(vectors or b"") // 2 // dims))
        if reading is not None:
            return reading
        return read_texts(self.reader.read, json.loads(texts or "[]") or [""]).data

    def entries_by_id(self, agent: str, names: Sequence[str]) -> dict[str, Entry]:
        """Items as memories."""
        items = self.store.items_by_id(agent, [_item_id(name) for name in names])
        found = ((name, items.get(_item_id(name))) for name in names)
        return {name: _as_memory(item, name) for name, item in found if item is not None}

    def turns_by_id(self, agent: str, names: Sequence[tuple[str, str]]) -> dict[object, object]:
        """No turns."""
        del agent, names
        return {}


def _item_id(version: str) -> str:
    """The id of an item, from "id:version"."""
    return version.partition(":")[0]


def _as_memory(item: KeyedItem, name: str) -> Entry:
    return Entry(
        id=name,
        version=item.version,
        kind=Kind.CONTEXT,
        content="\n".join(item.texts),
        priority=Priority.MEDIUM,
        recorded_at=item.updated_at,
        changed_at=item.updated_at,
    )


def item_recall(recall: Recall, *, own: bool, max_bytes: int) -> Recall:
    """The same search over items instead of turns and memories."""
    view = ItemView(recall.store, recall.indexes.reader, own)
    store = cast("Store", view)
    return replace(recall, store=store, indexes=recall.indexes.over(store, max_bytes, own=own))


@dataclass(frozen=True, slots=True)
class ItemSearch:
    """Searches the items of one agent at a time."""

    store: Store
    by_text: Recall
    by_own_vector: Recall

    def search(self, agent: str, text: str, chosen: ItemFilter, limit: int) -> Results[ItemHit]:
        """The items closest to a question, best first."""
        query = Query(text=text, limit=limit, among=self.store.item_versions(agent, chosen))
        self._compact(agent, self.by_text)
        if not query.among:
            return Results()
        found = self.by_text.search(agent, query)
        return Results(self._items(agent, found), found.warning)

    def by_vector(
        self, agent: str, vector: Floats, chosen: ItemFilter, limit: int
    ) -> list[ItemHit]:
        """The items closest to a vector: of the callers' space if they gave any, by cosine."""
        dims = self.store.item_dims(agent)
        if dims is not None and dims != len(vector):
            message = f"vector has {len(vector)} numbers, but those of this agent have {dims}"
            raise InvalidInput(message, field="vector")
        query = Query(text=None, limit=limit, among=self.store.item_versions(agent, chosen))
        recall = self.by_text if dims is None else self.by_own_vector
        self._compact(agent, recall, dims)
        return self._items(agent, recall.search_by_vector(agent, vector, query))

    def forget(self, agent: str) -> None:
        """Drop an agent's indexes."""
        self.by_text.indexes.forget(agent)
        self.by_own_vector.indexes.forget(agent)

    def _compact(self, agent: str, recall: Recall, dims: int | None = None) -> None:
        """Build an index anew if most of it is old versions, or its vectors had another length."""
        with recall.indexes.acquire(agent) as index:
            size, vectors = len(index), index.vectors
        changed = dims is not None and vectors is not None and vectors.dims != dims
        if changed or (size > _SMALL and size > 2 * self.store.item_count(agent)):
            recall.indexes.forget(agent)

    def _items(self, agent: str, hits: Sequence[Hit]) -> list[ItemHit]:
        found = [(_item_id(hit.id), hit.score) for hit in hits]
        items = self.store.items_by_id(agent, [name for name, _ in found])
        return [ItemHit(items[name], score) for name, score in found if name in items]
