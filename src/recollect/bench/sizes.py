"""Speed: how much is stored, and what the measurements share."""

import statistics
from dataclasses import dataclass

from recollect.memory import Agent

ONE = "one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much is stored and how often it is asked; the bounds speak of these."""

    turns: int = 100_000
    small: int = 1_000
    others: int = 1_000
    of_each: int = 100
    opened: int = 10_000
    agents: int = 10_000
    of_agent: int = 4
    cache_mb: int = 16
    rounds: int = 5
    queries: int = 20
    adds: int = 10


def ask_all(agent: Agent, asked: list[str]) -> None:
    """Ask every question once, so that its embedding is known and the index is there."""
    for text in asked:
        agent.search(text)


def ms(times: list[float]) -> str:
    """The median of some seconds, in milliseconds."""
    return f"{1000 * statistics.median(times):.2f} ms"
