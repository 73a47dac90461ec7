"""How many contexts a server makes in a second, for one client and for many, each answer checked."""

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from recollect.bench.ratio import Ratio
from recollect.bench.served import connection, served
from recollect.bench.texts import sentences
from recollect.memory import Memory

AGENTS = 1_000
CLIENTS = 32
ROUNDS = 3
_TURNS = 2
_SECONDS = 3.0


def contexts(folder: Path) -> Ratio:
    """Contexts per second of 32 clients beside those of one, over 1,000 agents."""
    path = folder / "agents.sqlite"
    _fill(path)
    ratios, alone, together, wrong = [], [], [], 0
    with served(path, extractor="none") as url:
        _asked(url, 0, 0)
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
            pool.map(partial(_asked, url, _SECONDS), range(seed * 100, seed * 100 + clients))
        )
        taken = time.perf_counter() - began
    return sum(done for done, _ in counts) / taken, sum(wrong for _, wrong in counts)


def _asked(url: str, seconds: float, seed: int) -> tuple[int, int]:
    """One client that asks for some seconds; how much it was told, and how much of that was wrong."""
    chosen = random.Random(seed)
    asked = connection(url)
    done = wrong = 0
    end = time.perf_counter() + seconds
    while not done or time.perf_counter() < end:
        number = chosen.randrange(AGENTS)
        body = {"agent_id": f"agent-{number}", "query": "What is my secret word?", "tokens": 1000}
        asked.request(
            "POST", "/api/v1/context", json.dumps(body), {"Content-Type": "application/json"}
        )
        text = json.loads(asked.getresponse().read())["text"]
        # Its own word, and no other's.
        wrong += text.count("secret word is") != 1 or _secret(number) not in text
        done += 1
    asked.close()
    return done, wrong
