"""One agent with very many turns: opened cold, searched, and added to."""

import ctypes
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from recollect.bench.filling import (
    SPEAKERS,
    Bar,
    Crowd,
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
        yield scanned(house, sizes, bar)
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


def scanned(house: Opened, sizes: Sizes, bar: Bar) -> Ratio:
    """A search whose question is embedded already, beside one product of a matrix and a vector."""
    agent = house.memory.agent(ONE)
    matrix = unit_vectors(sizes.turns, 0)
    ours, bare = [], []
    for number in steps(bar, "Searching it", range(sizes.rounds)):
        asked = questions(sizes.queries, 10 + number, SPEAKERS)
        ask_all(agent, asked)
        pairs = [
            (seconds(partial(agent.search, text)), seconds(partial(np.matmul, matrix, vector)))
            for text, vector in zip(asked, unit_vectors(sizes.queries, number), strict=True)
        ]
        ours.append(statistics.median(pair[0] for pair in pairs))
        bare.append(statistics.median(pair[1] for pair in pairs))
    detail = (
        f"{sizes.turns:,} turns, {sizes.queries} questions a round: {ms(ours)} beside {ms(bare)}, "
        f"BLAS threads: {blas_threads()}"
    )
    rounds = tuple(a / b for a, b in zip(ours, bare, strict=True))
    return Ratio("search / matrix product", rounds, 1.5, at_least=False, detail=detail)


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


def blas_threads() -> str:
    """How many threads numpy's products use, where its library is the one that comes with it."""
    for library in (Path(np.__file__).parents[1] / "numpy.libs").glob("*openblas*"):
        asked = getattr(ctypes.CDLL(str(library)), "scipy_openblas_get_num_threads64_", None)
        if asked is not None:
            return str(asked())
    return "unknown"
