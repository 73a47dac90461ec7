"""The routes for mem0's clients, as the clients call them; keys limit them as all others."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

ALICE = {"filters": {"user_id": "alice"}}


@pytest.fixture
def house(opened: Callable[..., Memory], serve: Any, tmp_path: Path) -> httpx2.Client:
    client: httpx2.Client = serve(opened(home=tmp_path / "home", extractor="built_in"))
    return client


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "home" / "keys.json")


def add(client: httpx2.Client, text: str, **more: Any) -> Any:
    body = {"messages": [{"role": "user", "content": text}], "infer": False} | more
    return client.post("/v3/memories/add/", json=body)


def texts(answer: httpx2.Response) -> list[str]:
    return [item["memory"] for item in answer.json()["results"]]


def test_a_memory_lives_and_dies(house: httpx2.Client) -> None:
    assert house.get("/v1/ping/").json()["status"] == "ok"
    (added,) = add(house, "Likes tea", user_id="al/ice").json()["results"]
    where = f"/v1/memories/{added['id'].replace('@', '%40').replace('/', '%2F')}/"
    changed = house.put(where, json={"text": "Likes coffee", "metadata": {"a": 1}}).json()
    assert (changed["memory"], changed["user_id"]) == ("Likes coffee", "al/ice")
    assert house.get(where).json() == changed
    filters = {"user_id": "al/ice"}
    found = house.post("/v3/memories/search/", json={"query": "coffee", "filters": filters})
    assert texts(found) == ["Likes coffee"]
    assert house.delete(where).json()["message"] == "Memory deleted successfully!"
    assert [one["event"] for one in house.get(where + "history/").json()] == [
        "ADD",
        "UPDATE",
        "DELETE",
    ]
    gone = house.get(where)
    assert gone.status_code == 404
    assert "there is no memory" in gone.json()["detail"]


def test_lists_come_in_pages(house: httpx2.Client) -> None:
    for number in range(3):
        add(house, f"Number {number}", filters={"user_id": "alice"})
    first = house.post("/v3/memories/?page=1&page_size=2", json=ALICE)
    assert texts(first) == ["Number 2", "Number 1"]
    assert first.json()["count"] == 3
    assert texts(house.post(first.json()["next"], json=ALICE)) == ["Number 0"]
    assert house.post("/v3/memories/?page=0", json=ALICE).status_code == 422
    assert house.post("/v3/memories/", json={}).json()["error"]["field"] == "filters"


def test_several_are_changed_at_once(house: httpx2.Client) -> None:
    ids = [add(house, text, user_id="alice").json()["results"][0]["id"] for text in ("a", "b")]
    batch = [{"memory_id": name, "text": f"new {at}"} for at, name in enumerate(ids)]
    assert "2" in house.put("/v1/batch/", json={"memories": batch}).json()["message"]
    assert texts(house.post("/v3/memories/", json=ALICE)) == ["new 1", "new 0"]
    house.request("DELETE", "/v1/batch/", json={"memories": batch[:1]})
    assert texts(house.post("/v3/memories/", json=ALICE)) == ["new 1"]
    assert house.put("/v1/batch/", json={"memories": 1}).status_code == 422


def test_learning_may_go_on_in_the_background(house: httpx2.Client) -> None:
    waiting = add(house, "I live in Lisbon.", user_id="bob", infer=True, async_mode=True)
    assert waiting.json()["status"] == "PENDING"
    learned = add(house, "I live in Lisbon.", user_id="alice", infer=True).json()["results"]
    assert "Lisbon" in learned[0]["memory"]


def test_entities_are_listed_and_erased(house: httpx2.Client) -> None:
    add(house, "Likes tea", user_id="alice")
    add(house, "Answers politely", agent_id="bot")
    found = house.get("/v1/entities/").json()["results"]
    assert [(one["type"], one["name"], one["total_memories"]) for one in found] == [
        ("agent", "bot", 1),
        ("user", "alice", 1),
    ]
    assert house.delete("/v2/entities/agent/bot/").status_code == 200
    assert house.delete("/v2/entities/agent/bot/").status_code == 404
    assert house.delete("/v2/entities/planet/mars/").status_code == 422
    assert house.delete("/v1/memories/").status_code == 422
    assert house.delete("/v1/memories/?user_id=alice").status_code == 200
    assert texts(house.post("/v3/memories/", json={"filters": {"user_id": "*"}})) == []


def test_a_key_as_mem0_sends_it_opens_these_routes_only(
    house: httpx2.Client, keys: KeyFile
) -> None:
    _, secret = keys.add("app", agents=["*"], rights=[Right.READ])
    assert house.get("/v1/ping/").status_code == 401
    assert "requires a key" in house.get("/v1/ping/").json()["detail"]
    token = {"Authorization": f"Token {secret}"}
    assert house.get("/v1/ping/", headers=token).status_code == 200
    assert house.get("/agents", headers=token).status_code == 401


def test_a_key_for_some_agents_never_sees_others(house: httpx2.Client, keys: KeyFile) -> None:
    bobs = add(house, "Bob likes tea", user_id="bob").json()["results"][0]["id"]
    bobs_run = add(house, "Bobs run", run_id="alice").json()["results"][0]["id"]
    add(house, "Alice likes tea", user_id="alice")
    _, secret = keys.add("app", agents=["alice*"], rights=[Right.READ, Right.WRITE])
    house.headers["Authorization"] = f"Token {secret}"
    bob = {"filters": {"user_id": "bob"}}
    either = {"filters": {"OR": [{"user_id": "alice"}, {"user_id": "bob"}]}}
    everyone = {"filters": {"user_id": "*"}}
    for asked in (bob, either, {"filters": {"run_id": "alice"}}):
        assert house.post("/v3/memories/", json=asked).status_code == 403
        assert house.post("/v3/memories/search/", json=asked | {"query": "tea"}).status_code == 403
    assert texts(house.post("/v3/memories/", json=everyone)) == ["Alice likes tea"]
    found = house.post("/v3/memories/search/", json=everyone | {"query": "tea"})
    assert texts(found) == ["Alice likes tea"]
    assert [one["name"] for one in house.get("/v1/entities/").json()["results"]] == ["alice"]
    for name in (bobs, bobs_run, "unknown@bob"):
        path = f"/v1/memories/{name}/"
        assert house.get(path).status_code == 403
        assert house.get(path + "history/").status_code == 403
        assert house.put(path, json={"text": "x"}).status_code == 403
        assert house.delete(path).status_code == 403
        assert house.put("/v1/batch/", json={"memories": [{"memory_id": name}]}).status_code == 403
    assert add(house, "Bob", user_id="bob").status_code == 403
    assert house.delete("/v1/memories/?user_id=bob").status_code == 403
    assert house.delete("/v2/entities/user/bob/").status_code == 403
    assert house.delete("/v2/entities/user/alice/").status_code == 403, "erasing is for admins"
    assert house.delete("/v1/memories/?user_id=*").status_code == 200
    _, admin = keys.add("admin", agents=["*"], rights=[Right.ADMIN])
    token = {"Authorization": f"Token {admin}"}
    left = house.post("/v3/memories/", json=everyone, headers=token)
    assert texts(left) == ["Bob likes tea"]


def test_a_key_that_may_only_read_changes_nothing(house: httpx2.Client, keys: KeyFile) -> None:
    name = add(house, "Likes tea", user_id="alice").json()["results"][0]["id"]
    _, secret = keys.add("app", agents=["*"], rights=[Right.READ])
    house.headers["Authorization"] = f"Token {secret}"
    assert house.get(f"/v1/memories/{name}/").status_code == 200
    assert add(house, "x", user_id="alice").status_code == 403
    assert house.put(f"/v1/memories/{name}/", json={"text": "x"}).status_code == 403
    assert house.delete(f"/v1/memories/{name}/").status_code == 403
    assert house.delete("/v1/memories/?user_id=alice").status_code == 403
