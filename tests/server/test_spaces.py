"""Spaces over HTTP and MCP: a key reads a space only if it may read that agent too, on every route."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

R, W = Right.READ, Right.WRITE
DEPLOY = "On which days do we deploy to production?"
HAS_TOOLS = {"Accept": "application/json, text/event-stream"}
Ask = Callable[..., httpx2.Response]


class House:
    """A server with an agent, a team that it subscribes to, and a key for each set of rights."""

    def __init__(self, client: httpx2.Client, keys: KeyFile) -> None:
        self.client = client
        self.secrets = {
            name: keys.add(name, agents=agents, rights=rights)[1]
            for name, agents, rights in (
                ("both", ["alice", "team"], [R]),
                ("alice", ["alice"], [R, W]),
                ("team", ["team"], [R, W]),
                ("all", ["*"], [Right.ADMIN]),
                ("writes", ["alice", "team"], [W]),
                ("stranger", ["bert*"], [R, W]),
            )
        }

    def post(self, key: str, path: str, **body: object) -> httpx2.Response:
        return self.client.post(f"/api/v1/{path}", json=body, headers=self.headers(key))

    def headers(self, key: str) -> dict[str, str]:
        return {"X-Recollect-Key": self.secrets[key]}

    def tool(self, key: str, name: str, **arguments: object) -> dict[str, Any]:
        call = {"name": name, "arguments": {"agent_id": "alice", **arguments}}
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        answer = self.client.post("/mcp", json=asked, headers=self.headers(key) | HAS_TOOLS)
        return dict(answer.json()["result"])


@pytest.fixture
def house(
    opened: Callable[..., Memory], serve: Callable[[Memory], httpx2.Client], tmp_path: Path
) -> Iterator[House]:
    home = tmp_path / "home"
    memory = opened(home=home, extractor="none")
    memory.agent("alice").remember("My bike is parked behind the station.", id="bike")
    memory.agent("team").remember("We deploy to production on Tuesdays.", id="deploy")
    memory.agent("alice").spaces.add("team")
    return House(serve(memory), KeyFile(home / "keys.json"))


NAMED = (
    ("search", {}),
    ("context", {}),
    ("context", {"words": True}),
    ("why-not", {"id": "deploy"}),
)


def test_who_may_not_read_both_is_refused_on_every_route(house: House) -> None:
    """The same answer whether the space exists or not."""
    for key in ("alice", "team", "writes", "stranger"):
        for space in ("team", "nobody"):
            asked = {"agent_id": "alice", "query": DEPLOY, "spaces": [space]}
            for route, more in NAMED:
                answer = house.post(key, route, **asked, **more)
                assert answer.status_code == 403, (key, route, answer.text)
                assert "Tuesdays" not in answer.text


@pytest.mark.parametrize("key", ["alice", "stranger"])
def test_the_tools_refuse_as_the_routes_do(house: House, key: str) -> None:
    for space in ("team", "nobody"):
        for tool, more in (
            ("memory_search", {}),
            ("memory_context", {}),
            ("memory_explain", {"id": "deploy"}),
        ):
            result = house.tool(key, tool, query=DEPLOY, spaces=[space], **more)
            assert result["isError"], result
            assert "forbidden" in str(result)
            assert "Tuesdays" not in str(result)


def test_a_space_that_a_key_may_read_is_read(house: House) -> None:
    asked = {"agent_id": "alice", "query": DEPLOY, "spaces": ["team"]}
    hit = house.post("both", "search", **asked).json()["hits"][0]
    assert (hit["id"], hit["space"]) == ("deploy", "team")
    context = house.post("both", "context", **asked, words=True).json()
    assert "(from team)" in context["text"]
    item = next(item for item in context["receipt"]["items"] if item["space"] == "team")
    assert "Tuesdays" in item["text"]
    why = house.post("both", "why-not", **asked, id="deploy").json()
    assert (why["included"], why["space"]) == (True, "team")
    found = house.tool("both", "memory_search", query=DEPLOY, spaces=["team"])
    assert found["structuredContent"]["hits"][0]["space"] == "team"
    assert "(from team)" in found["content"][0]["text"]


def test_a_subscription_gives_no_rights(house: House) -> None:
    asked = {"agent_id": "alice", "query": DEPLOY}
    found = house.post("alice", "search", **asked).json()
    assert {hit["space"] for hit in found["hits"]} == {None}
    assert found["withheld_spaces"] == ["team"]
    context = house.post("alice", "context", **asked, words=True)
    assert "Tuesdays" not in context.text
    (space,) = context.json()["receipt"]["spaces"]
    assert (space["space"], space["outcome"]) == ("team", "forbidden")
    assert house.post("alice", "why-not", **asked, id="deploy").status_code == 404
    told = house.tool("alice", "memory_context", query=DEPLOY)
    assert "Tuesdays" not in str(told)
    assert "left out for lack of rights: team" in str(told["content"])
    assert house.tool("alice", "memory_explain", query=DEPLOY, id="deploy")["isError"]
    # With the right the subscription is read, and without it again not.
    assert "Tuesdays" in house.post("both", "context", **asked).text
    assert house.post("both", "search", **asked).json()["withheld_spaces"] == []
    assert "Tuesdays" not in house.post("alice", "context", **asked).text


def test_a_receipt_is_shown_only_to_who_may_read_all_of_it(house: House) -> None:
    receipt = house.post("both", "context", agent_id="alice", query=DEPLOY).json()["receipt"]
    path = f"/api/v1/receipts/{receipt['id']}"
    for key, status in (("both", 200), ("all", 200), ("alice", 404), ("team", 404)):
        answer = house.client.get(path, headers=house.headers(key))
        assert answer.status_code == status, key
    assert house.tool("alice", "memory_explain", receipt_id=receipt["id"])["isError"]
    explained = house.tool("both", "memory_explain", receipt_id=receipt["id"])
    assert explained["structuredContent"]["receipt"]["spaces"][0]["space"] == "team"
    # One made without the space is everyone's who may read the agent.
    own = house.post("alice", "context", agent_id="alice", query=DEPLOY).json()["receipt"]["id"]
    assert house.client.get(f"/api/v1/receipts/{own}", headers=house.headers("both")).is_success


def test_who_may_change_an_agent_subscribes_it_to_what_they_may_read(house: House) -> None:
    def change(method: str, key: str, path: str = "", **body: object) -> httpx2.Response:
        url = f"/api/v1/agents/alice/spaces{path}"
        return house.client.request(method, url, json=body or None, headers=house.headers(key))

    assert change("GET", "alice").json() == {"spaces": ["team"]}
    assert change("GET", "team").status_code == 403
    assert change("DELETE", "both", "/team").status_code == 403
    assert change("DELETE", "alice", "/team").json() == {"spaces": []}
    assert change("DELETE", "alice", "/team").status_code == 404
    for key, space, status in (
        ("both", "team", 403),
        ("alice", "team", 403),
        ("alice", "nobody", 403),
        ("all", "nobody", 404),
        ("all", "alice", 422),
        ("all", "team", 201),
        ("all", "team", 201),
    ):
        assert change("POST", key, space=space).status_code == status, (key, space)
    assert change("GET", "alice").json() == {"spaces": ["team"]}


def test_an_erased_space_is_gone_for_its_readers(house: House) -> None:
    asked = {"agent_id": "alice", "query": DEPLOY}
    receipt = house.post("both", "context", **asked).json()["receipt"]["id"]
    erased = house.client.delete("/api/v1/agents/team?confirm=true", headers=house.headers("all"))
    assert erased.is_success
    assert "Tuesdays" not in house.post("both", "context", **asked).text
    assert house.post("both", "search", **asked).json()["withheld_spaces"] == []
    answer = house.client.get(f"/api/v1/receipts/{receipt}", headers=house.headers("all"))
    assert answer.status_code == 404


def test_wrong_spaces_are_refused(house: House) -> None:
    for spaces in ("team", [7], ["alice"], [f"s{n}" for n in range(51)], {}):
        for route in ("search", "context"):
            answer = house.post("all", route, agent_id="alice", query="x", spaces=spaces)
            assert answer.status_code == 422, answer.text
            assert answer.json()["error"]["field"] == "spaces"
