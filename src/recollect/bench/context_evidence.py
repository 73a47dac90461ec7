"""How much of the evidence is in the contexts that a model reads."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType

from recollect.bench.recall import BUDGETS, Answered, BenchQuestion, shares_of
from recollect.domain.hit import Scope
from recollect.domain.receipt import Context
from recollect.memory import Memory

# Whether evidence begins within this many tokens of the smallest context.
EARLY = "first 200"
_EARLY_TOKENS = 200
# The source turns of each memory, by its id.
SourceTurns = Mapping[str, Collection[str]]


@dataclass(frozen=True, slots=True)
class ContextResult:
    """The contexts of one question, one per budget: the evidence in them, and their size.

    `told` also counts a turn as shown if a memory learned from it is shown.
    """

    answer: Answered
    told: Answered
    tokens: dict[int, int]


def measure_all_contexts(memory: Memory, questions: Iterable[BenchQuestion]) -> list[ContextResult]:
    """The contexts of all questions, over what `evaluate` has stored."""
    sources = cache(partial(source_turns, memory))
    return [
        measure_contexts(asked, partial(_context, memory, asked), sources(asked.sample))
        for asked in questions
    ]


def source_turns(memory: Memory, sample: str) -> SourceTurns:
    """The source turns of each memory of a conversation."""
    entries = memory.agent(sample).memories.list()
    return {entry.id: {source.turn_id for source in entry.sources} for entry in entries}


def _context(memory: Memory, asked: BenchQuestion, budget: int) -> Context:
    return memory.agent(asked.sample).context(asked.text, tokens=budget)


def measure_contexts(
    asked: BenchQuestion,
    context_for: Callable[[int], Context],
    sources: SourceTurns = MappingProxyType({}),
) -> ContextResult:
    """The contexts of one question, one per budget."""
    found: dict[str, bool] = {}
    told: dict[str, bool] = {}
    tokens: dict[int, int] = {}
    taken = []
    for budget in BUDGETS:
        start = time.perf_counter()
        context = context_for(budget)
        taken.append(time.perf_counter() - start)
        items = context.receipt.items
        shown = {item.id for item in items if item.scope is Scope.TURNS}
        learned_from = {turn for item in items for turn in sources.get(item.id, ())}
        found |= shares_of(f"@{budget // 1000}k", shown, asked.evidence)
        told |= shares_of(f"@{budget // 1000}k", shown | learned_from, asked.evidence)
        tokens[budget] = context.tokens
        if budget == BUDGETS[0]:
            found[EARLY] = _is_early(context, asked.evidence, {})
            told[EARLY] = _is_early(context, asked.evidence, sources)
    slowest = max(taken)
    return ContextResult(Answered(asked, found, slowest), Answered(asked, told, slowest), tokens)


def _is_early(context: Context, evidence: Collection[str], sources: SourceTurns) -> bool:
    used = 0
    for item in context.receipt.items:
        if not {item.id, *sources.get(item.id, ())}.isdisjoint(evidence):
            return used <= _EARLY_TOKENS
        used += item.tokens
    return False
