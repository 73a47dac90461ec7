"""Time and memory of searching, and bulk ingest: each line is a ratio or a bound of one run."""

import ctypes
import os
import shutil
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from recollect.bench.ratio import Ratio, seconds
from recollect.bench.sizes import AGENT, Sizes, ask_all, ms
from recollect.bench.speed_child import STAND_IN, run_in_fresh_process
from recollect.bench.synthetic_data import (
    SPEAKERS,
    AgentGroup,
    Floats,
    OpenedMemory,
    ProgressBar,
    fill,
    open_without_model,
    put_vectors,
    steps,
    turn_at,
    unit_vectors,
)
from recollect.bench.texts import questions, sentences
from recollect.memory import Agent, Memory
from recollect.providers.embedders import MiniLM


def lines(folder: Path, sizes: Sizes, bar: ProgressBar) -> Iterator[Ratio]:
    """Every measurement in order, each with its own files in the folder."""
    yield from large(folder / "large.sqlite", sizes, bar)
    yield crowded(folder, sizes, bar)
    yield everyday(folder / "alone.sqlite", sizes, bar)
    yield from resident(folder / "resident.sqlite", sizes, bar)
    yield contexts(folder / "resident.sqlite", sizes, bar)
    yield touched(folder / "touched.sqlite", sizes, bar)
    yield bulk_ingest(folder / "bulk.sqlite", sizes, bar)


def crowded(folder: Path, sizes: Sizes, bar: ProgressBar) -> Ratio:
    """A search in a file with many other active agents, compared with a copy without them."""
    alone, among = folder / "alone.sqlite", folder / "among.sqlite"
    fill(alone, AgentGroup((AGENT,), sizes.small, 2), f"Storing {sizes.small:,} turns", bar)
    shutil.copy(alone, among)
    others = tuple(f"other-{number}" for number in range(sizes.others))
    fill(among, AgentGroup(others, sizes.of_each, 3), f"Storing {sizes.others:,} other agents", bar)
    with open_without_model(alone) as quiet, open_without_model(among) as busy:
        for other in steps(bar, "Searching the others", others):
            busy.memory.agent(other).search("What was that?")
        pair = (quiet.memory.agent(AGENT), busy.memory.agent(AGENT))
        times = [
            _turns(pair, questions(2 * sizes.queries, n, SPEAKERS)) for n in range(sizes.rounds)
        ]
    detail = (
        f"{sizes.small:,} turns, with {sizes.others:,} others of {sizes.of_each}: "
        f"{ms([b for _, b in times])} vs {ms([a for a, _ in times])} alone"
    )
    rounds = tuple(busy / quiet for quiet, busy in times)
    return Ratio("search among others / alone", rounds, 1.2, detail)


def _turns(pair: tuple[Agent, Agent], asked: list[str]) -> tuple[float, float]:
    """The median search time of each of two agents, alternating."""
    for agent in pair:
        ask_all(agent, asked)
    times = [[seconds(partial(agent.search, text)) for agent in pair] for text in asked]
    first, second = (statistics.median(times) for times in zip(*times, strict=True))
    return first, second


def everyday(path: Path, sizes: Sizes, bar: ProgressBar) -> Ratio:
    """A search of a usual memory, each of a question not asked before, with its embedding."""
    with Memory.open(path, background=False) as memory:
        agent = memory.agent(AGENT)
        agent.search("What was that?")
        rounds = steps(bar, "Searching it with the bundled embedder", range(sizes.rounds))
        times = [
            [seconds(partial(agent.search, text)) for text in _plain_questions(sizes.queries, n)]
            for n in rounds
        ]
    detail = f"{sizes.small:,} turns, embedding included, the median of {sizes.queries} a round"
    middle = tuple(1000 * statistics.median(each) for each in times)
    return Ratio("search of a small memory", middle, 10.0, detail, unit="ms")


def _plain_questions(count: int, number: int) -> list[str]:
    """Questions of a usual length; synthetic words have several times as many tokens."""
    things = "tea boat lamp river stone bread glass music garden coat".split()
    return [
        f"Where did I leave the {things[n % 10]} number {number * count + n}?" for n in range(count)
    ]


def resident(path: Path, sizes: Sizes, bar: ProgressBar) -> Iterator[Ratio]:
    """Resident memory of a fresh process after opening and searching."""
    fill(path, AgentGroup((AGENT,), sizes.opened, 4), f"Storing {sizes.opened:,} turns", bar)
    for backend, name, bound in (("minilm", "bundled", 400), ("none", "no", 150)):
        found = run_in_fresh_process("open", path, AGENT, backend)
        detail = f"{sizes.opened:,} turns opened and searched, fresh process"
        if found["resident"] is None:
            rounds: tuple[float, ...] = ()
            detail += "; this system has no /proc/self/status"
        else:
            rounds = (found["resident"],)
            detail += f"; {found['peak']:.0f} MB at its peak"
        yield Ratio(f"memory, {name} embedder", rounds, bound, detail, unit="MB")


def contexts(path: Path, sizes: Sizes, bar: ProgressBar) -> Ratio:
    """A context of the default size compared with a search, each of a question not asked before."""
    with Memory.open(path, background=False) as memory:
        agent = memory.agent(AGENT)
        for text in steps(bar, "Adding memories", sentences(sizes.memories, 6)):
            agent.memories.add(text)
        agent.context("What was that?")
        rounds = steps(bar, "Asking for contexts", range(sizes.rounds))
        times = [_search_and_context(agent, sizes, number) for number in rounds]
    searches, built = zip(*times, strict=True)
    detail = (
        f"{sizes.opened:,} turns, {sizes.memories} memories, embedding included: "
        f"{ms([*built])} vs {ms([*searches])}"
    )
    ratios = tuple(context / search for search, context in times)
    return Ratio("context / search", ratios, 1.5, detail)


def _search_and_context(agent: Agent, sizes: Sizes, number: int) -> tuple[float, float]:
    """The median times of searches and of contexts, alternating; each embeds its question.

    All name a speaker. The others are relevant to nothing, so that their contexts are nearly empty,
    and the median of both kinds would lie anywhere between the two.
    """
    asked = questions(4 * sizes.queries, 50 + number, SPEAKERS)[1::2]
    searches = [partial(agent.search, text) for text in asked[: sizes.queries]]
    built = [partial(agent.context, text) for text in asked[sizes.queries :]]
    times = [(seconds(a), seconds(b)) for a, b in zip(searches, built, strict=True)]
    return statistics.median(t[0] for t in times), statistics.median(t[1] for t in times)


def touched(path: Path, sizes: Sizes, bar: ProgressBar) -> Ratio:
    """Memory of the indexes while very many agents are searched."""
    names = tuple(f"agent-{number}" for number in range(sizes.agents))
    fill(path, AgentGroup(names, sizes.of_agent, 5), f"Storing {sizes.agents:,} agents", bar)
    (found,) = [
        run_in_fresh_process("touch", path, sizes.cache_mb)
        for _ in steps(bar, f"Searching {sizes.agents:,} agents", (None,))
    ]
    grown = "unknown" if found["grown"] is None else f"{found['grown']:.0f} MB"
    detail = (
        f"the largest observed, {sizes.agents:,} agents of {sizes.of_agent} turns"
        " searched one by one, "
        f"index_cache_mb = {sizes.cache_mb}; the process grew by {grown}"
    )
    return Ratio("size of all indexes", (found["greatest"],), sizes.cache_mb, detail, unit="MB")


def bulk_ingest(path: Path, sizes: Sizes, bar: ProgressBar) -> Ratio:
    """Throughput of storing and embedding, compared with the embedder alone on all cores."""
    bare = MiniLM()
    bare.warm()
    times = []
    with (
        ThreadPoolExecutor(os.cpu_count()) as pool,
        # Learning takes a model of its own.
        Memory.open(path, embedding_backend="minilm", extractor="none") as memory,
    ):
        memory.warm()
        for number in steps(bar, "Storing and embedding", range(sizes.rounds)):
            texts = sentences(sizes.bulk, 2000 + number)
            embedded = seconds(partial(_embed_all, pool, bare, texts))
            times.append((embedded, seconds(partial(_ingest, memory, f"c{number}", texts))))
    alone, ours = zip(*times, strict=True)
    detail = (
        f"{sizes.bulk} turns a round, stored, embedded and searchable, nothing learned: "
        f"{ms([*ours])} vs {ms([*alone])}"
    )
    ratios = tuple(embedded / ingested for embedded, ingested in times)
    return Ratio("bulk ingest / bare embedder", ratios, 0.9, detail, at_least=True)


def _embed_all(pool: ThreadPoolExecutor, embedder: MiniLM, texts: Sequence[str]) -> None:
    for _ in pool.map(embedder.embed, texts):
        pass


def _ingest(memory: Memory, conversation: str, texts: Sequence[str]) -> None:
    turns = [{"role": "user", "content": text} for text in texts]
    memory.agent(AGENT).ingest(conversation, turns)
    if not memory.sync().ok:
        raise RuntimeError("the turns were not embedded")


# So long do the threads of a product wait for the next one without giving up their cores (67 ms
# where the clock has 1 GHz): a search just after it would have one core less.
_BUSY_SECONDS = 0.1


def large(path: Path, sizes: Sizes, bar: ProgressBar) -> Iterator[Ratio]:
    """One agent with very many turns: cold start, search and adding turns."""
    fill(path, AgentGroup((AGENT,), sizes.turns, 1), f"Storing {sizes.turns:,} turns", bar)
    yield cold(path, sizes, bar)
    with open_without_model(path) as opened:
        yield from scanned(opened, sizes, bar)
        yield from added(opened, sizes, bar)


def cold(path: Path, sizes: Sizes, bar: ProgressBar) -> Ratio:
    """The time from `Memory.open` to the first hits, in a new process each time."""
    rounds = steps(bar, "Opening it in fresh processes", range(sizes.rounds))
    taken = [run_in_fresh_process("open", path, AGENT, STAND_IN)["seconds"] for _ in rounds]
    detail = (
        f"{sizes.turns:,} turns; fresh process, no model loaded, the file in the system's cache"
    )
    return Ratio("open and first search", tuple(taken), 2.0, detail, unit="s")


def scanned(opened: OpenedMemory, sizes: Sizes, bar: ProgressBar) -> Iterator[Ratio]:
    """A search with a cached question vector, compared with one matrix-vector product."""
    matrix = unit_vectors(sizes.turns, 0)
    usual = blas_threads()
    for threads in dict.fromkeys((1, usual)):
        with blas_on(threads):
            rounds = steps(bar, "Searching it", range(sizes.rounds))
            pairs = [
                _compare_with_product(opened, matrix, sizes, number, is_alone=threads == 1)
                for number in rounds
            ]
        ours, bare = zip(*pairs, strict=True)
        detail = (
            f"{sizes.turns:,} turns, {sizes.queries} questions a round: {ms([*ours])} vs"
            f" {ms([*bare])} on {threads or 'unknown'} threads"
        )
        suffix = ", numpy's default threads" if threads == usual and usual > 1 else ""
        name = f"search / matrix product{suffix}"
        ratios = tuple(search / product for search, product in pairs)
        yield Ratio(name, ratios, 1.5, detail)


def _compare_with_product(
    opened: OpenedMemory, matrix: Floats, sizes: Sizes, number: int, *, is_alone: bool
) -> tuple[float, float]:
    """The median times of a search and of a product, alternating."""
    agent = opened.memory.agent(AGENT)
    asked = questions(sizes.queries, 10 + number, SPEAKERS)
    ask_all(agent, asked)
    pause = 0 if is_alone else _BUSY_SECONDS
    pairs = []
    for text, vector in zip(asked, unit_vectors(sizes.queries, number), strict=True):
        # Both begin after a pause: idle cores take a while to wake up.
        time.sleep(pause)
        search = seconds(partial(agent.search, text))
        time.sleep(pause)
        pairs.append((search, seconds(partial(np.matmul, matrix, vector))))
    return statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs)


def added(opened: OpenedMemory, sizes: Sizes, bar: ProgressBar) -> Iterator[Ratio]:
    """The time from the commit of a new turn until the index is up to date."""
    seen, vectors, behind = [], [], []
    for number in steps(bar, "Adding to it", range(sizes.rounds)):
        texts = sentences(sizes.adds, 1000 + number)
        times = [_add(opened, sizes.turns, text) for text in texts]
        seen.append([1000 * time[0] for time in times])
        vectors += [1000 * time[1] for time in times]
        behind += [1000 * time[2] for time in times]
    name, end = "a new turn becomes visible", f"of {sizes.adds} a round, {sizes.turns:,} turns"
    detail = (
        f"the median {end}; its vector {statistics.median(vectors):.2f} ms; "
        f"the search after it {statistics.median(behind):+.2f} ms more than the next"
    )
    middle = tuple(statistics.median(times) for times in seen)
    yield Ratio(name, middle, 5.0, detail, unit="ms")
    detail = f"the slowest {end}; of its vector {max(vectors):.2f} ms"
    worst = tuple(max(times) for times in seen)
    yield Ratio(f"{name}, at worst", worst, 5.0, detail, unit="ms")


def _add(opened: OpenedMemory, place: int, text: str) -> tuple[float, float, float]:
    """Add a turn and its vector: refresh times of both, and the extra time of the first search."""
    agent, conversation = opened.memory.agent(AGENT), "added"
    turn = turn_at(place, text)
    receipt = agent.remember(
        text, conversation=conversation, speaker=turn["speaker"], at=turn["at"]
    )
    turn_seen = seconds(partial(_refresh, opened))
    first, second = (seconds(partial(agent.search, text)) for _ in range(2))
    put_vectors(opened.store, AGENT, conversation, (receipt.id,), place)
    return turn_seen, seconds(partial(_refresh, opened)), first - second


def _refresh(opened: OpenedMemory) -> None:
    with opened.memory.recall.indexes.acquire(AGENT):
        pass


def _blas(name: str) -> Any:
    """A function of numpy's bundled OpenBLAS, or None without it."""
    for library in (Path(np.__file__).parents[1] / "numpy.libs").glob("*openblas*"):
        function = getattr(ctypes.CDLL(str(library)), name, None)
        if function is not None:
            return function
    return None


def blas_threads() -> int:
    """The number of threads of numpy's products; 0 if unknown."""
    get_threads = _blas("scipy_openblas_get_num_threads64_")
    return int(get_threads()) if get_threads else 0


@contextmanager
def blas_on(threads: int) -> Iterator[None]:
    """Limit numpy's products to this many threads within the block, if possible."""
    set_threads, before = _blas("scipy_openblas_set_num_threads64_"), blas_threads()
    if set_threads is not None:
        set_threads(threads)
    yield
    if set_threads is not None:
        set_threads(before)
