"""How much of the evidence stands in what a model really gets to read."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from recollect.bench.recall import BUDGETS, Answered, Asked, shares_of
from recollect.memory import Memory
from recollect.model.hit import Scope
from recollect.model.receipt import Context


@dataclass(frozen=True, slots=True)
class Rendered:
    """The contexts of one question, one for each budget: what they held, and how large they were."""

    answer: Answered
    tokens: dict[int, int]


def render(memory: Memory, questions: Iterable[Asked]) -> list[Rendered]:
    """Ask for the contexts of all questions, over what `evaluate` has stored."""
    return [rendered(asked, partial(_context, memory, asked)) for asked in questions]


def _context(memory: Memory, asked: Asked, budget: int) -> Context:
    return memory.agent(asked.sample).context(asked.text, tokens=budget)


def rendered(asked: Asked, made: Callable[[int], Context]) -> Rendered:
    """The contexts of one question as they are made for each budget."""
    found: dict[str, bool] = {}
    tokens: dict[int, int] = {}
    taken = []
    for budget in BUDGETS:
        start = time.perf_counter()
        context = made(budget)
        taken.append(time.perf_counter() - start)
        shown = {item.id for item in context.receipt.items if item.scope is Scope.TURNS}
        found |= shares_of(f"@{budget // 1000}k", shown, asked.evidence)
        tokens[budget] = context.tokens
    return Rendered(Answered(asked, found, max(taken)), tokens)
