"""/api/v1/agents/{id}/items and /namespaces."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from recollect import Memory

URL = "/api/v1/agents/alice"


@pytest.fixture
def client(
    opened: Callable[..., Memory], serve: Callable[[Memory], httpx2.Client]
) -> httpx2.Client:
    return serve(opened(background=False))


def ok(answer: httpx2.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_an_item_is_put_got_found_and_deleted(client: httpx2.Client) -> None:
    body = {"namespace": ["users", "ann"], "key": "a/b", "value": {"text": "likes tea"}, "ttl": 60}
    stored = ok(client.put(f"{URL}/items", json=body | {"metadata": {"n": 1}}))
    one, where = f"{URL}/items/{quote('a/b', safe='')}", {"namespace": ["users", "ann"]}
    assert ok(client.get(one, params=where)) == stored
    assert (stored["value"], stored["ttl"], stored["texts"]) == (body["value"], 60, ["likes tea"])
    assert client.get(one).status_code == 404
    wanted = {"query": "tea", "namespace": ["users"], "filters": {"metadata": {"n": {"$lt": 2}}}}
    (hit,) = ok(client.post(f"{URL}/items/search", json=wanted))["items"]
    assert (hit["key"], hit["score"] > 0) == ("a/b", True)
    (item,) = ok(client.post(f"{URL}/items/search", json={}))["items"]
    assert (item["key"], item["score"]) == ("a/b", None)
    listed = ok(client.get(f"{URL}/namespaces", params={"prefix": ["users"], "max_depth": 1}))
    assert listed == {"namespaces": [["users"]]}
    assert client.delete(one, params=where).status_code == 204
    assert client.delete(one, params=where).status_code == 404


def test_a_callers_vectors_are_searched_and_checked(client: httpx2.Client) -> None:
    for number, vector in enumerate([[1, 0], [0, 1]]):
        body = {"key": str(number), "value": number, "texts": [], "vectors": [vector]}
        ok(client.put(f"{URL}/items", json=body))
    (hit,) = ok(client.post(f"{URL}/items/search", json={"vector": [0, 1], "limit": 1}))["items"]
    assert (hit["key"], hit["score"]) == ("1", 1.0)
    wrong = client.put(f"{URL}/items", json={"key": "2", "value": 2, "vectors": [[1, 0, 0]]})
    assert wrong.status_code == 422
    assert wrong.json()["error"]["field"] == "vectors"


def test_memories_are_listed_by_their_metadata(client: httpx2.Client) -> None:
    for year in (2020, 2024):
        body = {"agent_id": "alice", "content": f"y{year}", "metadata": {"year": year}}
        assert client.post("/api/v1/memory", json=body).status_code == 201
    found = ok(client.get("/api/v1/memory", params={"metadata": '{"year": {"$gt": 2020}}'}))
    assert [memory["content"] for memory in found["memories"]] == ["y2024"]
    for wrong in ("{", "[]", '{"year": {"$like": 1}}'):
        assert client.get("/api/v1/memory", params={"metadata": wrong}).status_code == 422
