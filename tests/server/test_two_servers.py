"""Two servers on one PostgreSQL: what one has answered, granted or revoked, the other knows."""

import json
import os
import socket
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner

from postgres_server import emptied, postgres_database
from recollect import Memory
from recollect.cli.app import app
from recollect.domain.access import Right
from recollect.domain.audit import AuditAction, AuditEvent, AuditFilter
from recollect.domain.clock import SystemClock
from recollect.domain.shared import Process, Response
from recollect.errors import NotFound, StorageError, StorageUnavailable
from recollect.server.oauth.errors import OAuthError
from recollect.server.oauth.grants import GrantFile
from recollect.settings.keys import KeyFile
from recollect.storage.postgres.audit import AuditEvents
from recollect.storage.postgres.receipts import Receipts
from recollect.wiring import keys_for, opened_keys
from recollect.wiring.audit import AuditTrail

Serve = Callable[[Memory], httpx2.Client]
Served = Callable[[Memory], AbstractContextManager[str]]
PATIENCE = 60.0
VERIFIER = "v" * 43
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres_database() as address:
        yield address


@pytest.fixture
def memories(database: str, tmp_path: Path) -> Iterator[list[Memory]]:
    """Two memories on one database, as those of servers with homes of their own."""
    emptied(database, SystemClock())
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                Memory.open(
                    database_url=database,
                    home=tmp_path / home,
                    embedding_backend="none",
                    background=False,
                )
            )
            for home in ("one", "two")
        ]


@pytest.fixture
def servers(memories: list[Memory], serve: Serve) -> list[httpx2.Client]:
    return [serve(memory) for memory in memories]


def said(client: httpx2.Client, words: str, key: str) -> httpx2.Response:
    body = {"agent_id": "a", "conversation_id": "c", "turns": [{"content": words}]}
    return client.post("/memory/ingest", json=body, headers={"Idempotency-Key": key})


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.05)


def test_a_key_works_on_every_server_and_on_none_once_it_is_revoked(
    servers: list[httpx2.Client], memories: list[Memory]
) -> None:
    assert [client.get("/agents").status_code for client in servers] == [200, 200]
    with opened_keys(memories[0].settings) as keys:
        _, secret = keys.add("phone", agents=["*"], rights=[Right.READ])
        headers = {"X-Recollect-Key": secret}
        for client in servers:
            wait_for(lambda client=client: client.get("/agents").status_code == 401)
            # That keys are required and which there are is read apart, each after half a second.
            wait_for(
                lambda client=client: client.get("/agents", headers=headers).status_code == 200
            )
        keys.add("tablet", agents=["*"], rights=[Right.READ])
        keys.revoke("phone")
    for client in servers:
        wait_for(lambda client=client: client.get("/agents", headers=headers).status_code == 401)


def test_memory_is_switched_off_and_on_for_both_servers_at_either(
    servers: list[httpx2.Client], memories: list[Memory], tmp_path: Path
) -> None:
    one, two = servers

    def state(client: httpx2.Client) -> tuple[object, ...]:
        answer = client.get("/api/v1/settings").json()
        (found,) = (each for each in answer["settings"] if each["name"] == "enabled")
        return found["value"], found["in_force"], answer["restart_needed"]

    assert one.patch("/api/v1/settings", json={"enabled": False}).status_code == 200
    # It acts at once here, and there as soon as it is read again.
    assert said(one, "Off here.", "k1").json()["error"]["code"] == "disabled"
    wait_for(lambda: state(two) == (False, False, []))
    assert state(one) == (False, False, [])
    assert said(two, "Off there.", "k2").json()["error"]["code"] == "disabled"
    assert memories[1].agent("a").context("Who?").text == ""
    # It is not a matter of one home directory.
    assert not (tmp_path / "one" / "config.json").exists()
    with Memory.open(
        database_url=memories[0].settings.database_url.get_secret_value(),
        home=tmp_path / "three",
        background=False,
    ) as third:
        assert third.settings.enabled is False
        assert third.settings.source_of("enabled") == "the database"

    assert two.patch("/api/v1/settings", json={"enabled": True}).status_code == 200
    wait_for(lambda: state(one) == (True, True, []))
    assert [said(client, "On again.", "k3").status_code for client in servers] == [202, 202]


def test_the_keys_of_the_first_server_come_along(database: str, tmp_path: Path) -> None:
    emptied(database, SystemClock())
    _, secret = KeyFile(tmp_path / "keys.json").add("phone", agents=["*"], rights=[Right.READ])
    with (
        Memory.open(database_url=database, home=tmp_path, background=False) as first,
        Memory.open(database_url=database, home=tmp_path / "two", background=False) as second,
    ):
        assert keys_for(first.settings, first.shared).find(secret) is not None
        elsewhere = keys_for(second.settings, second.shared)
        assert elsewhere.find(secret) is not None
        elsewhere.revoke("phone")
        assert keys_for(first.settings, first.shared).list() == ()


def test_a_client_that_signed_in_at_one_server_is_signed_in_at_the_other(
    memories: list[Memory], tmp_path: Path
) -> None:
    path = tmp_path / "none.json"
    one, two = (
        GrantFile(path, document=memory.shared.document("oauth_grants", path))
        for memory in memories
    )
    uri = "https://a.example/"
    code = one.add(key="k", client="c", resource="r", challenge=CHALLENGE, uri=uri)
    _, pair = two.exchange_code(code, client="c", resource="r", verifier=VERIFIER, uri=uri)
    wait_for(lambda: one.find(pair.access))
    # Presented twice, it may have been stolen: the grant ends on all servers.
    with pytest.raises(OAuthError):
        one.exchange_code(code, client="c", resource="r", verifier=VERIFIER, uri=uri)
    wait_for(lambda: two.find(pair.access) is None)


def test_a_write_sent_again_to_the_other_server_is_answered_as_before(
    servers: list[httpx2.Client], memories: list[Memory]
) -> None:
    first, second = said(servers[0], "Tea.", "k1"), said(servers[1], "Tea.", "k1")
    assert (first.status_code, second.status_code) == (202, 202)
    assert second.json() == first.json()
    assert "Idempotent-Replay" not in first.headers
    assert second.headers["Idempotent-Replay"] == "true"
    assert said(servers[1], "Coffee.", "k1").status_code == 422
    with ThreadPoolExecutor(8) as pool:
        at_once = list(pool.map(lambda n: said(servers[n % 2], "Milk.", "k2"), range(8)))
    assert sum("Idempotent-Replay" not in answer.headers for answer in at_once) == 1
    assert [turn.content for turn in memories[0].agent("a").turns()] == ["Tea.", "Milk."]


def test_a_deletion_anywhere_clears_the_answers_of_all_servers(
    servers: list[httpx2.Client], memories: list[Memory]
) -> None:
    assert said(servers[0], "Tea.", "k1").status_code == 202
    deletion = {"Idempotency-Key": "k2"}
    gone = servers[1].delete("/api/v1/conversations/c", params={"agent_id": "a"}, headers=deletion)
    assert gone.is_success
    assert said(servers[0], "Tea.", "k1").json()["error"]["code"] == "already_done"
    again = servers[0].delete("/api/v1/conversations/c", params={"agent_id": "a"}, headers=deletion)
    assert (again.status_code, again.content) == (gone.status_code, gone.content)
    shared = memories[0].shared
    name = sha256(b"running").digest()
    assert shared.begin_request(name, b"") is None
    memories[1].agent("a").remember("More tea.")
    memories[1].agent("a").erase()
    shared.end_request(name, Response(200, (), b"Tea."), deletes=False)
    ended = shared.begin_request(name, b"")
    assert (ended.is_done, ended.response) == (True, None)


def test_a_request_of_a_server_that_died_begins_again(memories: list[Memory]) -> None:
    one, two = (memory.shared for memory in memories)
    assert one.begin_request(b"n", b"body") is None
    assert not two.begin_request(b"n", b"body").is_done
    store = memories[0]._components.store
    ended = "UPDATE requests SET until = clock_timestamp() - interval '1 second'"
    store.ask(lambda connection: connection.execute(ended))
    assert two.begin_request(b"n", b"body") is None
    assert not one.begin_request(b"n", b"body").is_done


def test_a_receipt_is_found_at_the_other_server_until_something_is_deleted(
    servers: list[httpx2.Client], memories: list[Memory]
) -> None:
    said(servers[0], "I moved to Lisbon.", "k1")
    asked = {"agent_id": "a", "query": "Who moved to Lisbon?"}
    made = servers[0].post("/api/v1/context", json=asked).json()["receipt"]
    assert made["items"]
    assert servers[1].get(f"/api/v1/receipts/{made['id']}").json() == made
    receipt = memories[1].receipt(made["id"])
    assert receipt == memories[0].receipt(made["id"])
    found = memories[1].find("moved to LISBON", made["id"]).found
    assert {each.what for each in found} == {"turn", "receipt"}
    revision = memories[0]._components.store.revision("a")
    memories[1].agent("a").conversations.delete("c")
    for memory in memories:
        with pytest.raises(NotFound):
            memory.receipt(made["id"])
    assert memories[0].find("moved to Lisbon", made["id"]).found == ()
    # One that was being made meanwhile, from what was there before.
    memories[0].shared.put_receipt(receipt, [revision])
    assert memories[1].shared.receipt(made["id"]) is None
    count = "SELECT count(*) FROM receipts"
    assert memories[0]._components.store.ask(lambda c: c.execute(count).fetchone()) == (0,)


def test_receipts_are_stored_before_a_memory_is_closed(memories: list[Memory]) -> None:
    memories[0].agent("a").remember("I moved to Lisbon.")
    made = [memories[0].agent("a").context(f"Lisbon {number}?").receipt for number in range(9)]
    memories[0].close()
    assert [memories[1].receipt(each.id) for each in made] == made


def test_nobody_waits_for_a_receipt_whose_storing_failed(
    memories: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(Receipts, "_store", fail)
    memories[0].agent("a").remember("I moved to Lisbon.")
    made = memories[0].agent("a").context("Lisbon?").receipt
    with pytest.raises(NotFound):
        memories[0].receipt(made.id)


def events_of(client: httpx2.Client, headers: dict[str, str], **chosen: str) -> list[str]:
    answer = client.get("/api/v1/audit", params=chosen, headers=headers)
    assert answer.status_code == 200, answer.text
    agent = chosen.get("agent_id")
    events = answer.json()["events"]
    # Reading the log is an event of all agents.
    return [event["call"] for event in events if agent is None or event["agents"] == [agent]]


def test_who_erased_whom_is_visible_on_every_server_and_on_the_command_line(
    servers: list[httpx2.Client],
    memories: list[Memory],
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two = servers
    assert said(one, "I have a dog.", "k1").status_code == 202
    with opened_keys(memories[0].settings) as keys:
        key, secret = keys.add("phone", agents=["*"], rights=[Right.ADMIN])
    headers = {"X-Recollect-Key": secret}
    for client in servers:
        wait_for(lambda client=client: client.get("/agents", headers=headers).status_code == 200)
    wait_for(lambda: one.get("/agents").status_code == 401)
    assert one.delete("/api/v1/agents/a?confirm=true", headers=headers).status_code == 200
    wait_for(lambda: events_of(two, headers, action="erase"))
    assert events_of(two, headers, action="erase") == ["DELETE /api/v1/agents/{agent_id}"]
    assert events_of(one, headers, action="erase") == ["DELETE /api/v1/agents/{agent_id}"]
    assert events_of(two, headers, action="erase", agent_id="b") == []
    # A command in a third home directory sees it, and is seen.
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "three"))
    seen = CliRunner().invoke(app, ["audit", "--key", "phone", "--json", "--database", database])
    assert '"action": "erase"' in seen.stdout, seen.output
    erase = ["memories", "add", "b", "Likes tea", "--database", database]
    assert CliRunner().invoke(app, erase).exit_code == 0
    assert CliRunner().invoke(app, ["erase", "b", "--yes", "--database", database]).exit_code == 0
    assert events_of(two, headers, agent_id="b") == ["recollect erase"]
    # A key that was revoked has the name that it had, whichever server knew it.
    with opened_keys(memories[0].settings) as keys:
        _, other = keys.add("tablet", agents=["*"], rights=[Right.ADMIN])
        keys.revoke("phone")
    wait_for(lambda: two.get("/agents", headers=headers).status_code == 401)
    headers = {"X-Recollect-Key": other}
    wait_for(lambda: one.get("/agents", headers=headers).status_code == 200)
    wait_for(lambda: "GET /agents" in events_of(one, headers, action="refused", key="phone"))
    found = one.get("/api/v1/audit", params={"key": key.id}, headers=headers).json()["events"]
    assert {event["key"] for event in found} == {"phone"}


def test_the_shared_audit_log_keeps_days_and_bytes(memories: list[Memory]) -> None:
    shared, now = memories[0].shared, datetime.now(UTC)
    assert shared is not None
    log = AuditEvents(shared._database)

    def add(days: int, name: str, count: int = 1) -> None:
        at, call = now - timedelta(days=days), name * 300
        made = AuditEvent(at=at, action=AuditAction.READ, client="x", call=call)
        log.add([made] * count, oldest=now - timedelta(days=10), max_bytes=30_000)

    def calls() -> list[str]:
        found = log.read(AuditFilter(), now - timedelta(days=1_000), 100)
        return [event.call[:3] for event in found]

    add(5, "new")
    add(20, "old")
    assert calls() == ["new", "old"]
    # A process looks when it begins to write, so another one finds it.
    log = AuditEvents(shared._database)
    add(4, "big", 15)
    assert calls() == ["big"] * 15 + ["new"]
    log = AuditEvents(shared._database)
    add(3, "end", 20)
    # The newest half of what is allowed.
    assert calls() == ["end"] * len(calls())
    assert 10 < len(calls()) < 16


def test_what_the_database_did_not_take_is_there_when_it_does(
    memories: list[Memory], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = memories[0].shared
    trail, there = (
        AuditTrail(memories[0].settings, shared),
        AuditTrail(memories[1].settings, shared),
    )
    made = [
        AuditEvent(at=datetime.now(UTC), action=AuditAction.ERASE, client="x", call=f"{number}")
        for number in range(2)
    ]

    def fail(*_: object, **__: object) -> None:
        raise StorageUnavailable("away")

    with monkeypatch.context() as patched:
        patched.setattr(shared, "add_audit_events", fail)
        with pytest.raises(StorageError, match="1 are not in the database yet: away"):
            trail.append(made[:1])
    assert there.read(AuditFilter(), 10) == []
    trail.append(made[1:])
    assert there.read(AuditFilter(), 10) == trail.read(AuditFilter(), 10) == [*reversed(made)]
    everyone = replace(made[0], action=AuditAction.READ, agents=("*",))
    trail.append([everyone, replace(everyone, agents=("bob",))])
    assert there.read(AuditFilter(agent="alice"), 10) == [everyone]
    trail.append([replace(everyone, action=AuditAction.WRITE)])  # of the same request, as of a chat
    assert len(there.read(AuditFilter(agent="alice"), 10)) == 2
    # Without a file it is in the database.
    (tmp_path / "one" / "audit.jsonl").unlink()
    assert trail.read(AuditFilter(action=AuditAction.ERASE), 10) == [*reversed(made)]


def test_servers_are_seen_while_they_live_and_one_that_was_killed_is_named(
    memories: list[Memory], serve: Serve, served: Served, database: str
) -> None:
    one = serve(memories[0])
    with served(memories[1]):
        wait_for(lambda: 'recollect_processes{kind="server"} 2.0' in one.get("/metrics").text)
        # These run no jobs, and a job waits for somebody who does.
        assert said(one, "I have a dog.", "k1").status_code == 202
        memories[0].sync()
        assert "recollect_job_runners 0.0" in one.get("/metrics").text
        assert "recollect_jobs_overdue_seconds 0.0" in one.get("/metrics").text
    wait_for(lambda: 'recollect_processes{kind="server"} 1.0' in one.get("/metrics").text)
    with Memory.open(database_url=database, embedding_backend="none") as working:
        with working.jobs.reporting("worker"):
            wait_for(lambda: "recollect_job_runners 1.0" in one.get("/metrics").text)
        assert "recollect_job_runners 0.0" in one.get("/metrics").text
    killed = Process("k", "worker", "web-7", 77, "0.1.0", runs_jobs=True)
    shared = memories[0].shared
    assert shared is not None
    shared.note_process(killed)
    ago = "UPDATE processes SET seen_at = seen_at - interval '5 minutes' WHERE name = 'k'"
    shared._database.ask(lambda connection: connection.execute(ago))
    assert "recollect_job_runners 0.0" in one.get("/metrics").text
    shown = CliRunner().invoke(app, ["status", "--database", database]).stdout
    assert "worker on web-7 (77), 0.1.0: no sign of life for 5 minutes" in shown
    assert f"server on {socket.gethostname()} ({os.getpid()}), " in shown
    assert f"none answers here; running on {socket.gethostname()}\n" in shown
    told = json.loads(CliRunner().invoke(app, ["status", "--database", database, "--json"]).stdout)
    assert [each["is_alive"] for each in told["processes"]] == [True, False]
    shared._database.ask(lambda c: c.execute(ago.replace("5 minutes", "1 day")))
    shared.note_process(Process("x", "worker", "web-8", 78, "0.1.0", runs_jobs=True))
    assert [each.host for each in shared.processes() if each.kind == "worker"] == ["web-8"]
