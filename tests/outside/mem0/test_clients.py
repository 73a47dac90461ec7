"""mem0's own clients work with Recollect's server: one address is all that changes."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mem0.client.types import AddMemoryOptions, SearchMemoryOptions
from mem0.exceptions import AuthenticationError, MemoryNotFoundError, ValidationError

from conftest import COMMAND
from mem0 import AsyncMemoryClient, MemoryClient

HERE = Path(__file__).parent
ALICE = {"user_id": "alice"}


def texts(found: dict[str, Any]) -> list[str]:
    return [item["memory"] for item in found["results"]]


def new_key(*options: str) -> str:
    added = subprocess.run(
        [*COMMAND, "keys", "add", *options, "--json"], check=True, capture_output=True, text=True
    )
    return str(json.loads(added.stdout)["key"])


def test_the_quickstart_of_mem0s_platform(server: str) -> None:
    client = MemoryClient(api_key="your-api-key", host=server)
    messages = [
        {"role": "user", "content": "I'm a vegetarian and allergic to nuts."},
        {"role": "assistant", "content": "Got it! I'll remember your dietary preferences."},
    ]
    client.add(messages, user_id="user123")
    results = client.search("What are my dietary restrictions?", filters={"user_id": "user123"})
    assert any("allergic to nuts" in text for text in texts(results))


def test_every_operation(server: str) -> None:
    client = MemoryClient(api_key="any", host=server)
    options = AddMemoryOptions(filters={**ALICE, "run_id": "r1"}, metadata={"a": 1}, infer=False)
    (added,) = client.add("Likes tea", options)["results"]
    assert client.get(added["id"])["metadata"] == {"a": 1}
    both = {"AND": [ALICE, {"run_id": "r1"}]}
    assert texts(client.search("tea", SearchMemoryOptions(filters=both, top_k=3))) == ["Likes tea"]
    assert client.update(added["id"], text="Likes coffee")["memory"] == "Likes coffee"
    page = client.get_all(filters=ALICE, page=1, page_size=5)
    assert (page["count"], page["next"], texts(page)) == (1, None, ["Likes coffee"])
    client.batch_update([{"memory_id": added["id"], "text": "Likes cocoa"}])
    client.batch_delete([{"memory_id": added["id"]}])
    assert [one["event"] for one in client.history(added["id"])] == [
        "ADD",
        "UPDATE",
        "UPDATE",
        "DELETE",
    ]
    with pytest.raises(MemoryNotFoundError, match="there is no memory"):
        client.get(added["id"])
    with pytest.raises(ValidationError, match="filters needs one of"):
        client.get_all()
    client.add("Answers politely", agent_id="bot", infer=False)
    assert [(one["type"], one["name"]) for one in client.users()["results"]] == [
        ("agent", "bot"),
        ("user", "alice"),
    ]
    client.delete_all(agent_id="bot")
    client.delete_users(agent_id="bot")
    client.reset()
    assert client.users()["results"] == []


def test_keys_hold(server: str) -> None:
    MemoryClient(api_key="any", host=server).add("Likes tea", user_id="bob", infer=False)
    key = new_key("app", "--agents", "alice*")
    with pytest.raises(ValueError, match="unknown key"):
        MemoryClient(api_key="wrong", host=server)
    client = MemoryClient(api_key=key, host=server)
    client.add("Likes coffee", user_id="alice", infer=False)
    with pytest.raises(AuthenticationError, match="may not read the agent 'bob'"):
        client.search("tea", filters={"user_id": "bob"})
    assert texts(client.get_all(filters={"user_id": "*"})) == ["Likes coffee"]


async def test_the_async_client(server: str) -> None:
    async with AsyncMemoryClient(api_key="any", host=server) as client:
        await client.add("I live in Lisbon.", user_id="alice")
        found = await client.search("Where do I live?", filters=ALICE)
    assert any("Lisbon" in text for text in texts(found))


def test_the_typescript_client(server: str) -> None:
    ran = subprocess.run(
        ["node", HERE / "client.mjs", server, "any"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "MEM0_TELEMETRY": "false"},
    )
    told = json.loads(ran.stdout)
    assert "Lisbon" in told["found"]["results"][0]["memory"]
    assert told["changed"]["memory"] == "Lives in Porto"
    assert told["changed"]["metadata"] == {"app": "trips"}
    assert told["all"]["count"] == 1
    assert [one["event"] for one in told["history"]] == ["ADD", "UPDATE", "DELETE"]
    assert [one["name"] for one in told["users"]["results"]] == ["alice"]
    assert told["left"]["results"] == []
