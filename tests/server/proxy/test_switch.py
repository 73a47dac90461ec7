"""The main switch acts at once, in every server with the same config.json."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

Connect = Callable[[str], httpx2.Client]
HEADERS = {"X-Recollect-Agent-Id": "alice"}


@pytest.fixture
def servers(spawned, connect: Connect, upstream, tmp_path: Path, monkeypatch):
    """Two server processes on one database and one home."""
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    urls = [spawned(upstream_base_url=upstream.url).url for _ in range(2)]
    with connect(urls[0]) as one, connect(urls[1]) as other:
        yield one, other


def ask(server: httpx2.Client, text: str) -> str:
    body = {"model": "m", "messages": [{"role": "user", "content": text}]}
    answer = server.post("/v1/chat/completions", json=body, headers=HEADERS)
    assert answer.json()["choices"][0]["message"]["content"] == "Fine."
    return answer.headers["X-Recollect-Memory"]


def switch(server: httpx2.Client, *, on: bool) -> Any:
    answer = server.patch("/api/v1/settings", json={"enabled": on})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_switched_in_one_server_both_follow_with_their_next_request(servers, upstream):
    one, other = servers
    override = {"content": "Answer in German."}
    assert one.post("/api/v1/agents/alice/overrides", json=override).status_code == 201
    assert [ask(server, "Hello") for server in servers] == ["used", "used"]

    answer = switch(one, on=False)
    assert answer["restart_needed"] == []
    assert [ask(server, "Are you off?") for server in servers] == ["off", "off"]
    assert all("German" not in str(asked.messages) for asked in upstream.asked[2:])
    turn = {"agent_id": "alice", "conversation_id": "c", "turns": [{"user": "Keep this."}]}
    for server in servers:
        refused = server.post("/memory/ingest", json=turn)
        assert refused.json()["error"]["code"] == "disabled"
        context = server.post("/api/v1/context", json={"agent_id": "alice", "query": "German?"})
        assert context.json()["text"] == ""
    (setting,) = [
        s for s in other.get("/api/v1/settings").json()["settings"] if s["name"] == "enabled"
    ]
    assert (setting["value"], setting["in_force"]) == (False, False)

    switch(other, on=True)
    assert [ask(server, "And now?") for server in servers] == ["used", "used"]
    assert all("German" in str(asked.messages) for asked in upstream.asked[4:])
    kept = one.post("/api/v1/search", json={"agent_id": "alice", "query": "off"}).json()
    assert "Are you off?" not in str(kept)
