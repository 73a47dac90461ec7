"""POST /api/v1/search, /context, /why-not and GET /api/v1/receipts/{id}."""

from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.domain.plain import plain

Serve = Callable[[Memory], httpx2.Client]
Opened = Callable[..., Memory]


@pytest.fixture
def memory(opened: Opened) -> Memory:
    made = opened()
    alice = made.agent("alice")
    alice.remember("I moved to Lisbon.", id="1", speaker="Alice", at="2026-05-01T12:00:00+00:00")
    alice.remember("The cat is called Tommy.", id="2", metadata={"app": "x"})
    alice.memories.add("Alice is allergic to nuts.")
    made.agent("bob").remember("Lisbon is far away.")
    return made


def asked(path: str, client: httpx2.Client, **body: Any) -> Any:
    answer = client.post(f"/api/v1/{path}", json={"agent_id": "alice", **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_search_finds_what_the_library_finds(memory: Memory, serve: Serve) -> None:
    hits = asked("search", serve(memory), query="Who moved to Lisbon?")["hits"]
    found = memory.agent("alice").search("Who moved to Lisbon?")
    assert [hit["id"] for hit in hits] == [hit.id for hit in found]
    first = hits[0]
    assert (first["text"], first["scope"], first["score"]) == (
        "I moved to Lisbon.",
        "turns",
        found[0].score,
    )
    assert first["turn"]["speaker"] == "Alice"
    assert first["at"] == "2026-05-01T12:00:00+00:00"
    assert first["scores"] == plain(found[0].scores)


def test_without_its_remote_embedder_it_says_that_words_alone_were_compared(
    opened: Opened, serve: Serve
) -> None:
    nowhere = {"embedding_base_url": "http://127.0.0.1:9", "embedding_model": "m"}
    memory = opened(embedding_backend="http", background=False, **nowhere)
    memory.agent("alice").remember("I moved to Lisbon.")
    client = serve(memory)
    found = asked("search", client, query="Who moved to Lisbon?")
    context = asked("context", client, query="Who moved to Lisbon?")
    assert found["hits"][0]["text"] == "I moved to Lisbon."
    assert "Searched by words alone" in found["warning"]
    assert "Searched by words alone" in context["receipt"]["warning"]
    assert asked("why-not", client, query="Lisbon?", id=found["hits"][0]["id"])["included"]


def test_a_search_can_be_narrowed(memory: Memory, serve: Serve) -> None:
    client = serve(memory)
    memories = asked("search", client, query="nuts", scopes=["memories"])["hits"]
    assert [hit["entry"]["content"] for hit in memories] == ["Alice is allergic to nuts."]
    filtered = asked("search", client, query="cat", filters={"metadata": {"app": "x"}}, limit=5)
    assert [hit["id"] for hit in filtered["hits"]] == ["2"]
    assert asked("search", client, query="cat", as_of="2020-01-01T00:00:00+00:00")["hits"] == []
    assert asked("search", client, query="cat", agent_id="nobody")["hits"] == []


def test_a_context_can_be_that_of_an_earlier_day(memory: Memory, serve: Serve) -> None:
    client, question = serve(memory), "What is Alice allergic to?"
    assert "nuts" in asked("context", client, query=question)["text"]
    then = asked("context", client, query=question, as_of="2020-01-01T00:00:00+00:00")
    assert "nuts" not in then["text"]


def test_a_context_comes_with_its_receipt_which_can_be_read_again(
    memory: Memory, serve: Serve
) -> None:
    client = serve(memory)
    made = asked("context", client, query="Who moved to Lisbon?", tokens=200, framing="silent")
    assert made["text"].startswith("## Background Context (INTERNAL USE ONLY)")
    assert "I moved to Lisbon." in made["text"]
    assert "far away" not in made["text"]
    assert made["tokens"] == made["receipt"]["tokens"] <= 200
    assert made["sections"][0]["section"] == "date"
    item = next(item for item in made["receipt"]["items"] if item["id"] == "1")
    assert (item["scope"], item["section"]) == ("turns", "excerpts")
    assert item["scores"]["lexical"] > 0
    again = client.get(f"/api/v1/receipts/{made['receipt']['id']}")
    assert again.json() == made["receipt"]


def test_a_context_says_how_much_the_question_has_to_do_with_it(
    memory: Memory, serve: Serve
) -> None:
    client = serve(memory)
    near = asked("context", client, query="Who moved to Lisbon?")["receipt"]["relevance"]
    far = asked("context", client, query="Explain photosynthesis.")["receipt"]
    assert near["relevant"]
    assert near["score"] >= near["least"]
    assert not far["relevance"]["relevant"]
    assert "not_relevant" in {item["reason"] for item in far["left_out"]}
    assert asked("context", client)["receipt"]["relevance"] is None


def test_a_follow_up_is_understood_with_its_conversation(memory: Memory, serve: Serve) -> None:
    client = serve(memory)
    memory.agent("alice").remember("I signed up for a pottery class.", conversation="now")
    made = asked("context", client, query="When does it start?", conversation_id="now")
    assert made["receipt"]["understood"] == "When does the pottery class start?"
    assert client.get(f"/api/v1/receipts/{made['receipt']['id']}").json() == made["receipt"]
    assert asked("context", client, query="When does it start?")["receipt"]["understood"] is None


def test_a_context_leaves_out_what_the_model_already_sees(memory: Memory, serve: Serve) -> None:
    client, question = serve(memory), "Who moved to Lisbon?"
    present = {"conversation_id": "default", "present": [" I moved to Lisbon.\n"]}
    assert "I moved to Lisbon." in asked("context", client, query=question)["text"]
    assert "I moved to Lisbon." not in asked("context", client, query=question, **present)["text"]


def test_a_context_without_a_question_is_what_is_known(memory: Memory, serve: Serve) -> None:
    made = asked("context", serve(memory))
    assert [block["section"] for block in made["sections"]] == ["date", "memories"]


def test_why_not_says_it_in_words(memory: Memory, serve: Serve) -> None:
    client = serve(memory)
    answer = asked("why-not", client, id="2", query="Who moved to Lisbon?", tokens=40)
    assert (answer["included"], answer["reason"]) == (False, "no_room")
    assert "did not fit into the requested 40" in answer["sentence"]
    assert asked("why-not", client, entry_id="1", query="Who moved to Lisbon?")["included"]


@pytest.mark.parametrize(
    ("path", "body", "status", "field"),
    [
        ("search", {"query": ""}, 422, "query"),
        ("search", {}, 422, "query"),
        ("search", {"query": "x", "limit": 0}, 422, "limit"),
        ("search", {"query": "x", "limit": 1001}, 422, "limit"),
        ("search", {"query": "x", "limit": "5"}, 422, "limit"),
        ("search", {"query": "x", "scopes": ["attic"]}, 422, "scopes"),
        ("search", {"query": "x", "scopes": "turns"}, 422, "scopes"),
        ("search", {"query": "x", "filters": {"colour": 1}}, 422, "filters"),
        ("search", {"query": "x", "as_of": "yesterday"}, 422, "as_of"),
        ("search", {"query": "x", "agent_id": ""}, 422, "agent_id"),
        ("search", {"query": "x", "more": 1}, 422, "more"),
        ("context", {"as_of": "yesterday"}, 422, "as_of"),
        ("context", {"as_of": "2026-05-01T12:00:00"}, 422, "as_of"),
        ("context", {"tokens": -1}, 422, "tokens"),
        ("context", {"tokens": "9"}, 422, "tokens"),
        ("context", {"framing": "loud"}, 422, "framing"),
        ("context", {"conversation_id": ""}, 422, "conversation_id"),
        ("why-not", {"query": "x"}, 422, "id"),
        ("why-not", {"query": "x", "id": "nowhere"}, 404, None),
    ],
)
def test_what_cannot_be_asked_is_named(
    memory: Memory, serve: Serve, path: str, body: dict[str, Any], status: int, field: str | None
) -> None:
    answer = serve(memory).post(f"/api/v1/{path}", json={"agent_id": "alice", **body})
    assert answer.status_code == status, answer.text
    assert answer.json()["error"].get("field") == field


def test_a_receipt_that_is_not_here_is_not_found(memory: Memory, serve: Serve) -> None:
    answer = serve(memory).get("/api/v1/receipts/r_0")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
