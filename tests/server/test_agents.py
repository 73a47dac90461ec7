"""D3: GET /agents."""

from collections.abc import Callable

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

Serve = Callable[[Memory], httpx2.Client]
Opened = Callable[..., Memory]


def test_each_agent_is_listed_with_what_it_has(opened: Opened, serve: Serve) -> None:
    memory = opened()
    alice = memory.agent("alice")
    alice.ingest("c1", [{"user": "a", "assistant": "b"}])
    alice.remember("c", conversation="c2")
    alice.memories.add("Alice lives in Lisbon")
    (summary,) = memory.agents()
    assert serve(memory).get("/agents").json() == {
        "agents": [
            {
                "agent_id": "alice",
                "entries": 1,
                "turns": 3,
                "conversations": 2,
                "created_at": summary.created_at.isoformat(),
            }
        ],
        "next_cursor": None,
    }


def test_an_empty_memory_has_an_empty_list(opened: Opened, serve: Serve) -> None:
    assert serve(opened()).get("/agents").json() == {"agents": [], "next_cursor": None}


def every_part(client: httpx2.Client, limit: int) -> list[str]:
    found: list[str] = []
    query = {"limit": str(limit)}
    while True:
        part = client.get("/agents", params=query).json()
        assert len(part["agents"]) <= limit
        found += [agent["agent_id"] for agent in part["agents"]]
        if part["next_cursor"] is None:
            return found
        query["cursor"] = part["next_cursor"]


def test_the_parts_together_are_the_whole(opened: Opened, serve: Serve) -> None:
    memory = opened()
    names = ["a b", "ä&=?#", "日本", "%00", "'; DROP TABLE agents; --", "z/../.."]
    for name in names:
        memory.agent(name).remember("x")
    client = serve(memory)
    for limit in (1, 2, 3, 5, 6, 1000):
        assert every_part(client, limit) == sorted(names, key=str.encode)


def test_a_cursor_whose_agent_is_gone_still_finds_the_next(opened: Opened, serve: Serve) -> None:
    memory = opened()
    for name in "abc":
        memory.agent(name).remember("x")
    client = serve(memory)
    cursor = client.get("/agents", params={"limit": "2"}).json()["next_cursor"]
    memory.agent(cursor).erase()
    left = client.get("/agents", params={"cursor": cursor}).json()["agents"]
    assert [agent["agent_id"] for agent in left] == ["c"]


@pytest.mark.parametrize("limit", ["0", "-1", "1001", "x", "", "1.5", "1_0", "٣", "9" * 5000])
def test_a_limit_outside_its_range_is_refused(shared: httpx2.Client, limit: str) -> None:
    answer = shared.get("/agents", params={"limit": limit})
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == "limit"
    assert "from 1 to 1,000" in answer.json()["error"]["message"]


@pytest.mark.parametrize("query", ["cursor=", "cursor=%00", "cursor=" + "x" * 257, "limt=5"])
def test_a_query_that_cannot_be_meant_is_refused(shared: httpx2.Client, query: str) -> None:
    answer = shared.get(f"/agents?{query}")
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == query.partition("=")[0]


def test_a_cursor_that_is_no_text_in_utf8_breaks_nothing(shared: httpx2.Client) -> None:
    assert shared.get("/agents?cursor=%ff%fe").status_code == 200


def test_words_are_found_in_all_that_is_stored_by_an_administrator(opened, serve):
    memory = opened(background=False)
    said = memory.agent("alice").remember("Leopold is ill.", conversation="c").id
    client = serve(memory)
    found = client.post("/api/v1/find", json={"phrases": ["leopold"]}).json()
    (place,) = found["found"]
    assert (found["total"], found["agents_searched"]) == (1, 1)
    assert (place["agent_id"], place["what"], place["id"], place["conversation_id"]) == (
        *("alice", "turn", said, "c"),
    )
    nobody = {"phrases": ["leopold"], "agent_id": "bob"}
    assert client.post("/api/v1/find", json=nobody).json()["total"] == 0
    assert client.post("/api/v1/find", json={"phrases": []}).status_code == 422


def test_an_agent_is_exported_as_a_page_to_whoever_may_read_it(opened, serve, tmp_path):
    memory = opened(home=tmp_path)
    memory.agent("alice").remember("<b>Hello</b>")
    client = serve(memory)
    page = client.get("/api/v1/agents/alice/export")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-disposition"].startswith("attachment")
    assert "&lt;b&gt;Hello&lt;/b&gt;" in page.text
    assert client.get("/api/v1/agents/bob/export").status_code == 404
    _, secret = KeyFile(tmp_path / "keys.json").add("carl", agents=["carl"], rights=[Right.READ])
    refused = client.get("/api/v1/agents/alice/export", headers={"X-Recollect-Key": secret})
    assert refused.status_code == 403
