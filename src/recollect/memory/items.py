"""Items by namespace and key."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import numpy as np

from recollect.domain import checks
from recollect.domain.conditions import check_conditions
from recollect.domain.hit import Results
from recollect.domain.items import (
    DropItems,
    ItemFilter,
    ItemHit,
    KeyedItem,
    Namespace,
    OwnVectors,
    PutItem,
    item_id,
)
from recollect.domain.job import JobKind
from recollect.domain.writes import SWEEP_AFTER, Enqueue, Write
from recollect.errors import InvalidInput, NotFound
from recollect.learning.item_intake import checked_item
from recollect.memory import recording
from recollect.memory.agent_part import AgentPart
from recollect.recall.reading import read_texts
from recollect.recall.vectors import check_vector

# Aliases, because `Items.list` hides the built-in `list`.
ItemList: TypeAlias = list[KeyedItem]
HitList: TypeAlias = Results[ItemHit]
NamespaceList: TypeAlias = list[Namespace]

_FILTERS = ("value", "metadata")
_WILDCARD = "*"
_ADDRESS = frozenset({"namespace", "key"})
_MOST = 2**31


class Items(AgentPart):
    """JSON values by namespace and key: put, get, list, search and delete."""

    def put(
        self,
        namespace: Sequence[str],
        key: str,
        value: Any,
        *,
        metadata: Mapping[str, Any] | None = None,
        ttl: float | timedelta | None = None,
        expires_at: datetime | str | None = None,
        texts: Sequence[str] | None = None,
        vectors: Sequence[Sequence[float]] | None = None,
    ) -> KeyedItem:
        """Store a value, in place of an earlier one.

        `ttl` is its lifetime in seconds, `expires_at` a moment. A search finds it by `texts`, by
        default those in the value; an empty list hides it from searches. `vectors` are the
        caller's own, one for each text; those of one agent have the same length.
        """
        one = {"namespace": namespace, "key": key, "value": value, "metadata": metadata}
        one |= {"ttl": ttl, "expires_at": expires_at, "texts": texts, "vectors": vectors}
        (stored,) = self.put_all([one])
        return stored

    def put_all(self, items: Iterable[Mapping[str, Any]]) -> ItemList:
        """Store several items, each given by the arguments of `put`, all or none."""
        components = self._components
        recording.check_can_record(components)
        puts = [self._put(dict(item)) for item in _objects(items)]
        if not puts:
            return []
        now, jobs = components.clock.now(), list[Write]()
        if any(put.vectors is None and put.item.texts for put in puts):
            jobs.append(Enqueue(JobKind.EMBED, "", now))
        if any(put.item.expires_at for put in puts):
            jobs.append(Enqueue(JobKind.SWEEP, "", now + SWEEP_AFTER, hastened=True))
        characters = sum(_characters(put.item) for put in puts) if components.quotas.are_on else 0
        components.quotas.check(self._agent, characters=characters)
        components.store.write(self._agent, *puts, *jobs)
        components.quotas.add(self._agent, characters=characters)
        components.worker.wake()
        ids = [put.item.id for put in puts]
        found = components.store.items_by_id(self._agent, ids)
        # One of them may have been deleted in the meantime.
        return [found.get(put.item.id, put.item) for put in puts]

    def _put(self, given: dict[str, Any]) -> PutItem:
        vectors = given.pop("vectors", None)
        item = checked_item(self._components.intake, given)
        own = None if vectors is None else _own_vectors(vectors, len(item.texts))
        reading = read_texts(self._components.intake.read, item.texts) if item.texts else None
        return PutItem(item, own, reading)

    def get(self, namespace: Sequence[str], key: str, *, refresh: bool = False) -> KeyedItem:
        """The item; NotFound if there is none or it has expired. `refresh` restarts its `ttl`."""
        address = (_namespace(namespace), checks.check_id(key, "key"))
        store, now, name = self._components.store, self._components.clock.now(), item_id(*address)
        found = store.items_by_id(self._agent, [name]).get(name)
        if found is None or not ItemFilter(now=now).matches(found):
            raise NotFound(f"there is no item {key!r} in {list(address[0])}", field="key")
        if not refresh or found.ttl is None:
            return found
        self.refresh([found])
        return store.items_by_id(self._agent, [name]).get(name, found)

    def refresh(self, items: Iterable[KeyedItem]) -> None:
        """Begin the lifetime of items with a `ttl` again."""
        ids = [item.id for item in items if item.ttl is not None]
        if ids:
            self._components.store.refresh_items(self._agent, ids, self._components.clock.now())

    def delete(self, namespace: Sequence[str], key: str) -> None:
        """Remove an item permanently; NotFound if there is none."""
        self.delete_all([self.get(namespace, key)])

    def delete_all(self, items: Iterable[KeyedItem]) -> None:
        """Remove items permanently; missing ones are ignored."""
        ids = tuple(item.id for item in items)
        if ids:
            self._components.store.write(self._agent, DropItems(ids))

    def list(
        self,
        namespace: Sequence[str] = (),
        *,
        filters: Mapping[str, Any] | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> ItemList:
        """The items in a namespace and below, last written first.

        `filters` has conditions on the `value`, the `metadata`, or both.
        """
        chosen = self._chosen(namespace, filters)
        most = checks.check_limit(limit)
        start = checks.check_whole(offset, "offset", 0, _MOST)
        found = self._components.store.items(self._agent, chosen, limit=most, offset=start)
        return [*found]

    def search(
        self,
        query: str | None = None,
        *,
        vector: Sequence[float] | None = None,
        namespace: Sequence[str] = (),
        filters: Mapping[str, Any] | None = None,
        limit: int = 10,
        offset: int = 0,
    ) -> HitList:
        """The items closest to a question, or to a vector of the caller's own, best first."""
        if (query is None) == (vector is None):
            raise InvalidInput("give a query or a vector", field="query")
        chosen, find = self._chosen(namespace, filters), self._components.item_search
        start = checks.check_whole(offset, "offset", 0, _MOST)
        end = checks.check_whole(limit, "limit", 1, _MOST) + start
        if vector is not None:
            return Results(find.by_vector(self._agent, check_vector(vector), chosen, end)[start:])
        text = self._components.intake.redact_text(checks.check_query(query))
        found = find.search(self._agent, text, chosen, end)
        return Results(found[start:], found.warning)

    def namespaces(
        self,
        prefix: Sequence[str] = (),
        suffix: Sequence[str] = (),
        *,
        max_depth: int | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> NamespaceList:
        """The namespaces that have items, sorted; `*` in a prefix or suffix is any one name.

        Those deeper than `max_depth` are cut there.
        """
        begin, end = _namespace(prefix, "prefix"), _namespace(suffix, "suffix")
        depth, most = checks.check_limit(max_depth, "max_depth"), checks.check_limit(limit)
        start = checks.check_whole(offset, "offset", 0, _MOST)
        store, now = self._components.store, self._components.clock.now()
        found = [
            name
            for name in store.item_namespaces(self._agent, now)
            if _fits(begin, name[: len(begin)]) and _fits(end, name[max(0, len(name) - len(end)) :])
        ]
        cut = [*dict.fromkeys(name[:depth] for name in found)]
        return cut[start:] if most is None else cut[start : start + most]

    def sweep(self) -> int:
        """Remove expired items from the database now; returns how many."""
        store, now = self._components.store, self._components.clock.now()
        return len(store.write(self._agent, DropItems(expired=now)).dropped)

    def _chosen(self, namespace: Sequence[str], filters: Mapping[str, Any] | None) -> ItemFilter:
        if not isinstance(filters, Mapping | None):
            raise InvalidInput("filters takes an object", field="filters")
        if unknown := set(filters or {}) - {*_FILTERS}:
            name = checks.shown(min(unknown, key=str))
            message = f"there is no filter {name}; there are: {', '.join(_FILTERS)}"
            raise InvalidInput(message, field="filters")
        given = {name: item for name, item in (filters or {}).items() if item is not None}
        chosen = {name: check_conditions(item, f"filters.{name}") for name, item in given.items()}
        now = self._components.clock.now()
        return ItemFilter(now=now, namespace=_namespace(namespace), **chosen)


def _namespace(value: object, field: str = "namespace") -> Namespace:
    return checks.check_names(value, field)


def _characters(item: KeyedItem) -> int:
    """The length of its value, as stored."""
    return len(json.dumps(item.value, ensure_ascii=False, separators=(",", ":")))


def _objects(value: object) -> list[Mapping[str, Any]]:
    given: list[Any] = [*value] if isinstance(value, Iterable) else [value]
    if not all(isinstance(item, Mapping) for item in given):
        raise InvalidInput("items takes a list of objects", field="items")
    return given


def _fits(pattern: Namespace, names: Namespace) -> bool:
    if len(pattern) != len(names):
        return False
    return all(wanted in {_WILDCARD, name} for wanted, name in zip(pattern, names, strict=True))


def _own_vectors(value: object, count: int) -> OwnVectors:
    """A caller's vectors; one for each text, or one for an item without texts."""
    given = [*value] if isinstance(value, Iterable) and not isinstance(value, str | bytes) else []
    if len(given) != max(count, 1):
        problem = f"takes one vector for each of the {count} texts, not {len(given)}"
        raise InvalidInput(f"vectors {problem}", field="vectors")
    checked = [check_vector(vector) for vector in given]
    if len({len(vector) for vector in checked}) > 1:
        raise InvalidInput("vectors of one item have the same length", field="vectors")
    return OwnVectors(len(checked[0]), np.concatenate(checked).astype("<f2").tobytes())
