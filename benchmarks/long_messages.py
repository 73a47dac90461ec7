"""`python -m benchmarks.long_messages`: what one message of 256 kB costs a server, in any shape.

While each message is stored, embedded and learned from, `/health/live` is asked again and again.
Measured are its longest answer, and the CPU time of the server until the work has ended.
"""

import argparse
import base64
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import quote

from benchmarks.neighbours import cpu_seconds, get_json, ingest
from benchmarks.server_process import connection, serve_process
from recollect.bench.ratio import Ratio, show

_SIZE: Final = 256_000
_BOUND_LIVE: Final = 1.0
_BOUND_CPU: Final = 10.0
# Rarely enough that asking is not what costs the time.
_LIVE_SECONDS: Final = 0.1
_JOBS_SECONDS: Final = 0.5
_WORK: Final = frozenset({"learn", "embed"})
_OPEN: Final = frozenset({"pending", "running"})
_NAMES: Final = "Anna Ben Clara David Elif Farid Greta Hugo Ines Jonas".split()
_PLACES: Final = "Porto Lisbon Braga Berlin Paris Madrid Oslo Rome Delhi Lima".split()
_LIKES: Final = "tea jazz chess rain bread mountains poems trains ferries maps".split()


def _sentences(draw: random.Random) -> str:
    friend, place, like = draw.choice(_NAMES), draw.choice(_PLACES), draw.choice(_LIKES)
    return f"My friend {friend} moved to {place} in {draw.randint(1990, 2025)} and loves {like}. "


def _remember(draw: random.Random) -> str:
    count, like, place = draw.randint(2, 99), draw.choice(_LIKES), draw.choice(_PLACES)
    return f"Remember that I keep {count} {like} books in {place}. "


def _names(draw: random.Random) -> str:
    first, last, other = draw.choices(_NAMES, k=3)
    return f"{first} {last}son met {other} in {draw.choice(_PLACES)}. "


def _mixed(draw: random.Random) -> str:
    return draw.choice(list(SHAPES.values())[:-1])(draw)[:400] + "\n\n"


# Each makes a piece of a text.
SHAPES: Final[dict[str, Callable[[random.Random], str]]] = {
    "one letter": lambda _: "a",
    "letters and spaces": lambda _: "a ",
    "integers": lambda draw: f"{draw.randint(0, 99_999)}, ",
    "sentences": _sentences,
    "names": _names,
    "Remember that": _remember,
    "brackets": lambda draw: draw.choice("[({])}"),
    "links": lambda draw: f"https://example.com/{draw.randint(0, 9_999)}?q={draw.random()} ",
    "emoji": lambda draw: draw.choice("😀👩‍👩‍👧🎉🇵🇹"),
    "base64": lambda draw: base64.b64encode(draw.randbytes(300)).decode(),
    "Chinese": lambda draw: f"我的朋友{draw.randint(1, 99)}在北京工作，他喜欢喝茶。",
    "a table": lambda draw: (
        f"| {draw.choice(_NAMES)} | {draw.randint(1, 99)} | {draw.choice(_PLACES)} |\n"
    ),
    "mixed": _mixed,
}


def message(shape: str, size: int = _SIZE) -> str:
    """A text of this shape and of so many bytes, always the same."""
    draw, piece = random.Random(shape), SHAPES[shape]
    parts, total = [], 0
    while total < size:
        parts.append(piece(draw))
        total += len(parts[-1].encode())
    return "".join(parts).encode()[:size].decode(errors="ignore")


def is_working(jobs: Sequence[Mapping[str, str]]) -> bool:
    """Whether messages are still being embedded or learned from."""
    work = [job for job in jobs if job["kind"] in _WORK]
    return not work or any(job["state"] in _OPEN for job in work)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement; returns 1 if a bound is exceeded."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[2])
    parser.add_argument("shapes", nargs="*", help="only these; default: all")
    options = parser.parse_args(arguments)
    ratios: list[Ratio] = []
    with (
        tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder,
        serve_process(str(Path(folder) / "memory.sqlite")) as server,
    ):
        ingest(connection(server[0]), "warm-up", [{"role": "user", "content": "I live in Porto."}])
        _wait_until_done(connection(server[0]), "warm-up")
        for shape in options.shapes or SHAPES:
            ratios += _measured(server, shape)
    show(ratios)
    return 0 if all(ratio.holds for ratio in ratios) else 1


def _measured(server: tuple[str, int], shape: str) -> tuple[Ratio, Ratio]:
    http = connection(server[0])
    before = cpu_seconds([server])
    with _asking(server[0]) as waits:
        ingest(http, shape, [{"role": "user", "content": message(shape)}])
        outcomes = _wait_until_done(http, shape)
    spent = cpu_seconds([server]) - before
    live = Ratio(
        f"/health/live: {shape}", (max(waits),), _BOUND_LIVE, at_least=False, detail="", unit="s"
    )
    cpu = Ratio(
        f"CPU: {shape}", (spent,), _BOUND_CPU, at_least=False, detail="; ".join(outcomes), unit="s"
    )
    return live, cpu


@contextmanager
def _asking(url: str) -> Iterator[list[float]]:
    """Ask for the server's health all the time; the seconds that each answer took."""
    waits: list[float] = []
    ended = threading.Event()

    def ask() -> None:
        http = connection(url)
        while not ended.is_set():
            began = time.perf_counter()
            http.request("GET", "/health/live")
            http.getresponse().read()
            waits.append(time.perf_counter() - began)
            ended.wait(_LIVE_SECONDS)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield waits
    finally:
        ended.set()
        asking.join()


def _wait_until_done(http: HTTPConnection, agent: str) -> list[str]:
    """Wait until the agent's messages are embedded and learned from; what came of it."""
    while is_working(
        jobs := get_json(http, f"/api/v1/jobs?agent_id={quote(agent)}&limit=100")["jobs"]
    ):
        time.sleep(_JOBS_SECONDS)
    return [f"{job['kind']}: {job['outcome']}" for job in jobs if job["kind"] in _WORK]


if __name__ == "__main__":
    sys.exit(main())
