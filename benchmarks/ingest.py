"""Speed of writing, as ratios measured in one run: unlike times, they hold on any machine."""

import sqlite3
import statistics
import threading
from functools import partial
from pathlib import Path

from recollect.bench.ratio import Ratio, seconds
from recollect.bench.texts import sentences
from recollect.memory import Memory

ROUNDS = 5


def bare_commits(path: Path, count: int) -> list[float]:
    """The time of each commit of one row in plain SQLite."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, content TEXT)")
    row = (sentences(1, 0)[0],)

    def commit() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO t (content) VALUES (?)", row)
        connection.execute("COMMIT")

    times = [seconds(commit) for _ in range(count)]
    connection.close()
    return times


def acknowledgement(folder: Path) -> Ratio:
    """The time until `remember` returns, compared with a plain SQLite commit of one row."""
    count = 200
    ratios = []
    with Memory.open(folder / "one.sqlite", embedding_backend="minilm") as memory:
        memory.warm()
        agent = memory.agent("bench")
        for number in range(ROUNDS):
            bare = bare_commits(folder / "bare.sqlite", count)
            ours = [seconds(partial(agent.remember, text)) for text in sentences(count, number)]
            ratios.append(statistics.median(ours) / statistics.median(bare))
            # Drain the queue, so that it does not slow the next round of plain commits.
            assert memory.sync().ok
    detail = f"p50 of {count}, with the embedder running in the background"
    return Ratio("remember / bare commit", tuple(ratios), 3.0, at_least=False, detail=detail)


def many_writers(folder: Path) -> Ratio:
    """Turns per second of 32 threads, compared with one."""
    ratios = []
    with Memory.open(folder / "many.sqlite", embedding_backend="none") as memory:
        for number in range(ROUNDS):
            single = seconds(partial(_write, memory, f"one-{number}", 640))
            ratios.append(single / seconds(partial(_write_together, memory, number)))
        assert memory.stats().store.turns == ROUNDS * 2 * 640
    detail = "640 turns each, every one durable before the next of its thread"
    return Ratio("32 writers / 1 writer", tuple(ratios), 1.5, at_least=True, detail=detail)


def _write_together(memory: Memory, number: int) -> None:
    names = [f"{number}-{k}" for k in range(32)]
    threads = [threading.Thread(target=_write, args=(memory, name, 20)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _write(memory: Memory, conversation: str, count: int) -> None:
    agent = memory.agent("bench")
    for number in range(count):
        agent.remember(f"message {number} of {conversation}", conversation=conversation)
