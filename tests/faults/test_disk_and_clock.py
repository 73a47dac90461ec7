"""Disks, clocks and open files that fail a SQLite memory while it is in use."""

import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from forked import start_python
from recollect import Memory
from recollect.domain.clock import SystemClock
from recollect.memory import Memory as Built
from recollect.settings import load
from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock, ToyEmbedder
from recollect.testing.store_contract.values import add
from recollect.wiring import build
from server_processes import start

YEARS = 730 * 86_400
SETTINGS = {"embedding_backend": "none", "background": False}
# As a user who may read the file and not write it, even where the tests run as root.
READS_ONLY = """
import os, sys
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
from recollect import Memory
Memory.open(sys.argv[1], background=False).agent("ana").remember("Is it stored?")
"""
# A server that opens files until no more can be opened, and closes them again.
OPENS_FILES = """
import os, resource, signal, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
opened = []

def open_all(*_):
    try:
        while True:
            opened.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        os.write(2, b"no file can be opened\\n")

def close_all(*_):
    while opened:
        os.close(opened.pop())
    os.write(2, b"files can be opened\\n")

signal.signal(signal.SIGUSR1, open_all)
signal.signal(signal.SIGUSR2, close_all)
from recollect.cli import main
sys.exit(main())
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter, which a test's own is not."""
    place = Path(tempfile.mkdtemp())
    yield place
    place.chmod(0o700)
    shutil.rmtree(place)


@pytest.mark.attack("fault", "a read-only database file")
def test_what_cannot_be_written_is_refused_in_words(tmp_path, folder):
    path, log = folder / "memory.sqlite", tmp_path / "log"
    with Memory.open(path, **SETTINGS) as memory:
        memory.agent("ana").remember("Where is the key?")
    before = path.read_bytes()
    path.chmod(0o444)
    folder.chmod(0o555)
    ended = start_python(READS_ONLY, str(path), stderr=log, RECOLLECT_HOME=str(folder)).wait()
    assert ended == 1
    assert "StorageReadOnly" in log.read_text("utf-8")
    assert path.read_bytes() == before


def cut(log: bytes) -> Iterator[bytes]:
    """What may be left of a log: its beginning, or all of it with damage."""
    for tenth in range(10):
        yield log[: len(log) * tenth // 10 + 13 * tenth]
    for place in (len(log) // 3, len(log) // 2):
        yield log[:place] + b"\xff" * 100 + log[place + 100 :]


@pytest.mark.attack("fault", "a log that was cut off or damaged")
def test_a_damaged_log_loses_whole_writes_from_its_end_and_nothing_else(tmp_path):
    path, copy = tmp_path / "memory.sqlite", tmp_path / "copy.sqlite"
    with closing(SqliteStore(path, clock=SystemClock())) as store:
        for number in range(20):
            store.write("ana", *add("c", f"{number}/0", f"{number}/1"))
        taken = path.read_bytes(), path.with_name("memory.sqlite-wal").read_bytes()
    kept = set()
    for left in cut(taken[1]):
        copy.write_bytes(taken[0])
        copy.with_name("copy.sqlite-wal").write_bytes(left)
        with closing(SqliteStore(copy, clock=SystemClock())) as store:
            found = [turn.id for turn in store.turns("ana")]
            whole = [f"{n}/{part}" for n in range(len(found) // 2) for part in (0, 1)]
            assert found == whole
            kept.add(len(found))
            assert store.faults() == ()
            store.write("ana", *add("c", "after"))
            assert store.turns("ana")[-1].id == "after"
        for file in tmp_path.glob("copy.sqlite*"):
            file.unlink()
    assert len(kept) > 5, "the log was cut in many places"


@pytest.mark.attack("fault", "a slow disk")
def test_on_a_slow_disk_writes_share_commits_and_reading_does_not_wait(tmp_path):
    with closing(SqliteStore(tmp_path / "memory.sqlite", clock=SystemClock())) as store:
        store.write("ana", *add("c", "first"))
        commits, reads = [], []

        def wait_at_a_commit(statement: str) -> None:
            if statement == "COMMIT":
                commits.append(statement)
                time.sleep(0.03)
                reads.append(len(store.turns("ana")))

        store._connection.set_trace_callback(wait_at_a_commit)
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda n: store.write("ana", *add("c", str(n))), range(48)))
        store._connection.set_trace_callback(None)
        assert len(commits) < 48
        assert reads[0] == 1, "what is not durable yet is not shown"
        assert {turn.id for turn in store.turns("ana")} == {"first", *map(str, range(48))}
        assert store.faults() == ()


@pytest.mark.attack("fault", "a clock that jumps during a job")
@pytest.mark.parametrize("seconds", [YEARS, -YEARS], ids=["ahead", "back"])
def test_a_clock_that_jumps_during_a_job_changes_nothing(tmp_path, seconds):
    clock, embedder = FixedClock(datetime(2026, 5, 1, tzinfo=UTC)), ToyEmbedder()

    def opened(**parts: object) -> Built:
        parts = {"embedder": ToyEmbedder(), "clock": clock} | parts
        return Built(build(load(), tmp_path / "memory.sqlite", **parts), background=False)

    embed: Callable[[str], bytes] = embedder.embed
    with opened(embedder=embedder) as memory, opened() as other:

        def jump(text: str) -> bytes:
            embedder.embed = embed
            clock.jump(seconds)
            other.agent("ben").remember("Is it late?", conversation="d")
            other._components.worker.run_due()
            clock.jump(-seconds)
            return embed(text)

        embedder.embed = jump
        memory.agent("ana").ingest("c", [{"content": f"Is it {n} now?"} for n in range(5)])
        while memory._components.worker.run_due():
            pass
        assert memory.sync().ok
        stored = memory.stats().store
        assert (stored.turns, stored.turns_embedded) == (6, 6)
        assert [turn.content for turn in memory.agent("ana").turns()] == [
            f"Is it {n} now?" for n in range(5)
        ]
        assert memory.agent("ben").search("late")
        assert memory.faults() == []


def _until_logged(log: Path, words: str) -> None:
    until = time.monotonic() + 120
    while words not in log.read_text("utf-8"):
        assert time.monotonic() < until, f"it never said {words!r}"
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="needs signals")
@pytest.mark.attack("fault", "no file can be opened any more")
def test_without_open_files_a_call_succeeds_or_is_to_be_repeated_and_then_all_goes_on(tmp_path):
    path = tmp_path / "memory.sqlite"
    server = start(tmp_path, "serve", "--port", "0", "--database", str(path), program=OPENS_FILES)
    stored: list[str] = []

    def write(client: httpx2.Client, words: str) -> httpx2.Response:
        body = {"agent_id": "ana", "conversation_id": "c", "turns": [{"content": words}]}
        answer = client.post("/memory/ingest", json=body)
        if answer.status_code == 202:
            stored.append(words)
        return answer

    def calls(client: httpx2.Client) -> Iterator[httpx2.Response]:
        question = {"agent_id": "ana", "query": "Is it open?"}
        for number in range(10):
            yield write(client, f"Is it {number}?")
            yield client.post("/api/v1/search", json=question)
            yield client.post("/api/v1/context", json=question)
            yield client.get("/health/ready")

    try:
        with httpx2.Client(base_url=server.wait_for_url(), timeout=60) as client:
            assert write(client, "Is it open?").status_code == 202
            server.process.send_signal(signal.SIGUSR1)
            _until_logged(server.log, "no file can be opened")
            for answer in calls(client):
                assert answer.status_code in {200, 202, 503}, answer.text
            server.process.send_signal(signal.SIGUSR2)
            _until_logged(server.log, "\nfiles can be opened")
            # What it had found out about the database is asked again after some seconds.
            until = time.monotonic() + 60
            while client.get("/health/ready").status_code != 200 and time.monotonic() < until:
                time.sleep(0.1)
            assert {answer.status_code for answer in calls(client)} == {200, 202}
    finally:
        server.end()
    with Memory.open(path, **SETTINGS) as memory:
        # The same words again are the same turn.
        assert [turn.content for turn in memory.agent("ana").turns()] == [*dict.fromkeys(stored)]
        assert memory.faults() == []
