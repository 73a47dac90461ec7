"""The audit log of calls over MCP: what each changed, and what was refused or failed."""

from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.domain.audit import AuditFilter
from recollect.settings import load
from recollect.settings.audit_file import AuditFile
from recollect.settings.keys import KeyFile

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]
Until = Callable[[Callable[[], object]], None]
ALL = AuditFilter()
WORDS = "My allergy is penicillin"


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KeyFile:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    return KeyFile(tmp_path / "home" / "keys.json")


def over_mcp(client: httpx2.Client, secret: str, method: str, **params: object) -> httpx2.Response:
    headers = {
        "Authorization": f"Bearer {secret}",
        "Accept": "application/json, text/event-stream",
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return client.post("/mcp", json=body, headers=headers)


def test_mcp_is_audited_too(opened: Opened, serve: Serve, keys: KeyFile, until: Until) -> None:
    _, secret = keys.add("desk", agents=["alice"], rights=[Right.READ, Right.WRITE])
    client = serve(opened())

    def call(name: str, **arguments: object) -> dict[str, object]:
        answer = over_mcp(client, secret, "tools/call", name=name, arguments=arguments)
        result: dict[str, object] = answer.json()["result"]["structuredContent"]
        return result

    made = call("memory_add", content=WORDS)
    name: str = made["memory"]["id"]  # type: ignore[index]
    call("memory_search", query="allergy")
    call("memory_update", id=name, content="My allergy is latex")
    call("memory_delete", id=name)
    call("memory_update", id=name, restore=True)
    log = AuditFile(load())
    until(lambda: len(log.read(ALL, 10)) == 5)
    events = [*reversed(log.read(ALL, 10))]
    actions = [(each.action, [item.id for item in each.items]) for each in events]
    assert actions == [
        ("write", []),
        ("read", []),
        ("write", [name]),
        ("delete", [name]),
        ("write", [name]),
    ]
    assert {(each.agents, each.key, each.status) for each in events} == {(("alice",), "desk", 200)}
    assert "allergy" not in log.path.read_text()


def test_what_mcp_refuses_or_fails_is_there_as_over_rest(
    opened: Opened, serve: Serve, keys: KeyFile, until: Until
) -> None:
    _, reads = keys.add("reader", agents=["alice"], rights=[Right.READ])
    _, writes = keys.add("coder", agents=["alice"], rights=[Right.READ, Right.WRITE])
    client = serve(opened())

    def call(secret: str, name: str, **arguments: object) -> None:
        answer = over_mcp(client, secret, "tools/call", name=name, arguments=arguments)
        assert answer.json()["result"]["isError"]

    call(reads, "memory_add", content=WORDS)
    call(reads, "memory_search", query="tea", agent_id="bob")
    over_mcp(client, reads, "resources/read", uri="recollect://agents/bob/profile")
    over_mcp(client, reads, "prompts/get", name="about_me", arguments={"agent_id": "bob"})
    call(writes, "memory_add", content="")
    call(writes, "memory_get", id="none")
    call(writes, "memory_update", id="none", content="x")
    call(writes, "memory_delete", id="none")
    log = AuditFile(load())
    until(lambda: len(log.read(ALL, 10)) == 8)
    found = [(each.key, each.action, each.agents, each.status) for each in log.read(ALL, 10)]
    assert found[::-1] == [
        ("reader", "refused", ("alice",), 403),
        ("reader", "refused", ("bob",), 403),
        ("reader", "refused", ("bob",), 403),
        ("reader", "refused", ("bob",), 403),
        ("coder", "write", ("alice",), 422),
        ("coder", "read", ("alice",), 404),
        ("coder", "write", ("alice",), 404),
        ("coder", "delete", ("alice",), 404),
    ]


def test_a_fault_in_a_call_over_mcp_is_there_as_one(
    opened: Opened, serve: Serve, keys: KeyFile, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, secret = keys.add("coder", agents=["alice"], rights=[Right.READ])
    memory = opened()
    client = serve(memory)

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("recollect.memory.agent.Agent.search", fail)
    over_mcp(client, secret, "tools/call", name="memory_search", arguments={"query": "tea"})
    log = AuditFile(load())
    until(lambda: log.read(ALL, 10))
    assert [(each.action, each.status) for each in log.read(ALL, 10)] == [("read", 500)]


def test_listing_resources_reads_nothing_without_the_right(
    opened: Opened, serve: Serve, keys: KeyFile, until: Until
) -> None:
    _, secret = keys.add("hand", agents=["alice"], rights=[Right.WRITE])
    client = serve(opened())
    answer = over_mcp(client, secret, "resources/list")
    assert answer.json()["result"]["resources"] == []
    over_mcp(client, secret, "tools/call", name="memory_add", arguments={"content": WORDS})
    log = AuditFile(load())
    until(lambda: log.read(ALL, 10))
    assert [each.action for each in log.read(ALL, 10)] == ["write"]
