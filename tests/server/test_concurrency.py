"""Many at once: nobody's words get lost or mixed up, and their commits are shared."""

import sqlite3
import struct
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2

from recollect import Memory

Serve = Callable[[Memory], httpx2.Client]
Opened = Callable[..., Memory]
Connect = Callable[[str], httpx2.Client]
Until = Callable[[Callable[[], object]], None]
CLIENTS = 32


def commits_in(log: Path) -> int:
    """How many commits SQLite's write-ahead log holds: a frame that ends one says the file's new size."""
    data = log.read_bytes()
    (page_size,) = struct.unpack(">I", data[8:12])
    salts = data[16:24]
    ends = 0
    for start in range(32, len(data), 24 + page_size):
        _, size = struct.unpack(">II", data[start : start + 8])
        ends += bool(size) and data[start + 8 : start + 16] == salts
    return ends


def in_the_store() -> int:
    """How many requests are being written at this moment."""
    count = 0
    for frame in sys._current_frames().values():
        stack = {Path(step.filename).name for step in traceback.extract_stack(frame)}
        count += {"ingest.py", "writer.py"} <= stack
    return count


def test_32_clients_each_find_their_own_words(
    opened: Opened, serve: Serve, connect: Connect
) -> None:
    memory = opened()
    url = str(serve(memory).base_url)

    def post(number: int) -> None:
        with connect(url) as client:
            for round_ in range(5):
                turns = [{"id": f"{round_}", "content": f"{number} says {round_}"}]
                body = {"agent_id": f"agent {number}", "conversation_id": "c", "turns": turns}
                assert client.post("/memory/ingest", json=body).json()["added"] == 1

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(post, range(CLIENTS)))
    for number in range(CLIENTS):
        said = [turn.content for turn in memory.agent(f"agent {number}").turns()]
        assert said == [f"{number} says {round_}" for round_ in range(5)]


def test_32_retries_of_one_batch_at_once_keep_it_once(
    opened: Opened, serve: Serve, connect: Connect
) -> None:
    memory = opened()
    url = str(serve(memory).base_url)
    body = {"agent_id": "a", "conversation_id": "c", "turns": [{"user": "x", "assistant": "y"}]}

    def post(_: int) -> int:
        with connect(url) as client:
            return int(client.post("/memory/ingest", json=body).json()["added"])

    with ThreadPoolExecutor(CLIENTS) as pool:
        assert sum(pool.map(post, range(CLIENTS))) == 2
    assert len(memory.agent("a").turns()) == 2


def test_32_posts_at_once_share_their_commits(
    opened: Opened, serve: Serve, connect: Connect, until: Until, tmp_path: Path
) -> None:
    memory = opened(background_poll_seconds=60.0)
    url = str(serve(memory).base_url)
    log = tmp_path / "memory.sqlite-wal"

    def post(number: int) -> int:
        turns = [{"content": f"{number}"}]
        body = {"agent_id": f"{number}", "conversation_id": "c", "turns": turns}
        with connect(url) as client:
            return client.post("/memory/ingest", json=body).status_code

    other = sqlite3.connect(tmp_path / "memory.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    before = commits_in(log)
    with ThreadPoolExecutor(CLIENTS) as pool:
        answers = [pool.submit(post, number) for number in range(CLIENTS)]
        # While another process holds the file, all of them come to wait in the store.
        until(lambda: in_the_store() >= CLIENTS)
        other.execute("ROLLBACK")
        assert [answer.result() for answer in answers] == [202] * CLIENTS
    other.close()
    assert commits_in(log) - before <= 3
