"""Killed, started again, and on a disk that fills up, while many write: what was acknowledged is there, what was not was told."""

import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import pytest

from recollect import Memory

Connect = Callable[[str], httpx2.Client]
AGENTS = "abcd"


@dataclass
class Writers:
    """Four clients that write as fast as they can; each keeps to its own agent."""

    url: str
    connect: Connect
    words: str = ""
    acknowledged: set[tuple[str, str]] = field(default_factory=set)
    refused: list[tuple[int, str]] = field(default_factory=list)
    enough: threading.Event = field(default_factory=threading.Event)
    stop: threading.Event = field(default_factory=threading.Event)
    refusals: int = 1

    def write(self, agent: str, life: int) -> None:
        with self.connect(self.url) as client:
            for number in range(100_000):
                if self.stop.is_set():
                    return
                name = f"{life}/{number}"
                turns = [{"id": name, "content": f"{agent} says {name} {self.words}"}]
                body = {"agent_id": agent, "conversation_id": f"c{life}", "turns": turns}
                try:
                    answer = client.post("/memory/ingest", json=body)
                except httpx2.TransportError:
                    return
                if answer.status_code == 202:
                    self.acknowledged.add((agent, name))
                else:
                    self.refused.append((answer.status_code, answer.json()["error"]["code"]))
                if number == 30 or len(self.refused) >= self.refusals:
                    self.enough.set()


def stored(path: Path) -> dict[tuple[str, str], str]:
    with Memory.open(path, embedding_backend="none", background=False) as memory:
        assert memory.faults() == []
        turns = [(agent, turn) for agent in AGENTS for turn in memory.agent(agent).turns()]
    assert len({(agent, turn.id) for agent, turn in turns}) == len(turns)
    return {(agent, turn.id): turn.content for agent, turn in turns}


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.attack("kill", "serving HTTP clients")
def test_a_server_that_is_killed_again_and_again_loses_nothing_it_acknowledged(
    spawned: Callable[..., object],
    connect: Connect,
    tmp_path: Path,
    kills: Callable[[float, int], int],
    tried: Callable[[int], None],
) -> None:
    acknowledged: set[tuple[str, str]] = set()
    wanted = kills(0.1, 3)
    for life in range(wanted):
        server = spawned()
        writers = Writers(server.url, connect)
        with ThreadPoolExecutor(len(AGENTS)) as pool:
            lives = [pool.submit(writers.write, agent, life) for agent in AGENTS]
            writers.enough.wait(60)
            server.process.kill()
            for one in lives:
                one.result()
        server.process.wait()
        assert writers.refused == []
        assert len(writers.acknowledged) > 30
        acknowledged |= writers.acknowledged
    kept = stored(tmp_path / "memory.sqlite")
    assert acknowledged <= set(kept)
    # Nothing of one agent has come to another, whatever was in flight.
    assert all(words.startswith(f"{agent} says") for (agent, _), words in kept.items())
    tried(wanted)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a small disk can only be made by root, where mounting is allowed")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.attack("fault", "a full disk")
def test_on_a_full_disk_every_write_is_there_or_was_refused_in_words(
    spawn: Callable[[str], object], connect: Connect, small: Path
) -> None:
    path = small / "memory.sqlite"
    settings = {"port": 0, "embedding_backend": "none"}
    server = spawn(f"from recollect.server import run; run({str(path)!r}, **{settings!r})")
    writers = Writers(server.url, connect, words="x" * 4_000, refusals=20)
    with ThreadPoolExecutor(len(AGENTS)) as pool:
        lives = [pool.submit(writers.write, agent, 0) for agent in AGENTS]
        while len(writers.refused) < writers.refusals and not all(one.done() for one in lives):
            writers.stop.wait(0.05)
        writers.stop.set()
        for one in lives:
            one.result()
    assert set(writers.refused) == {(507, "storage_full")}
    assert len(writers.acknowledged) > 10
    with connect(server.url) as client:
        # It still answers, and what is kept can be read.
        found = client.post("/api/v1/search", json={"agent_id": "a", "query": "says", "limit": 5})
        assert len(found.json()["hits"]) == 5
    server.process.terminate()
    assert server.process.wait() == 0
    with suppress(OSError):
        subprocess.run(["mount", "-o", "remount,size=64m", str(small)], check=True)
    assert writers.acknowledged <= set(stored(path))
