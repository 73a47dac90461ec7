"""The order in which a context is filled: a table of steps, and the token limit of each."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, assert_never

from recollect.context.candidates import Candidates
from recollect.context.page import Page
from recollect.context.pieces import Piece
from recollect.context.sections import Budgets

# The share of the free tokens for answers to the question; the rest is for general knowledge.
_ANSWER_SHARE: Final = 0.95
# Original statements may use all but this many tokens even of a large context: their last lines are
# worth more than the first lines that repeat them. With 1,000 tokens each twentieth costs half a
# point of evidence, which is about what memories gain by replacing their turns.
_REPETITION_TOKENS: Final = 40
# The share of what the overrides leave for a profile that must not depend on the question. Most of
# the context remains for answers.
_SPLIT_PROFILE_SHARE: Final = 0.25


class Limit(Enum):
    """How many tokens the page may have after a step."""

    # The whole context.
    CONTEXT = auto()
    # A quarter of the tokens that are free when the step begins.
    SPLIT_PROFILE = auto()
    # 95 % of the tokens that are free when the first answer is offered.
    ANSWERS = auto()
    # As ANSWERS, or the budget for excerpts if that is more. The whole context if the agent has no
    # entries.
    STATEMENTS = auto()


@dataclass(frozen=True, slots=True)
class Step:
    """Which pieces are offered to the page, and up to which limit."""

    name: str
    pieces: Callable[[Candidates], Iterable[Piece]]
    limit: Limit = Limit.CONTEXT
    # Whether it takes place only if the context is, or is not, split between the system message
    # and the user's message.
    split: bool | None = None
    # Recount the page first, so that tokens lost to rounding become available.
    settle: bool = False


# These steps must not depend on the question: they are the cacheable part of a split context.
FIXED_STEPS: Final = (
    Step("overrides", Candidates.overrides),
    Step("profile", Candidates.profile, Limit.SPLIT_PROFILE, split=True),
)
QUESTION_STEPS: Final = (
    Step("original statements", Candidates.original_statements, Limit.STATEMENTS),
    Step("memories of the best hits", Candidates.best_learned),
    Step("other answers", Candidates.answers, Limit.ANSWERS),
    Step("profile", Candidates.profile, split=False),
    Step("memories", Candidates.memories),
    Step("summaries", Candidates.summaries),
    Step("relationships", Candidates.relationships),
    Step("answers beyond their share", Candidates.answers),
    Step("answers that fit after a recount", Candidates.answers, settle=True),
    Step("turns next to the answers", Candidates.neighbours),
)


def fill(page: Page, candidates: Candidates, budgets: Budgets) -> None:
    """Fill the page with the candidates, step by step."""
    for steps in (FIXED_STEPS, QUESTION_STEPS):
        used_before = page.used
        for step in steps:
            if step.split not in {None, candidates.query.split}:
                continue
            if step.settle:
                page.settle()
            limit = _tokens(step.limit, page.used, used_before, candidates, budgets)
            page.fill(step.pieces(candidates), limit)
    page.settle()


def _tokens(
    limit: Limit, used: int, used_before: int, candidates: Candidates, budgets: Budgets
) -> int | None:
    """A limit in tokens; None for the whole context.

    `used` is the size of the page now, `used_before` that at the start of the table.
    """
    cap = candidates.query.tokens
    answers = used_before + round(_ANSWER_SHARE * (cap - used_before))
    match limit:
        case Limit.CONTEXT:
            return None
        case Limit.SPLIT_PROFILE:
            return used + round(_SPLIT_PROFILE_SHARE * (cap - used))
        case Limit.ANSWERS:
            return answers
        case Limit.STATEMENTS:
            excerpts = min(cap - _REPETITION_TOKENS, used_before + budgets.excerpts)
            return max(answers, excerpts) if candidates.stored else None
        case _:
            assert_never(limit)
