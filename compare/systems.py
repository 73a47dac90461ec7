"""Recollect and what people would take in its place, behind one small face, each with the same model's vectors."""
# ruff: noqa: INP001 - a script's neighbour, not a package

import logging
import os
import sqlite3
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from langchain_core.embeddings import Embeddings
from langgraph.store.sqlite import SqliteStore

from recollect import Memory
from recollect.domain.turn import Turn
from recollect.providers.embedders import MiniLM


class System(Protocol):
    """A memory for several agents."""

    name: str

    def add(self, agent: str, turn: Turn) -> None:
        """Keep one turn."""
        ...

    def finish(self) -> None:
        """Return when all that was added can be found."""
        ...

    def search(self, agent: str, question: str, limit: int) -> Sequence[str]:
        """The ids of the turns that fit best, best first."""
        ...

    def close(self) -> None:
        """Let go of the files."""
        ...


class Vectors(Embeddings):
    """Our bundled model as LangChain knows embedders, which LangGraph and mem0 both take."""

    def __init__(self) -> None:
        self._model = MiniLM()
        self._model.warm()

    def embed_query(self, text: str) -> list[float]:
        """The vector of one text."""
        return np.frombuffer(self._model.embed(text), "<f4").tolist()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """The vectors of several texts."""
        return [self.embed_query(text) for text in texts]


def spoken(turn: Turn) -> str:
    """What the others are given to keep: with who speaks, as our own vectors are made."""
    return f"{turn.speaker}: {turn.content}" if turn.speaker else turn.content


class Recollect:
    """Recollect as it is installed."""

    def __init__(self, folder: Path) -> None:
        self.name = f"Recollect {version('recollect')}"
        self._memory = Memory.open(folder / "recollect.sqlite", embedding_backend="minilm")
        self._memory.warm()

    def add(self, agent: str, turn: Turn) -> None:
        """Keep one turn; its vector follows in the background."""
        self._memory.agent(agent).remember(
            turn.content,
            conversation=turn.conversation,
            role=turn.role,
            speaker=turn.speaker,
            at=turn.at,
            id=turn.id,
        )

    def finish(self) -> None:
        """Wait for the vectors."""
        report = self._memory.sync()
        if not report.ok:
            raise RuntimeError(report)

    def search(self, agent: str, question: str, limit: int) -> list[str]:
        """The ids of the best turns."""
        hits = self._memory.agent(agent).search(question, limit=limit, scopes=["turns"])
        return [hit.id for hit in hits]

    def close(self) -> None:
        """Close the memory."""
        self._memory.close()


class LangGraph:
    """LangGraph's SqliteStore: one namespace for each agent, searched by meaning."""

    def __init__(self, folder: Path) -> None:
        self.name = f"LangGraph SqliteStore {version('langgraph-checkpoint-sqlite')}"
        self._connection = _connected(folder / "langgraph.sqlite")
        index = {"dims": MiniLM.dims, "embed": Vectors()}
        self._store = SqliteStore(self._connection, index=index)
        self._store.setup()

    def add(self, agent: str, turn: Turn) -> None:
        """Put one item; only its text is embedded."""
        value = {"text": spoken(turn), "at": turn.at.isoformat()}
        # Named here: this version does not read `fields` of the store's configuration (its issue 8808).
        self._store.put((agent,), turn.id, value, index=["text"])

    def finish(self) -> None:
        """Nothing is left to do."""

    def search(self, agent: str, question: str, limit: int) -> list[str]:
        """The keys of the nearest items."""
        return [item.key for item in self._store.search((agent,), query=question, limit=limit)]

    def close(self) -> None:
        """Close the database."""
        self._connection.close()


def _connected(path: Path) -> Any:
    """A connection as `SqliteStore.from_conn_string` opens it, by a module that loads extensions."""
    module: Any = sqlite3
    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        import sqlean as module  # noqa: PLC0415 - only where Python's own cannot
    return module.connect(str(path), check_same_thread=False, isolation_level=None)


class Mem0:
    """mem0 with its default store (Qdrant in a folder), messages kept as they are said."""

    def __init__(self, folder: Path) -> None:
        # Read when it is imported: no telemetry, and nothing in anybody's home.
        os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder / "mem0-home")}
        import mem0  # noqa: PLC0415

        # It warns of optional parts that download models; they are left out here.
        logging.getLogger("mem0").setLevel(logging.ERROR)
        self.name = f"mem0 {version('mem0ai')}, infer=False"
        self._memory = mem0.Memory.from_config(_mem0_config(folder))

    def add(self, agent: str, turn: Turn) -> None:
        """Add one message, without a model that rewrites it."""
        message = {"role": turn.role.value, "content": spoken(turn)}
        metadata = {"turn": turn.id, "at": turn.at.isoformat()}
        self._memory.add([message], user_id=agent, metadata=metadata, infer=False)

    def finish(self) -> None:
        """Nothing is left to do."""

    def search(self, agent: str, question: str, limit: int) -> list[str]:
        """The turns of the best memories."""
        found = self._memory.search(question, top_k=limit, filters={"user_id": agent})
        return [item["metadata"]["turn"] for item in found["results"]]

    def close(self) -> None:
        """Close the memory."""
        self._memory.close()


def _mem0_config(folder: Path) -> dict[str, Any]:
    store = {"path": str(folder / "qdrant"), "embedding_model_dims": MiniLM.dims, "on_disk": True}
    return {
        "embedder": {"provider": "langchain", "config": {"model": Vectors()}},
        "vector_store": {"provider": "qdrant", "config": store},
        # It must be there and is never asked, because nothing is inferred.
        "llm": {"provider": "openai", "config": {"api_key": "never used"}},
        "history_db_path": str(folder / "mem0-history.sqlite"),
    }
