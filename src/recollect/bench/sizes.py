"""Sizes of the speed benchmark, and helpers shared by its measurements."""

import statistics
from dataclasses import dataclass

from recollect.memory import Agent

AGENT = "one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much is stored and how often it is searched; the bounds apply to the defaults."""

    turns: int = 100_000
    small: int = 1_000
    others: int = 1_000
    of_each: int = 100
    opened: int = 10_000
    memories: int = 500
    bulk: int = 160
    agents: int = 10_000
    of_agent: int = 4
    cache_mb: int = 16
    rounds: int = 5
    queries: int = 20
    adds: int = 10


def ask_all(agent: Agent, asked: list[str]) -> None:
    """Search for every question once, to fill the embedding cache and the index."""
    for text in asked:
        agent.search(text)


def ms(times: list[float]) -> str:
    """The median of times in seconds, as milliseconds."""
    return f"{1000 * statistics.median(times):.2f} ms"
