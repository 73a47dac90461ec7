"""Latency and concurrency of the proxy, with real processes; checks every reply."""

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

from benchmarks.upstream import FIRST_SECONDS, reply_words
from recollect.bench.ratio import Ratio
from recollect.bench.texts import questions, sentences
from recollect.memory import Memory

ROUNDS: Final = 5
_EACH: Final = 15
_TURNS: Final = 1_000
_STREAMS: Final = 200
_PACE: Final = 0.05
_TIMEOUT: Final = 120.0
_AGENT: Final = "bench"
_WITH_MEMORY: Final = {"X-Recollect-Agent-Id": _AGENT}
_SERVE: Final = (
    "import sys, json; from recollect.server import run;"
    " run(sys.argv[1], **json.loads(sys.argv[2]))"
)


@dataclass(frozen=True, slots=True)
class TimedReply:
    """One reply: the time to its first byte, its text, and the memory header."""

    first: float
    text: str
    memory: str


def measure_proxy(folder: Path) -> Iterator[Ratio]:
    """All proxy measurements, with one database and one server."""
    path = folder / "proxy.sqlite"
    _fill(path)
    with _upstream() as direct, _server(path, direct) as url:
        yield from _first_bytes(direct, url)
        yield asyncio.run(_concurrent_streams(url))
    yield _remembered(path)


def _fill(path: Path) -> None:
    with Memory.open(path, embedding_backend="minilm", extractor="none") as memory:
        turns = [{"role": "user", "content": text} for text in sentences(_TURNS, 7)]
        memory.agent(_AGENT).ingest("before", turns)
        assert memory.sync().ok


def _first_bytes(direct: str, url: str) -> Iterator[Ratio]:
    """The time to the first byte through the proxy, compared with a direct call, alternating."""
    ways: dict[str, tuple[str, Mapping[str, str]]] = {
        "direct": (direct, {}),
        "plain": (url, {}),
        "memory": (url, _WITH_MEMORY),
    }
    rounds: dict[str, list[list[TimedReply]]] = {way: [] for way in ways}
    with httpx2.Client(timeout=_TIMEOUT, verify=False) as client:
        for way in ways.values():
            _ask(client, *way, "Where was that?")
        for number in range(ROUNDS):
            asked = questions(_EACH, number)
            heard = [[_ask(client, *way, text) for way in ways.values()] for text in asked]
            for name, replies in zip(ways, zip(*heard, strict=True), strict=True):
                rounds[name].append([*replies])
    for name, bound in (("plain", 1.1), ("memory", 1.5)):
        yield _compare(name, rounds["direct"], rounds[name], bound)
    memories = [heard.memory for replies in rounds["memory"] for heard in replies]
    in_time = sum(memory in {"used", "none"} for memory in memories) / len(memories)
    detail = f"{len(memories)} chats, memory_deadline_ms = 150, {_TURNS:,} turns, bundled embedder"
    yield Ratio("chats whose memory was in time", (in_time,), 0.95, at_least=True, detail=detail)


def _compare(
    way: str, direct: list[list[TimedReply]], ours: list[list[TimedReply]], bound: float
) -> Ratio:
    halves, tails = [], []
    for bare, through in zip(direct, ours, strict=True):
        (half, tail), (bare_half, bare_tail) = _quantiles(through), _quantiles(bare)
        halves.append((half, bare_half))
        tails.append((tail, bare_tail))
    added = statistics.median(1000 * (half - bare) for half, bare in halves)
    late = statistics.median(1000 * (tail - bare) for tail, bare in tails)
    at_95 = statistics.median(tail / bare for tail, bare in tails)
    detail = (
        f"{ROUNDS} × {_EACH} alternating streams,"
        f" first byte after {1000 * FIRST_SECONDS:.0f} ms upstream: "
        f"+{added:.1f} ms at p50, +{late:.1f} ms at p95 ({at_95:.2f}×)"
    )
    name = "with memory" if way == "memory" else "without memory"
    rounds = tuple(half / bare for half, bare in halves)
    return Ratio(f"first byte {name} / direct", rounds, bound, at_least=False, detail=detail)


def _quantiles(replies: list[TimedReply]) -> tuple[float, float]:
    times = sorted(heard.first for heard in replies)
    return statistics.median(times), times[min(int(0.95 * len(times)), len(times) - 1)]


def _ask(client: httpx2.Client, url: str, headers: Mapping[str, str], question: str) -> TimedReply:
    start = time.perf_counter()
    with client.stream(
        "POST", f"{url}/chat/completions", json=_body(question), headers=dict(headers)
    ) as reply:
        parts = reply.iter_bytes()
        content = [next(parts)]
        first = time.perf_counter() - start
        content += parts
    timed = TimedReply(first, _text(b"".join(content)), reply.headers.get("x-recollect-memory", ""))
    assert timed.text == "".join(reply_words(question))
    return timed


async def _concurrent_streams(url: str) -> Ratio:
    """Many concurrent streams; each must arrive complete at the right client."""
    limits = httpx2.Limits(max_connections=None)
    async with httpx2.AsyncClient(timeout=_TIMEOUT, verify=False, limits=limits) as client:
        start = time.perf_counter()
        whole = await asyncio.gather(*(_is_complete(client, url, n) for n in range(_STREAMS)))
        took = time.perf_counter() - start
    one = FIRST_SECONDS + len(reply_words(_question(0))) * _PACE
    detail = (
        f"{_STREAMS} concurrent, with memory, each reply checked;"
        f" lost or mixed: {whole.count(False)}; "
        f"all in {took:.1f} s, one alone takes {one:.1f} s"
    )
    share = sum(whole) / _STREAMS
    return Ratio("concurrent streams complete", (share,), 1.0, at_least=True, detail=detail)


async def _is_complete(client: httpx2.AsyncClient, url: str, number: int) -> bool:
    headers = {"X-Recollect-Agent-Id": f"agent {number}", "X-Conversation-Id": "c"}
    reply = await client.post(
        f"{url}/chat/completions", json=_body(_question(number), _PACE), headers=headers
    )
    return _text(reply.content) == "".join(reply_words(_question(number)))


def _remembered(path: Path) -> Ratio:
    """The share of these streams that were remembered, each by its own agent."""
    with Memory.open(path, embedding_backend="none", background=False) as memory:
        kept = 0
        for number in range(_STREAMS):
            turns = [turn.content for turn in memory.agent(f"agent {number}").turns("c")]
            kept += turns == [_question(number), "".join(reply_words(_question(number)))]
    detail = f"question and reply of {_STREAMS} agents, read back from the file"
    return Ratio("of these remembered", (kept / _STREAMS,), 1.0, at_least=True, detail=detail)


def _question(number: int) -> str:
    return f"Client {number} asks " + " ".join(f"word-{number}-{place}" for place in range(30))


def _body(question: str, pace: float = 0.0) -> dict[str, object]:
    messages = [{"role": "user", "content": question}]
    return {"model": "m", "stream": True, "messages": messages, "pace": pace}


def _text(content: bytes) -> str:
    """The text of a complete stream, or an empty string."""
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
    with _process("-m", "benchmarks.upstream") as process:
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
    """Wait until the server is ready and its embedder is loaded."""
    deadline = time.monotonic() + _TIMEOUT
    with httpx2.Client(verify=False) as client:
        while time.monotonic() < deadline:
            with suppress(httpx2.TransportError):
                if client.get(f"{url}/health/ready").is_success:
                    return
            time.sleep(0.1)
    raise AssertionError("the server never became ready")
