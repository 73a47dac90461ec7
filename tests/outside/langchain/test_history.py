"""What LangChain's standard tests leave out: histories, filters, and the example of the page."""

import re
from pathlib import Path

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from recollect import AsyncMemory, Memory
from recollect.errors import InvalidInput
from recollect.integrations.langchain import (
    RecollectChatMessageHistory,
    RecollectRetriever,
    RecollectVectorStore,
)

PAGE = Path(__file__).parents[3] / "docs" / "integrations" / "langchain.md"


@pytest.fixture
def memory():
    with Memory.open(":memory:", background=False, embedding_backend="none") as opened:
        yield opened


async def test_messages_come_back_as_they_were(memory) -> None:
    history = RecollectChatMessageHistory(memory, "c1", agent="ann")
    call = {"name": "weather", "args": {"city": "Porto"}, "id": "1", "type": "tool_call"}
    sent = [
        SystemMessage("Be brief."),
        HumanMessage("Weather?", name="Ann", id="m1"),
        AIMessage("", tool_calls=[call]),
        ToolMessage("Sunny", tool_call_id="1"),
        AIMessage([{"type": "text", "text": "It is sunny."}]),
        HumanMessage("Weather?"),
        ToolMessage("21 \x00 \ud83d", tool_call_id="2"),
    ]
    history.add_messages(sent[:2])
    await history.aadd_messages(sent[2:])
    assert await history.aget_messages() == sent
    assert [turn.content for turn in memory.agent("ann").turns("c1")][2] == "[weather]"
    history.clear()
    history.clear()
    assert history.messages == []


def test_every_class_must_be_told_whose_memory_it_is(memory) -> None:
    with pytest.raises(TypeError, match="agent"):
        RecollectChatMessageHistory(memory, "c1")
    with pytest.raises(TypeError, match="agent"):
        RecollectVectorStore(memory)
    with pytest.raises(ValueError, match="agent"):
        RecollectRetriever(memory=memory)


def test_an_async_memory_works_in_every_class_and_a_path_in_none(memory) -> None:
    both = AsyncMemory(memory)
    RecollectChatMessageHistory(both, "c1", agent="ann").add_messages([HumanMessage("Tea, please")])
    assert RecollectRetriever(memory=both, agent="ann").invoke("tea")
    assert RecollectVectorStore(both, agent="ann").add_texts(["a"], ids=["1"]) == ["1"]
    with pytest.raises(InvalidInput, match="not str"):
        RecollectChatMessageHistory("m.sqlite", "c1", agent="ann")
    with pytest.raises(InvalidInput, match="not str"):
        RecollectVectorStore("m.sqlite", agent="ann")
    with pytest.raises(ValueError, match="not str"):
        RecollectRetriever(memory="m.sqlite", agent="ann")


def test_metadata_and_ids_are_as_many_as_the_texts(memory) -> None:
    store = RecollectVectorStore(memory, agent="me")
    with pytest.raises(InvalidInput, match="metadatas has 1, for 2 texts"):
        store.add_texts(["a", "b"], [{"n": 1}])
    with pytest.raises(InvalidInput, match="ids has 3, for 2 texts"):
        store.add_texts(["a", "b"], ids=["x", "y", "z"])
    assert store.get_by_ids(["x"]) == []


def test_documents_are_filtered_scored_and_diversified(memory) -> None:
    store = RecollectVectorStore(memory, DeterministicFakeEmbedding(size=8), agent="me")
    store.add_texts(["a", "b", "c"], [{"n": n} for n in range(3)], ids=["x", "y", "z"])
    found = store.similarity_search_with_score("b", 3, filter={"n": {"$gte": 1}})
    assert [document.id for document, _ in found] == ["y", "z"]
    assert found[0][1] == pytest.approx(1, abs=1e-3)
    assert len(store.max_marginal_relevance_search("b", k=2)) == 2
    assert store.as_retriever(search_kwargs={"k": 1}).invoke("c")[0].metadata == {"n": 2}
    with pytest.raises(ValueError, match=r"no operator '\$near'"):
        store.similarity_search("b", filter={"n": {"$near": 1}})
    own = RecollectVectorStore(memory, agent="bob")
    own.add_texts(["tea in the morning", "music at night"])
    assert own.similarity_search("tea", 1)[0].page_content == "tea in the morning"


def test_the_example_prints_what_the_page_says(capsys) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})
    said = re.findall(r"print\(.*\)  # (.*\n)", code)
    assert capsys.readouterr().out == "".join(said)
