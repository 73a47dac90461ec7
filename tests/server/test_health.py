"""Live at once, ready when it is true."""

import gc
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from recollect import Memory, ProviderUnavailable
from recollect.cli import main
from recollect.server import readiness
from recollect.server.warmup import Warmup, exempt_from_collection, rehearse
from recollect.settings import load
from recollect.storage.sqlite import health
from recollect.testing import ToyEmbedder
from recollect.wiring import build

Serve = Callable[[Memory], httpx2.Client]
Until = Callable[[Callable[[], object]], None]


class Slow(ToyEmbedder):
    """Takes as long to load as the test wants, and fails as often."""

    def __init__(self, *failures: Exception) -> None:
        super().__init__("slow")
        self.may_load = threading.Event()
        self.failures_to_load = [*failures]

    def warm(self) -> None:
        if self.failures_to_load:
            raise self.failures_to_load.pop()
        self.may_load.wait()


@pytest.fixture
def memory_with(tmp_path: Path) -> Iterator[Callable[[Slow], Memory]]:
    memories: list[Memory] = []

    def memory_with(embedder: Slow) -> Memory:
        house = build(load(), tmp_path / "memory.sqlite", embedder=embedder)
        memories.append(Memory(house, background=False))
        return memories[-1]

    yield memory_with
    for memory in memories:
        memory.close()


def test_without_an_embedder_it_is_ready_at_once(shared: httpx2.Client, until: Until) -> None:
    assert shared.get("/health/live").json() == {"status": "live"}
    until(lambda: shared.get("/health/ready").status_code == 200)
    assert shared.get("/health/ready").json() == {"status": "ready", "embedder": None}


def test_while_the_embedder_loads_it_lives_and_remembers_but_is_not_ready(
    memory_with: Callable[[Slow], Memory], serve: Serve, until: Until
) -> None:
    slow = Slow()
    client = serve(memory_with(slow))
    assert client.get("/health/live").status_code == 200
    starting = client.get("/health/ready")
    assert (starting.status_code, starting.json()) == (503, {"status": "starting"})
    body = {"agent_id": "a", "conversation_id": "c", "turns": [{"content": "x"}]}
    assert client.post("/memory/ingest", json=body).status_code == 202
    slow.may_load.set()
    until(lambda: client.get("/health/ready").status_code == 200)
    assert client.get("/health/ready").json() == {"status": "ready", "embedder": "slow"}


def test_one_can_wait_for_the_embedder_to_load_or_to_fail(
    memory_with: Callable[[Slow], Memory],
) -> None:
    slow = Slow()
    loading = Warmup(memory_with(slow))
    loading.start()
    loading.start()
    loading.wait(0.01)
    assert not loading.done
    slow.may_load.set()
    loading.wait(60)
    assert loading.done
    failing = Warmup(memory_with(Slow(ProviderUnavailable("the model is not there"))))
    failing.start()
    failing.wait(60)
    assert (failing.done, failing.problem) == (False, "the model is not there")
    failing.stop()


def test_a_rehearsal_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    with caplog.at_level("INFO", "recollect"):
        rehearse()
    assert "embedded" not in caplog.text
    with Memory.open(embedding_backend="none", background=False) as memory:
        assert not [*memory.agents()]


def test_what_is_loaded_is_not_collected_again() -> None:
    try:
        exempt_from_collection()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()


def test_the_command_line_says_whether_the_server_is_ready(
    memory_with: Callable[[Slow], Memory],
    serve: Serve,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    slow = Slow()
    port = serve(memory_with(slow)).base_url.port
    monkeypatch.setenv("RECOLLECT_HOST", "0.0.0.0")
    monkeypatch.setenv("RECOLLECT_PORT", str(port))
    assert main(["health"]) == 1
    assert "starting" in capsys.readouterr().out
    slow.may_load.set()
    until(lambda: main(["health"]) == 0)
    assert capsys.readouterr().out.endswith('{"status":"ready","embedder":"slow"}\n')
    monkeypatch.setenv("RECOLLECT_PORT", "1")
    assert main(["health"]) == 1
    assert "no answer from port 1 on 127.0.0.1" in capsys.readouterr().out


def test_an_embedder_that_fails_to_load_is_tried_again_and_the_reason_is_told(
    memory_with: Callable[[Slow], Memory], serve: Serve, until: Until
) -> None:
    slow = Slow(ProviderUnavailable("the model could not be reached"))
    slow.may_load.set()
    client = serve(memory_with(slow))
    answers: list[httpx2.Response] = []

    def ready() -> bool:
        answers.append(client.get("/health/ready"))
        return answers[-1].status_code == 200

    until(ready)
    failed = {"status": "starting", "reason": "the model could not be reached"}
    assert failed in [answer.json() for answer in answers]


def test_a_fault_while_loading_does_not_show_its_words(
    memory_with: Callable[[Slow], Memory], serve: Serve, until: Until
) -> None:
    client = serve(memory_with(Slow(*[RuntimeError("private")] * 9)))
    until(lambda: "reason" in client.get("/health/ready").json())
    assert "RuntimeError" in client.get("/health/ready").text
    assert "private" not in client.get("/health/ready").text


def test_a_memory_that_does_not_answer_is_not_ready(
    tmp_path: Path, serve: Serve, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "_SECONDS", 0.0)
    memory = Memory.open(tmp_path / "memory.sqlite", embedding_backend="none")
    client = serve(memory)
    until(lambda: client.get("/health/ready").status_code == 200)
    memory.close()
    assert client.get("/health/ready").status_code == 503
    assert client.get("/health/live").status_code == 200


def test_a_server_that_can_store_nothing_is_not_ready_and_says_why(
    tmp_path: Path,
    serve: Serve,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(readiness, "_SECONDS", 0.0)
    path = tmp_path / "memory.sqlite"
    with Memory.open(path, embedding_backend="none", background=False) as memory:
        client = serve(memory)
        until(lambda: client.get("/health/ready").status_code == 200)
        monkeypatch.setattr(readiness, "_LONGEST_WAIT", 60.0)
        monkeypatch.setattr(health, "_LEAST_FREE", 2**62)
        answer = client.get("/health/ready")
        assert answer.status_code == 503
        assert answer.json()["status"] == "not_ready"
        assert answer.json()["code"] == "storage_full"
        assert "the disk is full" in answer.json()["reason"]
        monkeypatch.undo()
        monkeypatch.setattr(readiness, "_SECONDS", 0.0)
        monkeypatch.setattr(readiness, "_LONGEST_WAIT", 60.0)
        path.rename(tmp_path / "aside.sqlite")
        until(lambda: client.get("/health/ready").json().get("code") == "storage_lost")
        assert str(tmp_path) not in client.get("/health/ready").text
        body = {"agent_id": "a", "conversation_id": "c", "turns": [{"content": "x"}]}
        refused = client.post("/memory/ingest", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "storage_lost")
        monkeypatch.setenv("RECOLLECT_PORT", str(client.base_url.port))
        assert main(["health"]) == 1
        assert "was removed" in capsys.readouterr().out
        main(["doctor", "--offline"])
        assert "it cannot store anything" in " ".join(capsys.readouterr().out.split())
        (tmp_path / "aside.sqlite").rename(path)
        until(lambda: client.get("/health/ready").status_code == 200)
        assert client.post("/memory/ingest", json=body).status_code == 202


def test_a_database_that_does_not_answer_is_told_without_waiting_for_it(
    tmp_path: Path, serve: Serve, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "_SECONDS", 0.0)
    answers = threading.Event()
    with Memory.open(tmp_path / "memory.sqlite", embedding_backend="none") as memory:
        client = serve(memory)
        until(lambda: client.get("/health/ready").status_code == 200)
        monkeypatch.setattr(Memory, "check_writable", lambda _: answers.wait())
        monkeypatch.setattr(readiness, "_LONGEST_WAIT", 0.01)
        for _ in range(2):  # the second asks while the first check still waits
            answer = client.get("/health/ready")
            assert answer.status_code == 503
            assert answer.json()["code"] == "storage_unavailable"
            assert "has not answered" in answer.json()["reason"]
        monkeypatch.setattr(readiness, "_LONGEST_WAIT", 60.0)
        answers.set()
        until(lambda: client.get("/health/ready").status_code == 200)
