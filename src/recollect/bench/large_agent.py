"""One agent with very many turns: cold start, search and adding turns."""

import ctypes
import statistics
import time
from collections.abc import Iterator
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
    return Ratio(
        "open and first search", tuple(taken), 2.0, at_least=False, detail=detail, unit="s"
    )


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
        yield Ratio(name, ratios, 1.5, at_least=False, detail=detail)


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
    yield Ratio(name, middle, 5.0, at_least=False, detail=detail, unit="ms")
    detail = f"the slowest {end}; of its vector {max(vectors):.2f} ms"
    worst = tuple(max(times) for times in seen)
    yield Ratio(f"{name}, at worst", worst, 5.0, at_least=False, detail=detail, unit="ms")


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
