"""How much of the evidence stands in what a model really gets to read."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from recollect.bench.recall import BUDGETS, Answered, Asked, shares_of
from recollect.memory import Memory
from recollect.model.hit import Scope


@dataclass(frozen=True, slots=True)
class Rendered:
    """The contexts of one question, one for each budget: what they held, and how large they were."""

    answer: Answered
    tokens: dict[int, int]


def render(memory: Memory, questions: Iterable[Asked]) -> list[Rendered]:
    """Ask for the contexts of all questions, over what `evaluate` has stored."""
    return [_rendered(memory, asked) for asked in questions]


def _rendered(memory: Memory, asked: Asked) -> Rendered:
    found: dict[str, bool] = {}
    tokens: dict[int, int] = {}
    taken = []
    for budget in BUDGETS:
        start = time.perf_counter()
        context = memory.agent(asked.sample).context(asked.text, tokens=budget)
        taken.append(time.perf_counter() - start)
        shown = {item.id for item in context.receipt.items if item.scope is Scope.TURNS}
        found |= shares_of(f"@{budget // 1000}k", shown, asked.evidence)
        tokens[budget] = context.tokens
    return Rendered(Answered(asked, found, max(taken)), tokens)
