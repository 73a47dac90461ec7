"""Ways to get at somebody's memory without a key for it: all of them are refused, on every door."""

import http.client
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings.keys import KeyFile
from recollect.testing import FixedClock

WORDS = "Bob's safe opens with nine turns"
RIGHTS = [Right.READ, Right.WRITE]
MCP = {"Accept": "application/json, text/event-stream"}
LIST = {"name": "memory_list", "arguments": {"agent_id": "bob"}}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": LIST}
READ = "/api/v1/memory?agent_id=bob"
SEARCH = {"agent_id": "bob", "query": "safe"}


@dataclass(frozen=True)
class Attack:
    """One request; {alice}, {revoked}, {expired}, {hash} and {id} stand for what a thief may have."""

    name: str
    method: str = "GET"
    path: str = READ
    headers: dict[str, str] = field(default_factory=dict)
    body: object = None


def key(value: str) -> dict[str, str]:
    return {"X-Recollect-Key": value}


def bearer(value: str) -> dict[str, str]:
    return {"Authorization": value}


ATTACKS = [
    Attack("no key"),
    Attack("empty key", headers=key("")),
    Attack("blank key", headers=key("   ")),
    Attack("wrong key", headers=key("rck_wrong")),
    Attack("prefix of keys", headers=key("rck_")),
    Attack("hash instead of the key", headers=key("{hash}")),
    Attack("id instead of the key", headers=key("{id}")),
    Attack("name instead of the key", headers=key("bob")),
    Attack("star as the key", headers=key("*")),
    Attack("revoked key", headers=key("{revoked}")),
    Attack("expired key", headers=key("{expired}")),
    Attack("another agent's key", headers=key("{alice}")),
    Attack("another agent's key as bearer", headers=bearer("Bearer {alice}")),
    Attack("bearer without a key", headers=bearer("Bearer")),
    Attack("basic instead of bearer", headers=bearer("Basic {bob}")),
    Attack("digest instead of bearer", headers=bearer("Digest {bob}")),
    Attack("key without a scheme", headers=bearer("{bob}")),
    Attack("mem0's scheme elsewhere", headers=bearer("Token {bob}")),
    Attack("key in the query", path=READ + "&key={bob}&api_key={bob}"),
    Attack("key in a cookie", headers={"Cookie": "recollect-key={bob}"}),
    Attack("upstream's header", headers={"x-api-key": "{bob}"}),
    Attack("key with a suffix", headers=key("{bob}x")),
    Attack("key with another case", headers=key("{BOB}")),
    Attack("spoofed X-Forwarded-For", headers={"X-Forwarded-For": "127.0.0.1"}),
    Attack("spoofed Forwarded", headers={"Forwarded": "for=127.0.0.1;host=localhost"}),
    Attack("spoofed X-Real-IP", headers={"X-Real-IP": "127.0.0.1"}),
    Attack("spoofed X-Forwarded-Host", headers={"X-Forwarded-Host": "localhost"}),
    Attack("foreign Host", headers={"Host": "evil.example"}),
    Attack("rebound Host", headers={"Host": "localhost.evil.example"}),
    Attack("foreign Origin", headers={"Origin": "https://evil.example", **key("{bob}")}),
    Attack("null Origin", headers={"Origin": "null", **key("{bob}")}),
    Attack("method override", headers={"X-HTTP-Method-Override": "GET"}, method="POST"),
    Attack("URL override", path="/health/live", headers={"X-Original-URL": READ}),
    Attack("through an open path", path="/health/../api/v1/memory?agent_id=bob"),
    Attack("through an escaped path", path="/static/%2e%2e/api/v1/memory?agent_id=bob"),
    Attack("double slash", path="//api/v1/memory?agent_id=bob"),
    Attack("case of the path", path="/API/v1/memory?agent_id=bob"),
    Attack("trailing slash", path="/api/v1/memory/?agent_id=bob"),
    Attack("HEAD", method="HEAD"),
    Attack("OPTIONS", method="OPTIONS"),
    Attack("unknown method", method="SEARCH"),
    Attack("search", method="POST", path="/api/v1/search", body=SEARCH),
    Attack("search with another's key", "POST", "/api/v1/search", key("{alice}"), SEARCH),
    Attack("context", method="POST", path="/api/v1/context", body=SEARCH),
    Attack(
        "space",
        "POST",
        "/api/v1/search",
        key("{alice}"),
        {**SEARCH, "agent_id": "alice", "spaces": ["bob"]},
    ),
    Attack("agent twice", headers=key("{alice}"), path=READ + "&agent_id=alice"),
    Attack("MCP", "POST", "/mcp", MCP, CALL),
    Attack("MCP with another's key", "POST", "/mcp", {**MCP, **bearer("Bearer {alice}")}, CALL),
    Attack(
        "MCP with an invented token", "POST", "/mcp", {**MCP, **bearer("Bearer rct_00_x")}, CALL
    ),
    Attack("MCP as a stream", path="/mcp", headers={"Accept": "text/event-stream"}),
    Attack(
        "MCP with another's agent header",
        "POST",
        "/mcp",
        {**MCP, **key("{alice}"), "X-Recollect-Agent-Id": "bob"},
        {**CALL, "params": {"name": "memory_list", "arguments": {}}},
    ),
    Attack(
        "proxy",
        "POST",
        "/v1/chat/completions",
        {"X-Recollect-Agent-Id": "bob"},
        {"model": "m", "messages": []},
    ),
    Attack(
        "proxy with another's key",
        "POST",
        "/v1/chat/completions",
        {"X-Recollect-Agent-Id": "bob", **key("{alice}")},
        {"model": "m", "messages": [{"role": "user", "content": "safe"}]},
    ),
    Attack(
        "proxy of Anthropic",
        "POST",
        "/v1/messages",
        {"X-Recollect-Agent-Id": "bob", **key("{alice}")},
        {"model": "m", "messages": [{"role": "user", "content": "safe"}]},
    ),
    Attack(
        "proxy of Ollama",
        "POST",
        "/api/chat",
        {"X-Recollect-Agent-Id": "bob"},
        {"model": "m", "messages": []},
    ),
    Attack("mem0's routes", path="/v1/memories/?user_id=bob"),
    Attack(
        "mem0's routes with another's key",
        path="/v1/memories/?user_id=bob",
        headers=bearer("Token {alice}"),
    ),
    Attack("chat", "POST", "/chat", {}, {"message": "safe", "agent_id": "bob"}),
    Attack("export", path="/api/v1/export?agent_id=bob", headers=key("{alice}")),
    Attack("settings", path="/api/v1/settings", headers=key("{alice}")),
    Attack("audit log", path="/api/v1/audit", headers=key("{alice}")),
    Attack("metrics", path="/metrics"),
    Attack("metrics with another's key", path="/metrics", headers=key("{alice}")),
    Attack("start page", path="/"),
    Attack("static page", path="/", headers={"Accept": "text/html"}),
    Attack("OpenAPI", path="/openapi.json"),
    Attack("reference", path="/docs"),
    Attack(
        "websocket",
        headers={
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "x" * 22 + "==",
        },
    ),
    Attack(
        "HTTP/2 upgrade",
        headers={
            "Connection": "Upgrade, HTTP2-Settings",
            "Upgrade": "h2c",
            "HTTP2-Settings": "AAMAAABkAAQAAP__",
        },
    ),
    Attack("sign-in without a key", path="/oauth/token", method="POST"),
    Attack("delete", "DELETE", "/api/v1/agents/bob?confirm=true", key("{alice}")),
]
# Pages that are the same for everybody, and hold nothing of anybody.
OPEN = {"start page", "static page", "OpenAPI", "reference", "URL override"}


@dataclass
class House:
    url: str
    words: dict[str, str]

    def filled(self, text: str) -> str:
        for name, value in self.words.items():
            text = text.replace(f"{{{name}}}", value)
        return text


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, served: object) -> Iterator[House]:
    home: Path = tmp_path_factory.mktemp("attacked")
    keys = KeyFile(home / "keys.json")
    _, alice = keys.add("alice", agents=["alice"], rights=RIGHTS)
    bob, secret = keys.add("bob", agents=["bob"], rights=[*RIGHTS, Right.ADMIN])
    _, revoked = keys.add("revoked", agents=["*"], rights=RIGHTS)
    keys.revoke("revoked")
    before = datetime.now(UTC) - timedelta(days=2)
    _, expired = KeyFile(keys.path, FixedClock(before)).add(
        "expired", agents=["*"], rights=RIGHTS, expires_at=before + timedelta(days=1)
    )
    words = {"alice": alice, "bob": secret, "BOB": secret.swapcase(), "revoked": revoked}
    words |= {"expired": expired, "hash": bob.hash, "id": bob.id}
    with Memory.open(home / "m.sqlite", home=home, embedding_backend="none") as memory:
        memory.agent("bob").memories.add(WORDS)
        with served(memory) as url:  # type: ignore[operator]
            yield House(url, words)


@pytest.mark.attack("request", "requests without the right to what they ask for")
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name.replace(" ", "-"))
def test_nobody_gets_at_anothers_memory(house: House, attack: Attack) -> None:
    where = urlsplit(house.url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60)
    headers = {name: house.filled(value) for name, value in attack.headers.items()}
    body = None
    if attack.body is not None:
        body = json.dumps(attack.body)
        headers["Content-Type"] = "application/json"
    connection.request(attack.method, house.filled(attack.path), body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    assert "nine turns" not in text
    if attack.name in OPEN:
        assert answer.status == 200
    elif attack.name == "agent twice":
        # The last one counts, for the check and for the list alike.
        assert json.loads(text)["memories"] == []
    elif "MCP" in attack.name and answer.status == 200:
        assert json.loads(text)["result"]["isError"], text
    else:
        assert answer.status in {400, 401, 403, 404, 405, 415, 422, 429}, text


SMUGGLED = {
    "two keys": "X-Recollect-Key: rck_wrong\r\nX-Recollect-Key: {bob}\r\n",
    "folded header": "X-Recollect-Key: rck_wrong\r\n {bob}\r\n",
    "space before the colon": "X-Recollect-Key : {bob}\r\n",
    "underscores": "X_Recollect_Key: {bob}\r\n",
    "second host": "Host: localhost\r\n",
    "length and chunks": "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
    "two lengths": "Content-Length: 0\r\nContent-Length: 40\r\n",
    "strange chunks": "Transfer-Encoding: xchunked\r\n",
    "bare line feed": "X: y\nX-Recollect-Key: rck_wrong\r\n",
    "null byte": "X-Recollect-Key: \0{bob}\r\n",
}


@pytest.mark.attack("request", "smuggled headers")
@pytest.mark.parametrize("name", SMUGGLED)
def test_no_header_is_smuggled_past_the_check(house: House, name: str) -> None:
    where = urlsplit(house.url)
    inner = f"GET {READ} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = f"GET {READ} HTTP/1.1\r\nHost: localhost\r\n{house.filled(SMUGGLED[name])}\r\n"
    with socket.create_connection((where.hostname or "", where.port or 0), timeout=10) as raw:
        raw.sendall((head + "0\r\n\r\n" + inner).encode())
        raw.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := raw.recv(65536):
            answer += piece
    assert b"nine turns" not in answer
    assert answer.startswith(
        tuple(f"HTTP/1.1 {status}".encode() for status in (400, 401, 403, 429))
    )
    assert b"200 OK" not in answer


def test_the_owner_gets_it_after_all_of_that(house: House) -> None:
    for headers in (key(house.words["bob"]), bearer(f"Bearer {house.words['bob']}")):
        answer = httpx2.get(f"{house.url}{READ}", headers=headers, verify=False)
        assert WORDS in answer.text
