"""How much of the evidence stands in what a model really gets to read."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType

from recollect.bench.recall import BUDGETS, Answered, BenchQuestion, shares_of
from recollect.domain.hit import Scope
from recollect.domain.receipt import Context
from recollect.memory import Memory

# The turns that a memory, by its id, was made of.
Told = Mapping[str, Collection[str]]


@dataclass(frozen=True, slots=True)
class Rendered:
    """The contexts of one question, one for each budget: what they held, and how large they were.

    In `told` a turn counts as shown, too, where a memory made of it is.
    """

    answer: Answered
    told: Answered
    tokens: dict[int, int]


def render(memory: Memory, questions: Iterable[BenchQuestion]) -> list[Rendered]:
    """Ask for the contexts of all questions, over what `evaluate` has stored."""
    told = cache(partial(_told, memory))
    return [
        rendered(asked, partial(_context, memory, asked), told(asked.sample)) for asked in questions
    ]


def _told(memory: Memory, sample: str) -> Told:
    entries = memory.agent(sample).memories.list()
    return {entry.id: {source.turn_id for source in entry.sources} for entry in entries}


def _context(memory: Memory, asked: BenchQuestion, budget: int) -> Context:
    return memory.agent(asked.sample).context(asked.text, tokens=budget)


def rendered(
    asked: BenchQuestion, made: Callable[[int], Context], told: Told = MappingProxyType({})
) -> Rendered:
    """The contexts of one question as they are made for each budget."""
    found: dict[str, bool] = {}
    retold: dict[str, bool] = {}
    tokens: dict[int, int] = {}
    taken = []
    for budget in BUDGETS:
        start = time.perf_counter()
        context = made(budget)
        taken.append(time.perf_counter() - start)
        items = context.receipt.items
        shown = {item.id for item in items if item.scope is Scope.TURNS}
        said_by = {turn for item in items for turn in told.get(item.id, ())}
        found |= shares_of(f"@{budget // 1000}k", shown, asked.evidence)
        retold |= shares_of(f"@{budget // 1000}k", shown | said_by, asked.evidence)
        tokens[budget] = context.tokens
    slowest = max(taken)
    return Rendered(Answered(asked, found, slowest), Answered(asked, retold, slowest), tokens)
