"""What the proxy adds to a chat, and how many it holds at once: real processes, a scripted model, every reply checked."""

import asyncio
import json
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx2

from recollect.bench.ratio import Ratio
from recollect.bench.texts import questions, sentences
from recollect.bench.upstream import FIRST_SECONDS, words_of
from recollect.memory import Memory

ROUNDS: Final = 5
_EACH: Final = 15
_TURNS: Final = 1_000
_STREAMS: Final = 200
_PACE: Final = 0.05
_PATIENCE: Final = 120.0
_AGENT: Final = "bench"
_WITH_MEMORY: Final = {"X-Recollect-Agent-Id": _AGENT}
_SERVE: Final = "import sys, json; from recollect.server import run; run(sys.argv[1], **json.loads(sys.argv[2]))"


@dataclass(frozen=True, slots=True)
class Heard:
    """One reply: how long its first byte took, what it said, and what became of memory."""

    first: float
    text: str
    memory: str


def proxying(folder: Path) -> Iterator[Ratio]:
    """Every measurement, with one database and one server."""
    path = folder / "proxy.sqlite"
    _fill(path)
    with _upstream() as direct, _server(path, direct) as url:
        yield from _first_bytes(direct, url)
        yield asyncio.run(_held(url))
    yield _kept(path)


def _fill(path: Path) -> None:
    with Memory.open(path, embedding_backend="minilm", extractor="none") as memory:
        turns = [{"role": "user", "content": text} for text in sentences(_TURNS, 7)]
        memory.agent(_AGENT).ingest("before", turns)
        assert memory.sync().ok


def _first_bytes(direct: str, url: str) -> Iterator[Ratio]:
    """The time to the first byte through the proxy, beside that of a direct call, by turns."""
    ways: dict[str, tuple[str, Mapping[str, str]]] = {
        "direct": (direct, {}),
        "plain": (url, {}),
        "memory": (url, _WITH_MEMORY),
    }
    rounds: dict[str, list[list[Heard]]] = {way: [] for way in ways}
    with httpx2.Client(timeout=_PATIENCE, verify=False) as client:
        for way in ways.values():
            _ask(client, *way, "Where was that?")
        for number in range(ROUNDS):
            asked = questions(_EACH, number)
            heard = [[_ask(client, *way, text) for way in ways.values()] for text in asked]
            for name, replies in zip(ways, zip(*heard, strict=True), strict=True):
                rounds[name].append([*replies])
    for name, bound in (("plain", 1.1), ("memory", 1.5)):
        yield _beside(name, rounds["direct"], rounds[name], bound)
    memories = [heard.memory for replies in rounds["memory"] for heard in replies]
    in_time = sum(memory in {"used", "none"} for memory in memories) / len(memories)
    detail = f"{len(memories)} chats, memory_deadline_ms = 150, {_TURNS:,} turns, bundled embedder"
    yield Ratio("chats whose memory was in time", (in_time,), 0.95, at_least=True, detail=detail)


def _beside(way: str, direct: list[list[Heard]], ours: list[list[Heard]], bound: float) -> Ratio:
    halves, tails = [], []
    for bare, through in zip(direct, ours, strict=True):
        (half, tail), (bare_half, bare_tail) = _quantiles(through), _quantiles(bare)
        halves.append((half, bare_half))
        tails.append((tail, bare_tail))
    added = statistics.median(1000 * (half - bare) for half, bare in halves)
    late = statistics.median(1000 * (tail - bare) for tail, bare in tails)
    at_95 = statistics.median(tail / bare for tail, bare in tails)
    detail = (
        f"{ROUNDS} × {_EACH} streams by turns, first byte after {1000 * FIRST_SECONDS:.0f} ms upstream: "
        f"+{added:.1f} ms at p50, +{late:.1f} ms at p95 ({at_95:.2f}×)"
    )
    name = "with memory" if way == "memory" else "without memory"
    rounds = tuple(half / bare for half, bare in halves)
    return Ratio(f"first byte {name} / direct", rounds, bound, at_least=False, detail=detail)


def _quantiles(replies: list[Heard]) -> tuple[float, float]:
    times = sorted(heard.first for heard in replies)
    return statistics.median(times), times[min(int(0.95 * len(times)), len(times) - 1)]


def _ask(client: httpx2.Client, url: str, headers: Mapping[str, str], question: str) -> Heard:
    start = time.perf_counter()
    with client.stream(
        "POST", f"{url}/chat/completions", json=_body(question), headers=dict(headers)
    ) as reply:
        parts = reply.iter_bytes()
        content = [next(parts)]
        first = time.perf_counter() - start
        content += parts
    heard = Heard(first, _text(b"".join(content)), reply.headers.get("x-recollect-memory", ""))
    assert heard.text == "".join(words_of(question))
    return heard


async def _held(url: str) -> Ratio:
    """Very many streams at once, each of which must come whole and to the right listener."""
    limits = httpx2.Limits(max_connections=None)
    async with httpx2.AsyncClient(timeout=_PATIENCE, verify=False, limits=limits) as client:
        start = time.perf_counter()
        whole = await asyncio.gather(*(_whole(client, url, n) for n in range(_STREAMS)))
        took = time.perf_counter() - start
    one = FIRST_SECONDS + len(words_of(_said(0))) * _PACE
    detail = (
        f"{_STREAMS} with memory at once, each reply checked; lost or mixed: {whole.count(False)}; "
        f"all in {took:.1f} s, one alone takes {one:.1f} s"
    )
    share = sum(whole) / _STREAMS
    return Ratio("streams held at once", (share,), 1.0, at_least=True, detail=detail)


async def _whole(client: httpx2.AsyncClient, url: str, number: int) -> bool:
    headers = {"X-Recollect-Agent-Id": f"agent {number}", "X-Conversation-Id": "c"}
    reply = await client.post(
        f"{url}/chat/completions", json=_body(_said(number), _PACE), headers=headers
    )
    return _text(reply.content) == "".join(words_of(_said(number)))


def _kept(path: Path) -> Ratio:
    """Whether all of those were remembered, each by its own agent."""
    with Memory.open(path, embedding_backend="none", background=False) as memory:
        kept = 0
        for number in range(_STREAMS):
            turns = [turn.content for turn in memory.agent(f"agent {number}").turns("c")]
            kept += turns == [_said(number), "".join(words_of(_said(number)))]
    detail = f"question and reply of {_STREAMS} agents, read back from the file"
    return Ratio("of these remembered", (kept / _STREAMS,), 1.0, at_least=True, detail=detail)


def _said(number: int) -> str:
    return f"Listener {number} asks " + " ".join(f"word-{number}-{place}" for place in range(30))


def _body(question: str, pace: float = 0.0) -> dict[str, object]:
    said = [{"role": "user", "content": question}]
    return {"model": "m", "stream": True, "messages": said, "pace": pace}


def _text(content: bytes) -> str:
    """The words of a stream that was read to its end."""
    lines = [line[6:] for line in content.decode().splitlines() if line.startswith("data: ")]
    if not lines or lines[-1] != "[DONE]":
        return ""
    choices = (json.loads(line)["choices"][0] for line in lines[:-1])
    return "".join(choice["delta"].get("content", "") for choice in choices)


@contextmanager
def _process(*args: str) -> Iterator[subprocess.Popen[str]]:
    with ExitStack() as stack:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        stack.enter_context(process)
        stack.callback(process.terminate)
        yield process


@contextmanager
def _upstream() -> Iterator[str]:
    with _process("-m", "recollect.bench.upstream") as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"


@contextmanager
def _server(path: Path, upstream: str) -> Iterator[str]:
    port = _free_port()
    settings = {
        "port": port,
        "upstream_base_url": upstream,
        "embedding_backend": "minilm",
        "extractor": "none",
        "log_level": "error",
    }
    with _process("-c", _SERVE, str(path), json.dumps(settings)):
        url = f"http://127.0.0.1:{port}"
        _wait(url)
        yield f"{url}/v1"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(url: str) -> None:
    """Until the server is ready, its embedder warm."""
    deadline = time.monotonic() + _PATIENCE
    with httpx2.Client(verify=False) as client:
        while time.monotonic() < deadline:
            with suppress(httpx2.TransportError):
                if client.get(f"{url}/health/ready").is_success:
                    return
            time.sleep(0.1)
    raise AssertionError("the server never became ready")
