"""What a server needs on a small machine: RAM, and seconds under a limit of CPU.

`python -m benchmarks.small_machine [--cpu 0.25] [--turns 500]` starts a server with the settings of
`recollect config --profile pi`, and others, each by itself: with learning inside the server, and
with the bundled embedder. All are stopped for part of each tenth of a second, as by `cpulimit`, and
run on one core.
"""

import argparse
import json
import os
import random
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

from benchmarks.server_process import serve_process
from recollect.bench.texts import questions, sentences
from recollect.settings.profiles import PROFILES

_BOUND_MB = 150
_SLICE = 0.1
_BATCH = 100
_QUESTIONS = 20
_SPEAKERS = ("Alice", "Bob")
_SETTINGS: Mapping[str, Mapping[str, object]] = {
    "profile pi": {},
    "the same, learning in the server": {"background_work": True},
    "the same, with MiniLM": {"background_work": True, "embedding_backend": "minilm"},
}


def main(args: list[str]) -> int:
    """Measure each kind of server, and say whether the profile keeps its bound."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.small_machine")
    parser.add_argument("--cpu", type=float, default=0.25, help="share of one core, 0.05 to 1")
    parser.add_argument("--turns", type=int, default=500)
    options = parser.parse_args(args)
    if not 0.05 <= options.cpu <= 1:  # noqa: PLR2004 - less would never be ready
        parser.error("--cpu takes a share from 0.05 to 1")
    print(f"{options.turns:,} turns, {options.cpu:.0%} of one core")
    print(f"{'':34}{'idle':>8}{'used':>8}{'peak':>8}   {'store':>8}{'search':>9}{'context':>9}")
    used: dict[str, float] = {}
    for name, changed in _SETTINGS.items():
        found = _measure({**PROFILES["pi"], **changed}, options.cpu, options.turns)
        used[name] = found["used"]
        sizes = "".join(f"{found[key]:5.0f} MB" for key in ("idle", "used", "peak"))
        times = "".join(f"{1000 * found[key]:6.1f} ms" for key in ("store", "search", "context"))
        print(f"{name:34}{sizes}   {times}")
    holds = used["profile pi"] <= _BOUND_MB
    print(f"profile pi: {'holds' if holds else 'breaks'} its bound of {_BOUND_MB} MB")
    return 0 if holds else 1


def _measure(settings: Mapping[str, object], cpu: float, turns: int) -> dict[str, float]:
    given = {name: str(value).lower() for name, value in settings.items()}
    with (
        TemporaryDirectory() as folder,
        serve_process(str(Path(folder) / "m.sqlite"), **given) as (url, process),
        _limited(process, cpu),
    ):
        post = _client(url)
        found = {"idle": _megabytes(process, "VmRSS")}
        texts = sentences(turns, 1)
        times = [
            post("/memory/ingest", _batch(number, texts[number : number + _BATCH]))
            for number in range(0, turns, _BATCH)
        ]
        found["store"] = sum(times) / turns
        if given["background_work"] == "true":
            post("/api/v1/sync", {"agent_id": "one"})
        asked = questions(_QUESTIONS, 2, _SPEAKERS)
        for route in ("search", "context"):
            waits = [post(f"/api/v1/{route}", {"agent_id": "one", "query": q}) for q in asked]
            found[route] = statistics.median(waits)
        found["used"] = _megabytes(process, "VmRSS")
        found["peak"] = _megabytes(process, "VmHWM")
        return found


def _batch(number: int, texts: list[str]) -> dict[str, Any]:
    """A request with turns of two people, one of whom states something now and then."""
    draw = random.Random(number)
    turns = [
        {
            "role": "user",
            "speaker": _SPEAKERS[place % 2],
            "content": f"I like {text}." if draw.random() < 0.1 else text,  # noqa: PLR2004
        }
        for place, text in enumerate(texts)
    ]
    return {"agent_id": "one", "conversation_id": f"c{number}", "turns": turns}


def _client(url: str) -> Callable[[str, Mapping[str, Any]], float]:
    """A function that posts JSON and returns how long the answer took."""
    address = urlsplit(url)

    def post(path: str, body: Mapping[str, Any]) -> float:
        started = time.perf_counter()
        connection = HTTPConnection(address.hostname or "", address.port, timeout=600)
        headers = {"Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status >= 400:  # noqa: PLR2004 - errors begin here
            sys.exit(f"{path} answered {answer.status}")
        return time.perf_counter() - started

    return post


@contextmanager
def _limited(process: int, cpu: float) -> Iterator[None]:
    """Let a process run on one core, and only for a share of the time."""
    if hasattr(os, "sched_setaffinity"):
        for task in Path(f"/proc/{process}/task").iterdir():
            os.sched_setaffinity(int(task.name), {min(os.sched_getaffinity(0))})
    over = Event()

    def pause() -> None:
        while not over.wait(cpu * _SLICE):
            os.kill(process, signal.SIGSTOP)
            over.wait((1 - cpu) * _SLICE)
            os.kill(process, signal.SIGCONT)

    thread = Thread(target=pause, daemon=True)
    if cpu < 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if cpu < 1:
            thread.join()


def _megabytes(process: int, name: str) -> float:
    lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return int(dict(line.split(":", 1) for line in lines)[name].split()[0]) / 1024


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
