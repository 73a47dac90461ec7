"""The audit log: who read, wrote, erased and changed settings, by which key, and no text at all."""

import json
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.domain.audit import AuditAction, AuditEvent, AuditFilter
from recollect.server.audit import AuditLog
from recollect.settings import change, load
from recollect.settings.audit_file import AuditFile
from recollect.settings.keys import KeyFile
from recollect.testing import FixedClock
from recollect.wiring.audit import AuditTrail

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]
Served = Callable[[Memory], AbstractContextManager[str]]
Connect = Callable[[str], httpx2.Client]
Until = Callable[[Callable[[], object]], None]
START = datetime(2026, 5, 1, tzinfo=UTC)
ALL = AuditFilter()
WORDS = "My allergy is penicillin"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def keys(home: Path) -> KeyFile:
    return KeyFile(home / "keys.json")


def event(
    at: datetime = START, action: AuditAction = AuditAction.READ, **more: object
) -> AuditEvent:
    fields = {"client": "127.0.0.1", "call": "GET /agents", "agents": ("alice",)} | more
    return AuditEvent(at=at, action=action, **fields)


def ingest(agent: str = "alice") -> dict[str, object]:
    return {"agent_id": agent, "conversation_id": "c", "turns": [{"content": WORDS}]}


def test_every_use_is_there_with_key_agent_and_address(
    opened: Opened, serve: Serve, home: Path, keys: KeyFile, until: Until
) -> None:
    key, secret = keys.add("phone", agents=["*"], rights=[Right.ADMIN])
    client = serve(opened())
    headers = {"X-Recollect-Key": secret, "X-Forwarded-For": "6.6.6.6"}
    client.post("/memory/ingest", json=ingest(), headers=headers)
    search = {"agent_id": "alice", "query": f"{WORDS}?"}
    client.post("/api/v1/search", json=search, headers=headers)
    client.post("/api/v1/find", json={"phrases": [WORDS]}, headers=headers)
    client.delete("/api/v1/agents/alice?confirm=true", headers=headers)
    secret_setting = {"upstream_api_key": "sk-never-in-a-log-123456"}
    client.patch("/api/v1/settings", json={"recall_top_k": 9, **secret_setting}, headers=headers)
    client.get("/health/live")
    client.get("/")
    log = AuditFile(load())
    until(lambda: len(log.read(ALL, 100)) == 5)
    found = [*reversed(log.read(ALL, 100))]
    assert [(each.action, each.agents) for each in found] == [
        ("write", ("alice",)),
        ("read", ("alice",)),
        ("read", ("*",)),
        ("erase", ("alice",)),
        ("settings", ("*",)),
    ]
    assert {(each.key, each.key_id, each.client) for each in found} == {
        ("phone", key.id, "127.0.0.1")
    }
    assert found[3].call == "DELETE /api/v1/agents/{agent_id}"
    assert found[4].names == ("recall_top_k", "upstream_api_key")
    text = (home / "audit.jsonl").read_text()
    for never in ("penicillin", "allergy", "sk-never", secret, key.hash):
        assert never not in text
    assert (home / "audit.jsonl").stat().st_mode & 0o077 == 0


def test_refusals_are_there_and_of_strangers_without_a_key_one_a_minute(
    opened: Opened, serve: Serve, keys: KeyFile, until: Until
) -> None:
    _, secret = keys.add("phone", agents=["bob"], rights=[Right.READ])
    client = serve(opened())
    for _ in range(3):
        client.get("/agents")
    for _ in range(15):
        client.get("/agents", headers={"X-Recollect-Key": "rck_wrong"})
    client.post("/memory/ingest", json=ingest(), headers={"X-Recollect-Key": secret})
    log = AuditFile(load())
    until(lambda: log.read(AuditFilter(key="phone"), 10))
    (refused,) = log.read(AuditFilter(key="phone"), 10)
    assert (refused.action, refused.agents, refused.status) == ("refused", ("alice",), 403)
    # Of the wrong ones, as many as were answered with 401: nobody can fill the log.
    wrong = log.read(AuditFilter(action=AuditAction.REFUSED), 100)[1:]
    assert [(each.status, each.call, each.key) for each in wrong] == [
        (401, "GET /agents", None)
    ] * 11
    assert [each.key_id is None for each in wrong] == [False] * 10 + [True]
    assert "rck_wrong" not in log.path.read_text()


def test_strangers_from_many_addresses_cannot_fill_the_log(home: Path) -> None:
    clock, file = FixedClock(START), AuditFile(load(), FixedClock(START))
    log = AuditLog(AuditTrail(load(), None), lambda: True, clock)

    def call(number: int) -> None:
        log.add({"type": "http", "client": (f"10.0.0.{number}", 1)}, "GET", "/agents", 401, "r")

    for number in range(200):
        call(number)
    log.flush()
    first = len(file.read(ALL, 1_000))
    assert 0 < first < 100
    clock.advance(61)
    call(250)
    call(250)
    log.flush()
    assert len(file.read(ALL, 1_000)) == first + 1


def test_a_key_that_was_revoked_is_named_by_what_it_did_before(
    opened: Opened, serve: Serve, keys: KeyFile, until: Until
) -> None:
    keys.add("other", agents=["*"], rights=[Right.ADMIN])
    _, secret = keys.add("phone", agents=["bob"], rights=[Right.READ])
    client = serve(opened())
    headers = {"X-Recollect-Key": secret}
    client.post("/api/v1/search", json={"agent_id": "bob", "query": "tea"}, headers=headers)
    keys.revoke("phone")
    client.get("/api/v1/agents/bob", headers=headers)
    log = AuditFile(load())
    until(lambda: len(log.read(AuditFilter(key="phone"), 10)) == 2)
    used = log.read(AuditFilter(key="phone"), 10)[0]
    call = "GET /api/v1/agents/{agent_id}"
    assert (used.action, used.call, used.status) == ("refused", call, 401)


def test_a_chat_is_there_as_a_reading_and_as_a_writing(
    opened: Opened, serve: Serve, keys: KeyFile, until: Until
) -> None:
    _, secret = keys.add("phone", agents=["*"], rights=[Right.READ, Right.WRITE])
    memory = opened()
    client = serve(memory)
    memory.agent("team").memories.add("The team meets on Mondays.")
    headers = {
        "X-Recollect-Key": secret,
        "X-Recollect-Agent-Id": "alice",
        "X-Recollect-Spaces": "team",
    }
    client.post("/chat", json={"message": "When do we meet?"}, headers=headers)
    log = AuditFile(load())
    until(lambda: len(log.read(ALL, 10)) == 2)
    (read,) = log.read(AuditFilter(action=AuditAction.READ), 10)
    (written,) = log.read(AuditFilter(action=AuditAction.WRITE), 10)
    assert read.agents == ("alice", "team")
    assert written.agents == ("alice",)
    assert (read.request_id, read.call) == (written.request_id, "POST /chat")


def test_deleting_and_erasing_are_told_apart_with_the_ids_of_what_went(
    opened: Opened, serve: Serve, keys: KeyFile, until: Until
) -> None:
    _, secret = keys.add("phone", agents=["*"], rights=[Right.ADMIN])
    memory = opened()
    client = serve(memory)
    client.headers["X-Recollect-Key"] = secret
    alice = memory.agent("alice")
    first, second = (alice.memories.add(text).id for text in ("Likes tea", "Likes coffee"))
    said = alice.remember(WORDS, conversation="mail").id
    client.patch(f"/api/v1/memory/{first}", json={"content": "Likes green tea"})
    client.delete(f"/api/v1/memory/{first}")
    client.delete(f"/api/v1/memory/{second}?purge=true&agent_id=alice")
    client.delete(f"/api/v1/conversations/mail/messages/{said}?agent_id=alice")
    client.delete("/api/v1/conversations/mail?agent_id=alice")
    until(lambda: len(AuditFile(load()).read(ALL, 10)) == 5)
    events, page = [], {"next_cursor": ""}
    while (cursor := page["next_cursor"]) is not None:
        # Every page is a request that is in the log too, and moves no other page.
        where = f"&cursor={cursor}" if cursor else ""
        page = client.get(f"/api/v1/audit?limit=2{where}").json()
        assert len(page["events"]) <= 2
        events += page["events"]
    assert client.get("/api/v1/audit?cursor=x").status_code == 422
    found = [
        (
            each["action"],
            [(item["kind"], item["id"], item["conversation"]) for item in each["items"]],
        )
        for each in reversed(events)
    ]
    assert found == [
        ("write", [("memory", first, None)]),
        ("delete", [("memory", first, None)]),
        ("erase", [("memory", second, None)]),
        ("erase", [("turn", said, "mail")]),
        ("erase", [("conversation", "mail", None)]),
    ]
    assert all("alice" in each["agents"] for each in events)


def test_a_request_to_forget_that_is_granted_is_there_with_what_it_deleted(
    opened: Opened, serve: Serve, keys: KeyFile, until: Until
) -> None:
    _, secret = keys.add("phone", agents=["*"], rights=[Right.ADMIN])
    memory = opened(extractor="built_in")
    client = serve(memory)
    client.headers["X-Recollect-Key"] = secret
    alice = memory.agent("alice")
    kept = alice.memories.add("My therapist is Dr. Quill.").id
    requests = []
    for keep in ("all", "none"):
        alice.remember("Forget my therapist.", conversation=keep)
        memory.sync()
        (request,) = alice.review.deletion_requests()
        requests.append(request.id)
        client.post(f"/api/v1/review/{request.id}?agent_id=alice", json={"keep": keep})
    until(lambda: len(AuditFile(load()).read(ALL, 10)) == 2)
    found = [
        (each["action"], [item["id"] for item in each["items"]])
        for each in reversed(client.get("/api/v1/audit").json()["events"])
    ]
    decided = zip(("write", "delete"), requests, strict=True)
    assert found == [(what, [name, kept]) for what, name in decided]


def test_the_route_is_for_administrators_and_filters(
    opened: Opened, serve: Serve, keys: KeyFile, until: Until
) -> None:
    _, admin = keys.add("admin", agents=["*"], rights=[Right.ADMIN])
    _, some = keys.add("some", agents=["a*"], rights=[Right.ADMIN])
    client = serve(opened())
    asked = {"X-Recollect-Key": admin}
    client.post("/memory/ingest", json=ingest(), headers={"X-Recollect-Key": some})
    path = "/api/v1/audit"
    until(lambda: client.get(path, params={"key": "some"}, headers=asked).json()["events"])
    (seen,) = client.get(path, params={"action": "write"}, headers=asked).json()["events"]
    assert (seen["key"], seen["agents"], seen["client"]) == ("some", ["alice"], "127.0.0.1")
    of_bob = client.get(path, params={"agent_id": "bob"}, headers=asked).json()["events"]
    assert {name for each in of_bob for name in each["agents"]} == {"*"}
    future = {"since": "2099-01-01T00:00:00+00:00"}
    assert client.get(path, params=future, headers=asked).json()["events"] == []
    assert client.get(path, headers={"X-Recollect-Key": some}).status_code == 403
    assert client.get(path).status_code == 401
    assert client.get(path, params={"action": "fly"}, headers=asked).status_code == 422
    assert client.get(path, params={"limit": 0}, headers=asked).status_code == 422


@pytest.mark.parametrize(("mode", "is_kept"), [("auto", False), ("off", False), ("on", True)])
def test_a_newcomer_without_keys_has_no_log_unless_it_is_wanted(
    opened: Opened, served: Served, connect: Connect, home: Path, mode: str, is_kept: bool
) -> None:
    with served(opened(audit_log=mode)) as url, connect(url) as client:
        client.post("/memory/ingest", json=ingest())
    assert (home / "audit.jsonl").exists() is is_kept


def test_it_begins_and_ends_at_once_while_the_server_runs(
    opened: Opened, served: Served, connect: Connect, home: Path
) -> None:
    with served(opened()) as url, connect(url) as client:
        client.post("/memory/ingest", json=ingest("ann"))
        change(load(), {"audit_log": "on"})  # as `recollect config audit_log on` does
        client.post("/memory/ingest", json=ingest("zed"))
        client.delete("/api/v1/agents/zed", params={"confirm": True})
        client.patch("/api/v1/settings", json={"audit_log": "off"})
        client.post("/memory/ingest", json=ingest("bob"))
    found = [(each.action, each.agents, each.names) for each in AuditFile(load()).read(ALL, 9)]
    assert found == [
        ("settings", ("*",), ("audit_log",)),
        ("erase", ("zed",), ()),
        ("write", ("zed",), ()),
    ]


def test_it_is_off_with_keys_if_it_is_switched_off(
    opened: Opened, served: Served, connect: Connect, home: Path, keys: KeyFile
) -> None:
    _, secret = keys.add("phone", agents=["*"], rights=[Right.ADMIN])
    with served(opened(audit_log="off")) as url, connect(url) as client:
        client.post("/memory/ingest", json=ingest(), headers={"X-Recollect-Key": secret})
    assert not (home / "audit.jsonl").exists()


def test_the_size_is_bounded(home: Path) -> None:
    log = AuditFile(load(audit_max_mb=1), FixedClock(START))
    many = [event(call="x" * 200) for _ in range(100)]
    for _ in range(60):
        log.append(many)
    sizes = [path.stat().st_size for path in home.glob("audit*.jsonl")]
    assert len(sizes) == 2
    assert sum(sizes) <= 2**20
    assert log.read(ALL, 1)


def test_the_age_is_bounded(home: Path) -> None:
    clock = FixedClock(START)
    log = AuditFile(load(audit_days=10), clock)
    for _ in range(30):
        log.append([event(at=clock.now())])
        clock.advance(86_400)
    kept = log.read(ALL, 100)
    assert min(each.at for each in kept) >= clock.now() - timedelta(days=10)
    lines = sum(len(path.read_text().splitlines()) for path in home.glob("audit*.jsonl"))
    assert lines <= 13


def test_several_processes_lose_no_line(home: Path) -> None:
    def write(name: str) -> None:
        log = AuditFile(load(), FixedClock(START))
        for _ in range(50):
            log.append([event(key=name), event(key=name)])

    threads = [threading.Thread(target=write, args=(f"k{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = AuditFile(load(), FixedClock(START))
    assert {name: len(log.read(AuditFilter(key=name), 1000)) for name in ("k0", "k3")} == {
        "k0": 100,
        "k3": 100,
    }


@pytest.mark.parametrize("line", ["", "{", "[]", '{"at": 1}', '{"at": "x", "action": "fly"}'])
def test_a_line_that_was_cut_hides_no_other(home: Path, line: str) -> None:
    log = AuditFile(load(), FixedClock(START))
    log.append([event(key="before")])
    with log.path.open("a") as file:
        file.write(f"{line}\n")
    log.append([event(key="after")])
    assert [each.key for each in log.read(ALL, 10)] == ["after", "before"]


def test_hostile_names_stay_on_their_line(home: Path) -> None:
    names = ("a\nb", 'x"}', "\u2028", "\ud800", "é" * 256)
    log = AuditFile(load(), FixedClock(START))
    log.append([event(agents=names, key="k")])
    assert [json.loads(line)["key"] for line in log.path.read_text().splitlines()] == ["k"]
    assert log.read(AuditFilter(agent="a\nb"), 10)[0].agents == names


def test_a_log_that_cannot_be_written_stops_nobody(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (home / "audit.jsonl").mkdir(parents=True)
    log = AuditLog(AuditTrail(load(), None), lambda: True, FixedClock(START))
    scope = {"state": {"touched": {"alice": {Right.READ}}, "client_address": "127.0.0.1"}}
    log.add(scope, "GET", "/agents", 200, "r")
    log.flush()
    assert "events of the audit log were not written: " in caplog.text


def test_what_waits_is_bounded(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    log = AuditLog(AuditTrail(load(), None), lambda: True, FixedClock(START))
    scope = {"state": {"touched": {"alice": {Right.READ}}}}
    for _ in range(10_005):
        log.add(scope, "GET", "/agents", 200, "r")
    log.flush()
    assert "5 events of the audit log were lost" in caplog.text
    assert len(AuditFile(load(), FixedClock(START)).read(ALL, 20_000)) == 10_000
