"""One agent with very many turns: opened cold, searched, and added to."""

import ctypes
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from recollect.bench.filling import (
    SPEAKERS,
    Bar,
    Crowd,
    Floats,
    Opened,
    fill,
    opened,
    put_vectors,
    steps,
    turn_at,
    unit_vectors,
)
from recollect.bench.ratio import Ratio, seconds
from recollect.bench.sizes import ONE, Sizes, ask_all, ms
from recollect.bench.speed_child import STAND_IN, fresh
from recollect.bench.texts import questions, sentences


def large(path: Path, sizes: Sizes, bar: Bar) -> Iterator[Ratio]:
    """One agent with very many turns: opened cold, searched, and added to."""
    fill(path, Crowd((ONE,), sizes.turns, 1), f"Storing {sizes.turns:,} turns", bar)
    yield cold(path, sizes, bar)
    with opened(path) as house:
        yield from scanned(house, sizes, bar)
        yield from added(house, sizes, bar)


def cold(path: Path, sizes: Sizes, bar: Bar) -> Ratio:
    """From `Memory.open` to the first hits, in a process of its own each time."""
    rounds = steps(bar, "Opening it in fresh processes", range(sizes.rounds))
    taken = [fresh("open", path, ONE, STAND_IN)["seconds"] for _ in rounds]
    detail = (
        f"{sizes.turns:,} turns; fresh process, no model loaded, the file in the system's cache"
    )
    return Ratio(
        "open and first search", tuple(taken), 2.0, at_least=False, detail=detail, unit="s"
    )


def scanned(house: Opened, sizes: Sizes, bar: Bar) -> Iterator[Ratio]:
    """A search whose question is embedded already, beside one product of a matrix and a vector."""
    matrix = unit_vectors(sizes.turns, 0)
    usual = blas_threads()
    for threads in dict.fromkeys((1, usual)):
        with blas_on(threads):
            rounds = steps(bar, "Searching it", range(sizes.rounds))
            pairs = [_beside_product(house, matrix, sizes, number) for number in rounds]
        ours, bare = zip(*pairs, strict=True)
        detail = (
            f"{sizes.turns:,} turns, {sizes.queries} questions a round: {ms([*ours])} beside"
            f" {ms([*bare])} on {threads or 'unknown'} threads"
        )
        own = " as numpy is by itself" if threads == usual and usual > 1 else ""
        name = f"search / matrix product{own}"
        ratios = tuple(one / other for one, other in pairs)
        yield Ratio(name, ratios, 1.5, at_least=False, detail=detail)


def _beside_product(
    house: Opened, matrix: Floats, sizes: Sizes, number: int
) -> tuple[float, float]:
    """The median time of a search and of a product, taken by turns."""
    agent = house.memory.agent(ONE)
    asked = questions(sizes.queries, 10 + number, SPEAKERS)
    ask_all(agent, asked)
    pairs = [
        (seconds(partial(agent.search, text)), seconds(partial(np.matmul, matrix, vector)))
        for text, vector in zip(asked, unit_vectors(sizes.queries, number), strict=True)
    ]
    return statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs)


def added(house: Opened, sizes: Sizes, bar: Bar) -> Iterator[Ratio]:
    """From the commit of a new turn until a search could see it: bringing the index up to date."""
    seen, vectors, behind = [], [], []
    for number in steps(bar, "Adding to it", range(sizes.rounds)):
        texts = sentences(sizes.adds, 1000 + number)
        times = [_add(house, sizes.turns, text) for text in texts]
        seen.append([1000 * time[0] for time in times])
        vectors += [1000 * time[1] for time in times]
        behind += [1000 * time[2] for time in times]
    name, end = "a new turn becomes visible", f"of {sizes.adds} a round, {sizes.turns:,} turns"
    detail = (
        f"the median {end}; its vector {statistics.median(vectors):.2f} ms; "
        f"the search behind it {statistics.median(behind):+.2f} ms on the next"
    )
    middle = tuple(statistics.median(times) for times in seen)
    yield Ratio(name, middle, 5.0, at_least=False, detail=detail, unit="ms")
    detail = f"the slowest {end}; of its vector {max(vectors):.2f} ms"
    worst = tuple(max(times) for times in seen)
    yield Ratio(f"{name}, at worst", worst, 5.0, at_least=False, detail=detail, unit="ms")


def _add(house: Opened, place: int, text: str) -> tuple[float, float, float]:
    """Add a turn, then its vector: how long each takes to be seen, and what the first search pays beside the next."""
    agent, talk = house.memory.agent(ONE), "added"
    turn = turn_at(place, text)
    kept = agent.remember(text, conversation=talk, speaker=turn["speaker"], at=turn["at"])
    turn_seen = seconds(partial(_refresh, house))
    first, second = (seconds(partial(agent.search, text)) for _ in range(2))
    put_vectors(house.store, ONE, talk, (kept.id,), place)
    return turn_seen, seconds(partial(_refresh, house)), first - second


def _refresh(house: Opened) -> None:
    with house.memory.recall.indexes.of(ONE):
        pass


def _blas(name: str) -> Any:
    """A function of the library that numpy multiplies with, where that is the one that comes with it."""
    for library in (Path(np.__file__).parents[1] / "numpy.libs").glob("*openblas*"):
        found = getattr(ctypes.CDLL(str(library)), name, None)
        if found is not None:
            return found
    return None


def blas_threads() -> int:
    """How many threads numpy's products use; 0 where that is not known."""
    asked = _blas("scipy_openblas_get_num_threads64_")
    return int(asked()) if asked else 0


@contextmanager
def blas_on(threads: int) -> Iterator[None]:
    """Have numpy's products use so many threads for a while, where that can be said."""
    told, before = _blas("scipy_openblas_set_num_threads64_"), blas_threads()
    if told is not None:
        told(threads)
    yield
    if told is not None:
        told(before)
