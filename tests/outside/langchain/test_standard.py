"""LangChain's standard tests of vector stores and retrievers."""

from collections.abc import Iterator

import pytest
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import VectorStore
from langchain_tests.integration_tests import (
    RetrieversIntegrationTests,
    VectorStoreIntegrationTests,
)

from recollect import Memory
from recollect.integrations.langchain import RecollectRetriever, RecollectVectorStore


class TestVectorStore(VectorStoreIntegrationTests):
    @pytest.fixture
    def vectorstore(self) -> Iterator[VectorStore]:
        with Memory.open(":memory:", background=False) as memory:
            yield RecollectVectorStore(memory, self.get_embeddings(), agent="me")


class TestRetriever(RetrieversIntegrationTests):
    @pytest.fixture(autouse=True)
    def _remembered(self) -> Iterator[None]:
        with Memory.open(":memory:", background=False) as self.memory:
            for number in range(5):
                self.memory.agent("me").remember(f"Ann has {number} cats.")
            yield

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return RecollectRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, object]:
        return {"memory": self.memory, "agent": "me"}

    @property
    def retriever_query_example(self) -> str:
        return "How many cats does Ann have?"
