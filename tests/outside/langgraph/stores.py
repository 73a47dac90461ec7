"""Our store with the constructors of LangGraph's stores."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from langgraph.store.base import IndexConfig

from recollect import Memory
from recollect.integrations.langgraph import RecollectStore

OPTIONS: dict[str, Any] = {"background": False, "embedding_backend": "none"}


class InMemory(RecollectStore):
    """In place of InMemoryStore."""

    def __init__(self, *, index: Any = None) -> None:
        super().__init__(Memory.open(":memory:", **OPTIONS), "me", index=index)


class OnFile(RecollectStore):
    """In place of SqliteStore."""

    @classmethod
    @contextmanager
    def from_conn_string(cls, path: str, *, index: Any = None, ttl: Any = None) -> Iterator[Any]:
        with Memory.open(path, **OPTIONS) as memory:
            yield cls(memory, "me", index=renamed(index), ttl=ttl)

    def setup(self) -> None:
        """Nothing to set up."""

    # Nobody sees an expired item, swept or not.
    start_ttl_sweeper = stop_ttl_sweeper = setup


class OnFileAsync(OnFile):
    """In place of AsyncSqliteStore."""

    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls, path: str, *, index: Any = None, ttl: Any = None
    ) -> AsyncIterator[Any]:
        with Memory.open(path, **OPTIONS) as memory:
            yield cls(memory, "me", index=renamed(index), ttl=ttl)

    async def setup(self) -> None:
        """Nothing to set up."""

    start_ttl_sweeper = stop_ttl_sweeper = setup

    async def sweep_ttl(self) -> int:
        return super().sweep_ttl()


def renamed(index: Any) -> Any:
    """SqliteStore calls LangGraph's `fields` `text_fields`, and takes more keys than we do."""
    if index is None:
        return None
    kept = {name: value for name, value in index.items() if name in IndexConfig.__annotations__}
    return kept | {"fields": index.get("text_fields")}
