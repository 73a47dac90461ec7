"""LangChain: chat message history, retriever and vector store, with `recollect[langchain]`."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

import numpy as np
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.messages import BaseMessage, messages_from_dict
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import VectorStore
from langchain_core.vectorstores.utils import maximal_marginal_relevance
from pydantic import BeforeValidator

from recollect.domain.hit import Hit, Scope
from recollect.domain.items import KeyedItem
from recollect.domain.turn import Role, Turn
from recollect.errors import InvalidInput, NotFound
from recollect.integrations.opened import AnyMemory, opened
from recollect.integrations.verbatim import turn_with, value_of

_ROLES = {"human": Role.USER, "ai": Role.ASSISTANT, "system": Role.SYSTEM, "tool": Role.TOOL}
_TYPES = {role: kind for kind, role in _ROLES.items()}
# The metadata key of a turn under which its message is kept as LangChain gave it.
_MESSAGE = "langchain"


class RecollectChatMessageHistory(BaseChatMessageHistory):
    """The messages of one conversation, which Recollect also learns from."""

    def __init__(self, memory: AnyMemory, conversation: str, agent: str) -> None:
        self._agent = opened(memory).agent(agent)
        self._conversation = conversation

    @property
    def messages(self) -> list[BaseMessage]:
        """Every message, in order."""
        return messages_from_dict([*map(_stored, self._agent.turns(self._conversation))])

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Store messages, all or none."""
        self._agent.ingest(self._conversation, [*map(_turn, messages)])

    def clear(self) -> None:
        """Erase the conversation, and what was learned only from it."""
        with suppress(NotFound):
            self._agent.conversations.delete(self._conversation)


def _turn(message: BaseMessage) -> dict[str, Any]:
    """A turn for a message: its text to be searched and learned from, and the message itself."""
    data = message.model_dump(mode="json", exclude_defaults=True)
    data.pop("type", None)
    # A message may have images or tool calls alone.
    calls = ", ".join(call["name"] for call in getattr(message, "tool_calls", ()))
    kept = {"type": message.type, "data": data}
    role = _ROLES.get(message.type, Role.USER)
    return turn_with(kept, _MESSAGE, role, str(message.text), calls or "no text")


def _stored(turn: Turn) -> dict[str, Any]:
    """A turn as LangChain stores messages; also one that another program wrote."""
    known = value_of(turn, _MESSAGE)
    if not isinstance(known, Mapping):
        known = {"type": _TYPES[turn.role], "data": {}}
        if turn.role == "tool":
            known["data"]["tool_call_id"] = turn.id
    return {"type": known["type"], "data": {"content": turn.content, **known["data"]}}


class RecollectRetriever(BaseRetriever):
    """What an agent remembers about a question: turns, memories, summaries and relations."""

    memory: Annotated[Any, BeforeValidator(opened)]
    agent: str
    k: int = 4
    scopes: tuple[str, ...] = tuple(Scope)
    filters: dict[str, Any] | None = None

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        del run_manager
        hits = self.memory.agent(self.agent).search(
            query, limit=self.k if k is None else k, scopes=self.scopes, filters=self.filters
        )
        return [*map(_document, hits)]


def _document(hit: Hit) -> Document:
    item = hit.turn or hit.entry
    metadata = dict(item.metadata) if item else {}
    metadata.pop(_MESSAGE, None)
    metadata |= {"scope": str(hit.scope), "score": hit.score, "at": hit.at.isoformat()}
    if hit.turn:
        metadata |= {"conversation": hit.turn.conversation, "role": str(hit.turn.role)}
        metadata |= {"speaker": hit.turn.speaker} if hit.turn.speaker else {}
    if hit.entry:
        metadata |= {"kind": str(hit.entry.kind)}
    return Document(page_content=hit.text, id=hit.id, metadata=metadata)


class RecollectVectorStore(VectorStore):
    """Documents in a namespace of an agent's items, and in those below it.

    With `embedding`, its vectors decide; without, Recollect's own search, by words and meaning.
    """

    def __init__(
        self,
        memory: AnyMemory,
        embedding: Embeddings | None = None,
        *,
        agent: str,
        namespace: Sequence[str] = ("documents",),
    ) -> None:
        self._items = opened(memory).agent(agent).items
        self._embedding = embedding
        self._namespace = tuple(namespace)

    @property
    def embeddings(self) -> Embeddings | None:
        """The embedding model that the store was given."""
        return self._embedding

    @classmethod
    def from_texts(
        cls,
        texts: list[str],
        embedding: Embeddings,
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: list[str] | None = None,
        memory: AnyMemory,
        **options: Any,
    ) -> "RecollectVectorStore":
        """A store with these texts in it."""
        store = cls(memory, embedding, **options)
        store.add_texts(texts, metadatas, ids=ids)
        return store

    def add_texts(
        self,
        texts: Iterable[str],
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: Sequence[str | None] | None = None,
        **_: Any,
    ) -> list[str]:
        """Store texts, all or none, and return their ids; a known id is replaced."""
        contents = [*texts]
        for field, given in (("metadatas", metadatas), ("ids", ids)):
            if given and len(given) != len(contents):
                message = f"{field} has {len(given)}, for {len(contents)} texts"
                raise InvalidInput(message, field=field)
        names = [name or uuid.uuid4().hex for name in ids or [None] * len(contents)]
        vectors = self._embedding.embed_documents(contents) if self._embedding else None
        self._items.put_all(
            {
                "namespace": self._namespace,
                "key": name,
                "value": text,
                "metadata": metadatas[number] if metadatas else None,
                "texts": [text],
                "vectors": [vectors[number]] if vectors else None,
            }
            for number, (name, text) in enumerate(zip(names, contents, strict=True))
        )
        return names

    def delete(self, ids: list[str] | None = None, **_: Any) -> bool | None:
        """Delete documents by id, or all of them; missing ones are ignored."""
        self._items.delete_all(self._items.list(self._namespace) if ids is None else self._get(ids))
        return True

    def get_by_ids(self, ids: Sequence[str], /) -> list[Document]:
        """The documents with these ids; missing ones are left out."""
        return [*map(_as_document, self._get(ids))]

    def similarity_search(self, query: str, k: int = 4, **options: Any) -> list[Document]:
        """The closest documents; `filter` has conditions on their metadata."""
        return [document for document, _ in self.similarity_search_with_score(query, k, **options)]

    def similarity_search_with_score(
        self, query: str, k: int = 4, **options: Any
    ) -> list[tuple[Document, float]]:
        """The closest documents with their scores: cosines, if the store has an embedding."""
        if self._embedding is None:
            return self._found(k, options, query=query)
        return self._found(k, options, vector=self._embedding.embed_query(query))

    def similarity_search_by_vector(
        self, embedding: list[float], k: int = 4, **options: Any
    ) -> list[Document]:
        """The documents closest to a vector."""
        return [document for document, _ in self._found(k, options, vector=embedding)]

    def max_marginal_relevance_search(
        self, query: str, k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **options: Any
    ) -> list[Document]:
        """Close documents that differ from each other."""
        found = self.similarity_search(query, fetch_k, **options)
        if self._embedding is None:
            return found[:k]  # Recollect's own search already diversifies
        vectors = self._embedding.embed_documents([each.page_content for each in found])
        near = np.array(self._embedding.embed_query(query))
        return [found[n] for n in maximal_marginal_relevance(near, vectors, lambda_mult, k)]

    def _select_relevance_score_fn(self) -> Callable[[float], float]:
        if self._embedding is None:
            raise NotImplementedError("scores are from 0 to 1 only with an embedding")
        return lambda score: score

    def _found(
        self, k: int, options: Mapping[str, Any], **wanted: Any
    ) -> list[tuple[Document, float]]:
        hits = self._items.search(
            **wanted,
            namespace=self._namespace,
            filters={"metadata": options.get("filter")},
            limit=k,
        )
        return [(_as_document(hit.item), hit.score) for hit in hits]

    def _get(self, ids: Iterable[str]) -> list[KeyedItem]:
        found: list[KeyedItem] = []
        for name in ids:
            with suppress(NotFound):
                found.append(self._items.get(self._namespace, name))
        return found


def _as_document(item: KeyedItem) -> Document:
    return Document(page_content=str(item.value), id=item.key, metadata=dict(item.metadata))
