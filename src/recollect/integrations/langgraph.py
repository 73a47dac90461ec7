"""A LangGraph store, with `recollect[langgraph]`: `RecollectStore(memory, agent="ann")`."""

import asyncio
import math
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    IndexConfig,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    ensure_embeddings,
    get_text_at_path,
    validate_op_namespace,
)

from recollect.domain.checks import check_id
from recollect.domain.items import KeyedItem
from recollect.errors import InvalidInput, NotFound
from recollect.integrations.opened import AnyMemory, opened
from recollect.memory import Memory

Vectors = dict[str, list[float]]
_LARGEST = 2**63


class RecollectStore(BaseStore):
    """LangGraph's long-term memory in the items of one agent, for sync and async code.

    Without `embed` in `index`, Recollect's own search finds items, by words and by meaning. Expired
    items are never returned, whatever `omit_expired` says, and are removed once a day.
    """

    supports_ttl = True

    def __init__(
        self,
        memory: AnyMemory,
        agent: str,
        *,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
    ) -> None:
        _check_keys("index", index, IndexConfig)
        _check_keys("ttl", ttl, TTLConfig)
        self.items = opened(memory).agent(agent).items
        self.index_config = index
        self.ttl_config = ttl
        embed = (index or {}).get("embed")
        self.embeddings = None if embed is None else ensure_embeddings(embed)

    @classmethod
    @contextmanager
    def open(
        cls, path: str | Path | None = None, *, agent: str, **options: Any
    ) -> Iterator["RecollectStore"]:
        """A store in a database of its own, as `Memory.open` finds it."""
        with Memory.open(path) as memory:
            yield cls(memory, agent, **options)

    @classmethod
    @asynccontextmanager
    async def aopen(
        cls, path: str | Path | None = None, *, agent: str, **options: Any
    ) -> AsyncIterator["RecollectStore"]:
        """The same for `async with`."""
        memory = await asyncio.to_thread(Memory.open, path)
        try:
            yield cls(memory, agent, **options)
        finally:
            await asyncio.to_thread(memory.close)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run the operations: first those that read, then all writes together."""
        wanted = _checked(ops)
        texts, queries = self._to_embed(wanted)
        vectors: Vectors = {}
        if self.embeddings is not None:
            if texts:
                made = self.embeddings.embed_documents(texts)
                vectors = dict(zip(texts, made, strict=True))
            vectors |= {f"?{query}": self.embeddings.embed_query(query) for query in queries}
        return self._run(wanted, vectors)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same without blocking the event loop."""
        wanted = _checked(ops)
        texts, queries = self._to_embed(wanted)
        vectors: Vectors = {}
        if self.embeddings is not None:
            if texts:
                made = await self.embeddings.aembed_documents(texts)
                vectors = dict(zip(texts, made, strict=True))
            for query in queries:
                vectors[f"?{query}"] = await self.embeddings.aembed_query(query)
        return await asyncio.to_thread(self._run, wanted, vectors)

    def put(self, namespace: tuple[str, ...], key: str, *args: Any, **options: Any) -> None:
        """Store an item; a key that is no text is refused: LangGraph would make it one ("None")."""
        super().put(namespace, check_id(key, "key"), *args, **options)

    async def aput(self, namespace: tuple[str, ...], key: str, *args: Any, **options: Any) -> None:
        """The same without blocking the event loop."""
        await super().aput(namespace, check_id(key, "key"), *args, **options)

    def sweep_ttl(self) -> int:
        """Remove expired items now; returns how many."""
        return self.items.sweep()

    def _to_embed(self, ops: Sequence[Op]) -> tuple[list[str], list[str]]:
        """The texts and the queries of the operations, without duplicates."""
        if self.embeddings is None:
            return [], []
        puts = (op for op in ops if isinstance(op, PutOp))
        texts = dict.fromkeys(text for op in puts for text in self._texts(op) or ())
        queries = {op.query for op in ops if isinstance(op, SearchOp) and op.query}
        return [*texts], [*queries]

    def _texts(self, op: PutOp) -> list[str] | None:
        """The texts that an item is found by; None for all of it."""
        if op.value is None or op.index is False:
            return []
        fields = op.index or (self.index_config or {}).get("fields")
        if fields is None:
            return None if self.embeddings is None else get_text_at_path(op.value, "$")
        found = (text for field in fields for text in get_text_at_path(op.value, field))
        return [text for text in found if text.strip()]

    def _run(self, ops: Sequence[Op], vectors: Vectors) -> list[Result]:
        results = [None if isinstance(op, PutOp) else self._read(op, vectors) for op in ops]
        # The last write of a key counts.
        puts = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
        self.items.put_all(
            self._as_item(op, vectors) for op in puts.values() if op.value is not None
        )
        self.items.delete_all(
            item
            for address, op in puts.items()
            if op.value is None and (item := self._get(*address)) is not None
        )
        return results

    def _as_item(self, op: PutOp, vectors: Vectors) -> dict[str, Any]:
        texts = self._texts(op)
        item = {"namespace": op.namespace, "key": op.key, "value": dict(op.value or {})}
        item |= {"texts": texts, "ttl": None if op.ttl is None else op.ttl * 60}
        if self.embeddings is not None and texts:
            embedded = [text for text in texts if any(vectors[text])]
            item |= {"texts": embedded, "vectors": [vectors[text] for text in embedded] or None}
        return item

    def _read(self, op: Op, vectors: Vectors) -> Result:
        match op:
            case GetOp():
                found = self._get(op.namespace, op.key, refresh=op.refresh_ttl)
                return None if found is None else Item(**_fields(found))
            case SearchOp():
                return self._search(op, vectors)
            case ListNamespacesOp():
                return self._namespaces(op)
            case _:
                raise TypeError(f"not an operation of a store: {op!r}")

    def _get(
        self, namespace: tuple[str, ...], key: str, *, refresh: bool = False
    ) -> KeyedItem | None:
        try:
            return self.items.get(namespace, key, refresh=refresh)
        except NotFound:
            return None

    def _search(self, op: SearchOp, vectors: Vectors) -> list[SearchItem]:
        filters = {"value": _conditions(op.filter or {})}
        if op.limit < 1:
            return []
        if op.query:
            found = self._scored(op, filters, vectors)
        else:
            listed = self.items.list(
                op.namespace_prefix, filters=filters, limit=op.limit, offset=op.offset
            )
            found = [(item, None) for item in listed]
        if op.refresh_ttl:
            self.items.refresh(item for item, _ in found)
        return [SearchItem(**_fields(item), score=score) for item, score in found]

    def _scored(
        self, op: SearchOp, filters: dict[str, Any], vectors: Vectors
    ) -> list[tuple[KeyedItem, float | None]]:
        """The closest items, and then those without a score, as LangGraph's own stores do."""
        most = op.offset + op.limit
        vector = vectors.get(f"?{op.query}")
        how = {"query": op.query} if vector is None else {"vector": vector}
        hits = self.items.search(**how, namespace=op.namespace_prefix, filters=filters, limit=most)
        found: list[tuple[KeyedItem, float | None]] = [(hit.item, hit.score) for hit in hits]
        if len(found) < most:
            seen = {hit.item.id for hit in hits}
            rest = self.items.list(op.namespace_prefix, filters=filters, limit=most)
            found += [(item, None) for item in rest if item.id not in seen]
        return found[op.offset : most]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        paths = {condition.match_type: condition.path for condition in op.match_conditions or ()}
        return self.items.namespaces(
            paths.get("prefix", ()),
            paths.get("suffix", ()),
            max_depth=op.max_depth,
            limit=op.limit,
            offset=op.offset,
        )


def _checked(ops: Iterable[Op]) -> list[Op]:
    wanted = [*ops]
    for op in wanted:
        validate_op_namespace(op)
        if isinstance(op, PutOp) and not isinstance(op.value, Mapping | None):
            raise InvalidInput("value must be a dictionary", field="value")
        minutes = op.ttl if isinstance(op, PutOp) and op.ttl is not None else 1
        if not (isinstance(minutes, int | float) and minutes > 0):
            message = f"ttl takes a positive number of minutes, not {minutes!r}"
            raise InvalidInput(message, field="ttl")
        if isinstance(op, SearchOp) and not (isinstance(op.limit, int) and op.limit >= 0):
            raise InvalidInput(f"limit is {op.limit!r}; it takes 0 or more", field="limit")
    return wanted


def _check_keys(name: str, given: Iterable[str] | None, config: type) -> None:
    known = sorted(config.__annotations__)
    if unknown := sorted({*(given or ())}.difference(known)):
        message = f"{unknown[0]!r} is no key of {name}; known: {', '.join(known)}"
        raise InvalidInput(message, field=name)


def _fields(item: KeyedItem) -> dict[str, Any]:
    names = ("namespace", "key", "value", "created_at", "updated_at")
    return {name: getattr(item, name) for name in names}


def _conditions(wanted: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """A filter as conditions: an object without operators is one of its parts."""
    conditions: dict[str, Any] = {}
    for name, value in wanted.items():
        nested = isinstance(value, Mapping) and not any(key.startswith("$") for key in value)
        if nested and value:
            conditions |= _conditions(value, f"{path}{name}.")
        elif isinstance(value, Mapping):
            conditions[path + name] = {key: _comparable(item) for key, item in value.items()}
        else:
            conditions[path + name] = _comparable(value)
    return conditions


def _comparable(value: Any) -> Any:
    """A value that JSON can hold and that compares alike."""
    if isinstance(value, tuple):
        return [*value]
    if isinstance(value, str) and "\0" in value:
        return {}  # no stored text has a NUL
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, int) and -_LARGEST <= value < _LARGEST:
        return value
    # NaN equals nothing, and everything is closer to zero than what JSON cannot hold.
    return {} if math.isnan(value) else math.copysign(1.7e308, value)
