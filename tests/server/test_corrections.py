"""A memory of which a part was corrected says so, until somebody rewords it."""

from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from recollect import Memory

URL = "/api/v1/memory"
SAID = "The wedding is on 12 December at Kew Gardens, the dress code is green."
RIGHT = "Small correction, the wedding is on the 14th of December, not the 12th."
RIGHT_CONTENT = "The wedding is on 14 December at Kew Gardens, the dress code is green"


@pytest.fixture
def client(opened: Callable[..., Memory], serve: Callable[[Memory], httpx2.Client]) -> Any:
    memory = opened(extractor="built_in", background=False)
    for agent in ("alice", "ben"):
        memory.agent(agent).remember(SAID, conversation="c", at="2026-11-01T10:00:00+00:00")
    memory.agent("alice").remember(RIGHT, conversation="c", at="2026-11-03T10:00:00+00:00")
    memory.sync()
    return serve(memory)


def listed(client: httpx2.Client, **asked: str) -> dict[str, Any]:
    found = client.get(URL, params=asked).json()["memories"]
    return {f"{each['agent_id']}: {each['content'][:7]}": each for each in found}


def test_a_list_names_what_corrects_a_memory_in_part(client: httpx2.Client) -> None:
    found = listed(client)
    old, new = found["alice: The wed"], found["alice: Small c"]
    assert old["corrected_by"] == new["id"]
    # The same words of another agent were never corrected.
    assert found["ben: The wed"]["id"] == old["id"]
    assert found["ben: The wed"]["corrected_by"] is None
    assert new["corrected_by"] is None
    one = client.get(f"{URL}/{old['id']}", params={"agent_id": "alice"}).json()
    assert one["corrected_by"] == new["id"]


def test_an_explained_context_names_it_too(client: httpx2.Client) -> None:
    found = listed(client, agent_id="alice")
    asked = {"agent_id": "alice", "query": "What is the dress code of the wedding?", "words": True}
    items = client.post("/api/v1/context", json=asked).json()["receipt"]["items"]
    by_id = {item["id"]: item["corrected_by"] for item in items}
    new = found["alice: Small c"]["id"]
    assert by_id[found["alice: The wed"]["id"]] == new
    assert by_id[new] is None


def test_whoever_rewords_it_has_settled_the_correction(client: httpx2.Client) -> None:
    old = listed(client, agent_id="alice")["alice: The wed"]
    whose, path = {"agent_id": "alice"}, f"{URL}/{old['id']}"
    pinned = client.patch(path, params=whose, json={"pinned": True}).json()
    assert pinned["corrected_by"], "no word of it was changed"
    edited = client.patch(path, params=whose, json={"content": RIGHT_CONTENT}).json()
    assert edited["corrected_by"] is None
    asked = {"agent_id": "alice", "query": "What is the dress code of the wedding?"}
    text = client.post("/api/v1/context", json=asked).json()["text"]
    assert RIGHT_CONTENT in text
    assert "partly corrected" not in text
    back = client.post(f"{path}/restore", params=whose, json={"version": old["version"]}).json()
    assert back["corrected_by"] == old["corrected_by"]


def test_what_is_corrected_after_somebody_reworded_it_is_marked(
    opened: Callable[..., Memory], serve: Callable[[Memory], httpx2.Client]
) -> None:
    memory = opened(extractor="built_in", background=False)
    alice = memory.agent("alice")
    alice.remember(SAID.replace("Kew", "Hyde"), conversation="c", at="2026-11-01T10:00:00+00:00")
    memory.sync()
    (old,) = alice.memories.list()
    alice.memories.update(old.id, content=SAID)
    alice.remember(RIGHT, conversation="d")
    memory.sync()
    assert listed(serve(memory))["alice: The wed"]["corrected_by"]
