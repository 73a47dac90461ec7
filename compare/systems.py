"""Recollect and what people use instead, behind one interface, all with the vectors of the same model."""
# ruff: noqa: INP001 - a script's neighbour, not a package

import logging
import os
import sqlite3
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import bm25s
import chromadb
import numpy as np
from chromadb.config import Settings
from langchain_core.embeddings import Embeddings
from langgraph.store.sqlite import SqliteStore
from llama_index.core import VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import TextNode
from pydantic import PrivateAttr

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
    """Recollect as it is installed, but without learning, as mem0 runs here too."""

    def __init__(self, folder: Path) -> None:
        self.name = f"Recollect {version('recollect')}"
        self._memory = Memory.open(
            folder / "recollect.sqlite", embedding_backend="minilm", extractor="none"
        )
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


class LlamaVectors(BaseEmbedding):  # type: ignore[misc]
    """Our bundled model as LlamaIndex knows embedders."""

    _model: Vectors = PrivateAttr(default_factory=Vectors)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._model.embed_query(text)

    _get_query_embedding = _get_text_embedding

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._model.embed_query(query)


class LlamaIndex:
    """LlamaIndex's VectorStoreIndex with its default store, in RAM: one index for each agent."""

    def __init__(self, _folder: Path) -> None:
        self.name = f"LlamaIndex VectorStoreIndex {version('llama-index-core')}"
        self._model = LlamaVectors()
        self._indexes: dict[str, VectorStoreIndex] = {}

    def add(self, agent: str, turn: Turn) -> None:
        """Insert one node."""
        if agent not in self._indexes:
            self._indexes[agent] = VectorStoreIndex(nodes=[], embed_model=self._model)
        self._indexes[agent].insert_nodes([TextNode(text=spoken(turn), id_=turn.id)])

    def finish(self) -> None:
        """Nothing is left to do."""

    def search(self, agent: str, question: str, limit: int) -> list[str]:
        """The ids of the nearest nodes."""
        retriever = self._indexes[agent].as_retriever(similarity_top_k=limit)
        return [found.node.node_id for found in retriever.retrieve(question)]

    def close(self) -> None:
        """Nothing is on disk."""


class ChromaVectors(chromadb.EmbeddingFunction):  # type: ignore[misc]
    """Our bundled model as Chroma knows embedders; its own would be downloaded."""

    def __init__(self) -> None:
        self._model = Vectors()

    def __call__(self, input: list[str]) -> list[Any]:  # noqa: A002 - Chroma's name
        """The vectors of several texts."""
        return [np.array(self._model.embed_query(text), np.float32) for text in input]

    @staticmethod
    def name() -> str:
        """What Chroma notes with a collection."""
        return "recollect-minilm"

    def get_config(self) -> dict[str, Any]:
        """Nothing has to be noted."""
        return {}

    @staticmethod
    def build_from_config(_config: dict[str, Any]) -> "ChromaVectors":
        """The same model again."""
        return ChromaVectors()


class Chroma:
    """Chroma in a folder, as it is by default: one collection for each agent."""

    def __init__(self, folder: Path) -> None:
        self.name = f"Chroma {version('chromadb')}"
        settings = Settings(anonymized_telemetry=False)
        self._client = chromadb.PersistentClient(str(folder / "chroma"), settings)
        self._model = ChromaVectors()
        self._collections: dict[str, chromadb.Collection] = {}

    def add(self, agent: str, turn: Turn) -> None:
        """Add one document."""
        if agent not in self._collections:
            self._collections[agent] = self._client.create_collection(
                agent, embedding_function=self._model
            )
        self._collections[agent].add(ids=[turn.id], documents=[spoken(turn)])

    def finish(self) -> None:
        """Nothing is left to do."""

    def search(self, agent: str, question: str, limit: int) -> list[str]:
        """The ids of the nearest documents."""
        found = self._collections[agent].query(query_texts=[question], n_results=limit)
        return list(found["ids"][0])

    def close(self) -> None:
        """Close the client."""
        self._client.close()


class Bm25:
    """Plain BM25 with bm25s and its own tokenizer: words alone, in RAM, indexed after the last turn."""

    def __init__(self, _folder: Path) -> None:
        self.name = f"BM25 (bm25s {version('bm25s')})"
        self._turns: dict[str, list[Turn]] = {}
        self._indexes: dict[str, bm25s.BM25] = {}

    def add(self, agent: str, turn: Turn) -> None:
        """Keep one turn for the index."""
        self._turns.setdefault(agent, []).append(turn)

    def finish(self) -> None:
        """Index all turns of each agent."""
        for agent, turns in self._turns.items():
            index = bm25s.BM25()
            words = bm25s.tokenize([spoken(turn) for turn in turns], show_progress=False)
            index.index(words, show_progress=False)
            self._indexes[agent] = index

    def search(self, agent: str, question: str, limit: int) -> list[str]:
        """The ids of the turns that share words with the question."""
        turns = self._turns[agent]
        words = bm25s.tokenize([question], show_progress=False)
        places, scores = self._indexes[agent].retrieve(
            words, k=min(limit, len(turns)), show_progress=False
        )
        found = zip(places[0], scores[0], strict=True)
        return [turns[place].id for place, score in found if score > 0]

    def close(self) -> None:
        """Nothing is on disk."""


EVERY: tuple[type[System], ...] = (Recollect, LangGraph, LlamaIndex, Chroma, Mem0, Bm25)
