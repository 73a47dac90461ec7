"""How fast a search is, and how small: each line a ratio or a bound, measured in one run."""

import shutil
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from recollect.bench.filling import SPEAKERS, Bar, Crowd, fill, opened, steps
from recollect.bench.large import large
from recollect.bench.ratio import Ratio, seconds
from recollect.bench.sizes import ONE, Sizes, ask_all, ms
from recollect.bench.speed_child import fresh
from recollect.bench.texts import questions
from recollect.memory import Agent


def lines(folder: Path, sizes: Sizes, bar: Bar) -> Iterator[Ratio]:
    """Every measurement, one after the other, each with files of its own in the folder."""
    yield from large(folder / "large.sqlite", sizes, bar)
    yield crowded(folder, sizes, bar)
    yield from resident(folder / "resident.sqlite", sizes, bar)
    yield touched(folder / "touched.sqlite", sizes, bar)


def crowded(folder: Path, sizes: Sizes, bar: Bar) -> Ratio:
    """A search in a file with many other agents, all in use, beside the same file without them."""
    alone, among = folder / "alone.sqlite", folder / "among.sqlite"
    fill(alone, Crowd((ONE,), sizes.small, 2), f"Storing {sizes.small:,} turns", bar)
    shutil.copy(alone, among)
    others = tuple(f"other-{number}" for number in range(sizes.others))
    fill(among, Crowd(others, sizes.of_each, 3), f"Storing {sizes.others:,} other agents", bar)
    with opened(alone) as quiet, opened(among) as busy:
        for other in steps(bar, "Searching the others", others):
            busy.memory.agent(other).search("What was that?")
        pair = (quiet.memory.agent(ONE), busy.memory.agent(ONE))
        times = [
            _turns(pair, questions(2 * sizes.queries, n, SPEAKERS)) for n in range(sizes.rounds)
        ]
    detail = (
        f"{sizes.small:,} turns, with {sizes.others:,} others of {sizes.of_each}: "
        f"{ms([b for _, b in times])} beside {ms([a for a, _ in times])} alone"
    )
    rounds = tuple(busy / quiet for quiet, busy in times)
    return Ratio("search among others / alone", rounds, 1.2, at_least=False, detail=detail)


def _turns(pair: tuple[Agent, Agent], asked: list[str]) -> tuple[float, float]:
    """The median search of each of two agents that are asked by turns."""
    for agent in pair:
        ask_all(agent, asked)
    times = [[seconds(partial(agent.search, text)) for agent in pair] for text in asked]
    first, second = (statistics.median(times) for times in zip(*times, strict=True))
    return first, second


def resident(path: Path, sizes: Sizes, bar: Bar) -> Iterator[Ratio]:
    """How much memory a fresh process has after opening and searching."""
    fill(path, Crowd((ONE,), sizes.opened, 4), f"Storing {sizes.opened:,} turns", bar)
    for backend, name, bound in (("minilm", "bundled", 400), ("none", "no", 150)):
        found = fresh("open", path, ONE, backend)
        detail = f"{sizes.opened:,} turns opened and searched, fresh process"
        if found["resident"] is None:
            rounds: tuple[float, ...] = ()
            detail += "; this system has no /proc/self/status"
        else:
            rounds = (found["resident"],)
            detail += f"; {found['peak']:.0f} MB at its highest"
        yield Ratio(
            f"memory, {name} embedder", rounds, bound, at_least=False, detail=detail, unit="MB"
        )


def touched(path: Path, sizes: Sizes, bar: Bar) -> Ratio:
    """How much room the indexes take while very many agents are searched."""
    names = tuple(f"agent-{number}" for number in range(sizes.agents))
    fill(path, Crowd(names, sizes.of_agent, 5), f"Storing {sizes.agents:,} agents", bar)
    (found,) = [
        fresh("touch", path, sizes.cache_mb)
        for _ in steps(bar, f"Searching {sizes.agents:,} agents", (None,))
    ]
    grown = "unknown" if found["grown"] is None else f"{found['grown']:.0f} MB"
    detail = (
        f"the greatest seen, {sizes.agents:,} agents of {sizes.of_agent} turns searched one by one, "
        f"index_cache_mb = {sizes.cache_mb}; the process grew by {grown}"
    )
    return Ratio(
        "room of all indexes",
        (found["greatest"],),
        sizes.cache_mb,
        at_least=False,
        detail=detail,
        unit="MB",
    )
