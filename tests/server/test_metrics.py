"""/metrics: counts for whoever watches, and not a word or name of anybody."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from recollect import Memory
from recollect.domain.access import Right
from recollect.memory import recent
from recollect.settings import load
from recollect.settings.keys import KeyFile
from recollect.testing import FixedClock
from recollect.wiring import build


def read(client: httpx2.Client) -> dict[tuple[str, tuple[str, ...]], float]:
    answer = client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain")
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_requests_and_what_is_kept_are_counted(
    opened: Callable[..., Memory], serve: Callable[[Memory], httpx2.Client]
) -> None:
    client = serve(opened())
    body = {"agent_id": "anna", "conversation_id": "c", "turns": [{"content": "I like tea."}]}
    client.post("/memory/ingest", json=body)
    client.get("/nowhere/anna")
    counts = read(client)
    assert counts["recollect_requests_total", ("POST", "/memory/ingest", "202")] == 1
    assert counts["recollect_requests_total", ("GET", "unknown", "404")] == 1
    assert counts["recollect_request_seconds_count", ("/memory/ingest",)] == 1
    assert counts["recollect_turns", ()] == 1
    assert counts["recollect_agents", ()] == 1
    assert counts["recollect_database_bytes", ()] > 0
    assert {name for name, _ in counts} >= {"process_cpu_seconds_total"}
    assert "recollect_chat_memory_total" in client.get("/metrics").text
    assert ("recollect_model_calls_total", ("chat",)) in counts
    said = client.get("/metrics").text
    assert "anna" not in said
    assert "tea" not in said.replace("created", "")


def test_a_job_that_nobody_takes_up_is_overdue(
    tmp_path: Path, serve: Callable[[Memory], httpx2.Client]
) -> None:
    clock = FixedClock(datetime(2026, 5, 1, tzinfo=UTC))
    settings = load(embedding_backend="none", background_work=False)
    memory = Memory(build(settings, tmp_path / "memory.sqlite", clock=clock), background=False)
    memory.agent("anna").memories.add("Likes tea")
    client = serve(memory)
    assert memory.sync().ok
    assert read(client)["recollect_jobs_overdue_seconds", ()] == 0
    memory.agent("anna").remember("I like tea.", conversation="c")
    clock.advance(3_600)
    overdue = read(client)["recollect_jobs_overdue_seconds", ()]
    assert 3_000 < overdue <= 3_600
    assert memory.jobs.overdue_seconds() == overdue
    # A file has no list of processes.
    assert memory.jobs.processes() == ()
    assert "recollect_processes" not in client.get("/metrics").text
    assert memory.sync().ok
    assert memory.jobs.overdue_seconds() == 0
    memory.close()


def test_a_large_database_is_counted_now_and_then(
    opened: Callable[..., Memory],
    serve: Callable[[Memory], httpx2.Client],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recent, "MANY_ROWS", 1)
    memory = opened()
    memory.agent("anna").memories.add("Likes tea")
    client = serve(memory)
    assert read(client)["recollect_agents", ()] == 1
    stats = client.get("/api/v1/stats").json()
    memory.agent("ben").memories.add("Likes tea")
    counts = read(client)
    assert counts["recollect_agents", ()] == 1
    since = datetime.fromisoformat(stats["counted_at"])
    assert counts["recollect_counted_timestamp_seconds", ()] == since.timestamp()
    assert memory.stats().store.agents == 2
    assert client.get("/api/v1/memory/stats", params={"agent_id": "ben"}).json()["total"] == 1
    week = {"agent_id": "ben", "since": (since - timedelta(days=6)).isoformat()}
    days = client.get("/api/v1/memory/days", params=week).json()
    assert days == {"counts": [0, 0, 0, 0, 0, 0, 1], "is_complete": True, "said_earlier": 0}
    monkeypatch.setattr(recent, "_FRESH_SECONDS", 0)
    deadline = time.monotonic() + 10
    while read(client)["recollect_agents", ()] != 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert read(client)["recollect_agents", ()] == 2
    memory.agent("carl").memories.add("Likes tea")
    monkeypatch.setattr(recent, "_OLDEST_SECONDS", 0)
    assert read(client)["recollect_agents", ()] == 3


def test_whoever_may_not_read_everything_sees_no_counts(
    opened: Callable[..., Memory], serve: Callable[[Memory], httpx2.Client], tmp_path: Path
) -> None:
    client = serve(opened(home=tmp_path / "home"))
    _, some = KeyFile(tmp_path / "home" / "keys.json").add(
        "some", agents=["a*"], rights=[Right.READ]
    )
    assert client.get("/metrics").status_code == 401
    refused = client.get("/metrics", headers={"X-Recollect-Key": some})
    assert refused.status_code == 403
    message = refused.json()["error"]["message"]
    assert message.endswith("the right 'read' for all agents (made with --agents '*')")
