"""Contexts per second of a server, for one client and for many; checks every answer."""

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from benchmarks.server_process import connection, serve
from recollect.bench.ratio import Ratio
from recollect.bench.texts import sentences
from recollect.memory import Memory

AGENTS = 1_000
CLIENTS = 32
ROUNDS = 3
_TURNS = 2
_SECONDS = 3.0


def context_throughput(folder: Path) -> Ratio:
    """Contexts per second of 32 clients compared with one, over 1,000 agents."""
    path = folder / "agents.sqlite"
    _fill(path)
    ratios, alone, together, wrong = [], [], [], 0
    with serve(path, extractor="none") as url:
        _request_contexts(url, 0, 0)
        for number in range(ROUNDS):
            one, bad = _rate(url, 1, number)
            many, worse = _rate(url, CLIENTS, number)
            ratios.append(many / one)
            alone.append(one)
            together.append(many)
            wrong += bad + worse
    detail = (
        f"{max(alone):.0f} and {max(together):.0f} contexts a second over {AGENTS:,} agents;"
        f" answers wrong or of another agent: {wrong}"
    )
    rounds = tuple(0.0 if wrong else ratio for ratio in ratios)
    return Ratio("contexts of 32 clients / 1 client", rounds, 0.8, at_least=True, detail=detail)


def _fill(path: Path) -> None:
    with Memory.open(path, embedding_backend="minilm", extractor="none") as memory:
        for number in range(AGENTS):
            said = [*sentences(_TURNS - 1, number), f"My secret word is {_secret(number)}."]
            turns = [{"role": "user", "content": text} for text in said]
            memory.agent(f"agent-{number}").ingest("talk", turns)
        assert memory.sync().ok


def _secret(number: int) -> str:
    return f"word{number:04d}x"


def _rate(url: str, clients: int, seed: int) -> tuple[float, int]:
    """Contexts per second, and how many of them were wrong."""
    with ThreadPoolExecutor(clients) as pool:
        began = time.perf_counter()
        counts = list(
            pool.map(
                partial(_request_contexts, url, _SECONDS), range(seed * 100, seed * 100 + clients)
            )
        )
        taken = time.perf_counter() - began
    return sum(done for done, _ in counts) / taken, sum(wrong for _, wrong in counts)


def _request_contexts(url: str, seconds: float, seed: int) -> tuple[int, int]:
    """The requests of one client in some seconds: how many, and how many were wrong."""
    rng = random.Random(seed)
    http = connection(url)
    done = wrong = 0
    end = time.perf_counter() + seconds
    while not done or time.perf_counter() < end:
        number = rng.randrange(AGENTS)
        body = {"agent_id": f"agent-{number}", "query": "What is my secret word?", "tokens": 1000}
        http.request(
            "POST", "/api/v1/context", json.dumps(body), {"Content-Type": "application/json"}
        )
        text = json.loads(http.getresponse().read())["text"]
        # Exactly one secret, and the right one.
        wrong += text.count("secret word is") != 1 or _secret(number) not in text
        done += 1
    http.close()
    return done, wrong
