"""Limits of requests: by key, by agent, over HTTP, MCP and in a proxied chat."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.domain.rates import Rates
from recollect.settings.keys import KeyFile

R, W = Right.READ, Right.WRITE
Open = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]


class Seconds:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_name_may_come_so_often_in_a_minute_and_others_as_well() -> None:
    seconds = Seconds()
    rates = Rates(3, seconds=seconds)
    assert [rates.count("a") for _ in range(4)] == [0.0, 0.0, 0.0, 20.0]
    assert rates.count("b") == 0.0
    seconds.now += 5
    assert rates.count("a") == pytest.approx(15.0)
    seconds.now += 15.001
    assert [rates.count("a") > 0 for _ in range(2)] == [False, True]
    seconds.now += 10_000
    assert [rates.count("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_no_limit_counts_nothing() -> None:
    rates = Rates(0)
    assert {rates.count("a") for _ in range(1_000)} == {0.0}
    assert not rates._left


def test_only_so_many_names_are_kept() -> None:
    rates = Rates(1, names_kept=3)
    for name in "abcdefgh":
        rates.count(name)
    assert [*rates._left] == ["f", "g", "h"]


def test_a_clock_that_was_set_back_takes_nothing_away() -> None:
    seconds = Seconds()
    rates = Rates(2, seconds=seconds)
    rates.count("a")
    seconds.now = -1_000.0
    assert rates.count("a") == 0.0
    assert rates.count("a") > 0


def test_threads_do_not_get_more_than_there_is() -> None:
    rates = Rates(50, seconds=Seconds())
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: rates.count("a"), range(200)))
    assert waits.count(0.0) == 50


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KeyFile:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    return KeyFile(tmp_path / "home" / "keys.json")


def test_a_key_that_asks_too_often_is_told_when_to_come_back(
    opened: Open, serve: Serve, keys: KeyFile
) -> None:
    greedy, calm = (
        {"X-Recollect-Key": keys.add(name, agents=["*"], rights=[R, W])[1]}
        for name in ("greedy", "calm")
    )
    client = serve(opened(key_requests_per_minute=3))
    statuses = [client.get("/agents", headers=greedy).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    refused = client.post("/api/v1/search", json={}, headers=greedy)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate_limited")
    assert "key_requests_per_minute" in refused.json()["error"]["message"]
    assert 1 <= int(refused.headers["Retry-After"]) <= 20
    assert client.get("/agents", headers=calm).status_code == 200
    assert client.get("/health/live", headers=greedy).status_code == 200
    assert client.get("/agents").status_code == 401, "what has no key is not counted for one"


def test_without_keys_an_address_is_limited(opened: Open, serve: Serve) -> None:
    client = serve(opened(key_requests_per_minute=2))
    assert [client.get("/agents").status_code for _ in range(3)] == [200, 200, 429]
    assert client.get("/health/live").status_code == 200


def test_an_agent_has_so_many_requests_whoever_sends_them(opened: Open, serve: Serve) -> None:
    client = serve(opened(agent_requests_per_minute=2))

    def add(agent: str) -> httpx2.Response:
        return client.post("/api/v1/memory", json={"agent_id": agent, "content": "Likes tea."})

    assert [add("alice").status_code for _ in range(2)] == [201, 201]
    refused = add("alice")
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate_limited")
    assert "'alice'" in refused.json()["error"]["message"]
    assert 1 <= int(refused.headers["Retry-After"]) <= 30
    assert client.get("/api/v1/memory", params={"agent_id": "alice"}).status_code == 429
    assert add("bob").status_code == 201
    assert client.get("/agents").status_code == 200


def test_one_request_counts_once_for_an_agent(opened: Open, serve: Serve) -> None:
    memory = opened(agent_requests_per_minute=2)
    alice = memory.agent("alice")
    ids = [alice.memories.add(f"Likes {what}.").id for what in ("tea", "cake")]
    client = serve(memory)
    statuses = [
        client.patch(f"/api/v1/memory/{name}", json={"pinned": True}, params={"agent_id": "alice"})
        for name in (*ids, ids[0])
    ]
    assert [answer.status_code for answer in statuses] == [200, 200, 429]


def test_mcp_tools_have_the_same_limits(opened: Open, serve: Serve) -> None:
    client = serve(opened(agent_requests_per_minute=1))

    def call(**arguments: object) -> httpx2.Response:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        params = {"name": "memory_list", "arguments": arguments}
        accept = {"Accept": "application/json, text/event-stream"}
        return client.post("/mcp", json=message | {"params": params}, headers=accept)

    assert not call(agent_id="alice").json()["result"].get("isError")
    refused = call(agent_id="alice").json()["result"]
    assert refused["isError"]
    assert "rate_limited" in str(refused)
    assert not call(agent_id="bob").json()["result"].get("isError")


def test_a_full_agent_gets_a_403_and_one_that_is_done_for_today_a_429(
    opened: Open, serve: Serve
) -> None:
    client = serve(opened(max_turns_per_agent=2, agent_turns_per_day=3))

    def say(agent: str, count: int) -> httpx2.Response:
        turns = [{"role": "user", "content": f"{number}"} for number in range(count)]
        body = {"agent_id": agent, "conversation_id": "c", "turns": turns}
        return client.post("/memory/ingest", json=body)

    full, busy = say("alice", 3), say("bob", 4)
    assert (full.status_code, full.json()["error"]["code"]) == (403, "quota_exceeded")
    assert "Retry-After" not in full.headers
    assert (busy.status_code, busy.json()["error"]["code"]) == (429, "rate_limited")
    assert 0 < int(busy.headers["Retry-After"]) <= 86_400
    assert say("alice", 2).status_code == 202
