"""Time and memory of searching, and bulk ingest: each line is a ratio or a bound of one run."""

import shutil
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from recollect.bench.bulk_ingest import bulk_ingest
from recollect.bench.large_agent import large
from recollect.bench.ratio import Ratio, seconds
from recollect.bench.sizes import AGENT, Sizes, ask_all, ms
from recollect.bench.speed_child import run_in_fresh_process
from recollect.bench.synthetic_data import (
    SPEAKERS,
    AgentGroup,
    ProgressBar,
    fill,
    open_without_model,
    steps,
)
from recollect.bench.texts import questions, sentences
from recollect.memory import Agent, Memory


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
    return Ratio("search among others / alone", rounds, 1.2, at_least=False, detail=detail)


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
    return Ratio("search of a small memory", middle, 10.0, at_least=False, detail=detail, unit="ms")


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
        yield Ratio(
            f"memory, {name} embedder", rounds, bound, at_least=False, detail=detail, unit="MB"
        )


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
    return Ratio("context / search", ratios, 1.5, at_least=False, detail=detail)


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
    return Ratio(
        "size of all indexes",
        (found["greatest"],),
        sizes.cache_mb,
        at_least=False,
        detail=detail,
        unit="MB",
    )
