"""`python -m benchmarks.neighbours`: how long a new agent waits beside one with much to learn.

One agent ingests 1,000 turns. While they are learned from, other agents say their first sentence.
Measured is the time until its memory is there, compared with a server that has nothing else to do.
`--servers 2` starts several on one database, `--whole` waits until everything has been learned.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote

from benchmarks.learning_cost import chat_texts
from benchmarks.server_process import connection, serve_process
from recollect.bench.ratio import Ratio, show

_ROUNDS = 5
_POLL_SECONDS = 0.02
_PAUSE_SECONDS = 0.7
# How much later than alone the first memory may come.
_BOUND_SECONDS = 2.0
# Two cores of 2024 need less than half of it.
_BOUND_CPU = 250.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement; returns 1 if a bound is exceeded."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[2])
    parser.add_argument("--turns", type=int, default=1_000)
    parser.add_argument("--busy", type=int, default=1, help="agents that ingest so many turns")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--database", help="an empty PostgreSQL database instead of a file")
    parser.add_argument("--whole", action="store_true", help="wait until all has been learned")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder, ExitStack() as stack:
        database = options.database or str(Path(folder) / "memory.sqlite")
        started = [serve_process(database) for _ in range(options.servers)]
        servers = [stack.enter_context(server) for server in started]
        http = connection(servers[0][0])
        before = cpu_seconds(servers)
        ratios = [first_memories(http, options.turns, options.busy)]
        if options.whole:
            _wait_until_learned(http, options.busy)
            spent = cpu_seconds(servers) - before
            ratios.append(_cost(spent, options.busy * options.turns))
    show(ratios)
    return 0 if all(ratio.holds for ratio in ratios) else 1


def first_memories(http: HTTPConnection, turns: int, busy: int) -> Ratio:
    """How much later first memories come beside busy agents, at worst."""
    _first_memory(http, "warm-up")
    alone = max(_first_memory(http, f"alone-{number}") for number in range(_ROUNDS))
    texts = [
        {"role": role, "content": text, "id": str(number)}
        for number, (role, text) in enumerate(chat_texts(turns))
    ]
    for number in range(busy):
        ingest(http, f"busy-{number}", texts)
    beside = []
    for number in range(_ROUNDS):
        time.sleep(_PAUSE_SECONDS)
        beside.append(_first_memory(http, f"beside-{number}"))
    detail = f"{alone:.2f} s alone, {max(beside):.2f} s beside {busy} × {turns:,} turns"
    name = "a first memory comes later than alone"
    return Ratio(
        name, (max(beside) - alone,), _BOUND_SECONDS, at_least=False, detail=detail, unit="s"
    )


def _cost(seconds: float, turns: int) -> Ratio:
    """What learning cost; the first memories are too few to count."""
    detail = f"{seconds:.1f} s for {turns:,} turns"
    each = 1000 * seconds / turns
    return Ratio("CPU for a turn", (each,), _BOUND_CPU, at_least=False, detail=detail, unit="ms")


def cpu_seconds(servers: Sequence[tuple[str, int]]) -> float:
    """The CPU time of these processes so far; only on Linux."""
    ticks = 0
    for _, process in servers:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _wait_until_learned(http: HTTPConnection, busy: int) -> None:
    while any(_is_learning(http, f"busy-{number}") for number in range(busy)):
        time.sleep(_PAUSE_SECONDS)


def _first_memory(http: HTTPConnection, agent: str) -> float:
    """The seconds from an agent's first sentence to its memory."""
    began = time.perf_counter()
    ingest(http, agent, [{"role": "user", "content": "I live in Lisbon and work at Acme."}])
    _wait_for_memory(http, agent)
    return time.perf_counter() - began


def _wait_for_memory(http: HTTPConnection, agent: str) -> None:
    while not get_json(http, f"/api/v1/memory?agent_id={quote(agent)}&limit=1")["memories"]:
        time.sleep(_POLL_SECONDS)


def _is_learning(http: HTTPConnection, agent: str) -> bool:
    jobs = get_json(http, f"/api/v1/jobs?agent_id={quote(agent)}&limit=100")["jobs"]
    return any(job["kind"] == "learn" and job["state"] in {"pending", "running"} for job in jobs)


def ingest(http: HTTPConnection, agent: str, turns: Sequence[dict[str, str]]) -> None:
    """Store turns in an agent's conversation."""
    body = json.dumps({"agent_id": agent, "conversation_id": "c", "turns": turns})
    http.request("POST", "/memory/ingest", body, {"Content-Type": "application/json"})
    response = http.getresponse()
    answer = response.read()
    assert response.status == 202, answer  # noqa: PLR2004 - stored


def get_json(http: HTTPConnection, path: str) -> Any:
    """The answer to a request, as JSON."""
    http.request("GET", path)
    response = http.getresponse()
    answer = response.read()
    assert response.status == 200, answer  # noqa: PLR2004 - found
    return json.loads(answer)


if __name__ == "__main__":
    sys.exit(main())
