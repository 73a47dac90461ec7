"""The order in which a context is filled: a table of steps, and the token limit of each."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, assert_never

from recollect.context.candidates import Candidates
from recollect.context.page import Page
from recollect.context.pieces import Piece
from recollect.context.sections import Budgets
from recollect.domain.receipt import Section

# Original statements leave this many tokens to the memories and summaries that repeat them.
_REPETITION_TOKENS: Final = 40
# Standing instructions may take this share of a context before there are answers, and those about
# the way to answer more, as they matter for every answer; most of it remains for answers.
_INSTRUCTION_SHARE: Final = 0.15
_ANSWERING_SHARE: Final = 0.25
# A context without answers stays this short, unless these shares are larger.
_SILENT_TOKENS: Final = 120


class Limit(Enum):
    """How many tokens the page may have after a step."""

    # The whole context.
    CONTEXT = auto()
    # A part of the tokens that are free before there are instructions; a larger one.
    INSTRUCTIONS = auto()
    ANSWERING = auto()
    # The profile with its instructions in a context with a question (setting `profile_tokens`).
    PROFILE_LINES = auto()
    # All but a few tokens, if the agent has memories.
    STATEMENTS = auto()
    # The whole context if it has answers, else few tokens.
    REST = auto()


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
    Step("instructions about answers", Candidates.answering_instructions, Limit.ANSWERING),
    Step("standing instructions", Candidates.standing_instructions, Limit.INSTRUCTIONS),
    Step("profile", Candidates.profile, Limit.PROFILE_LINES, split=True),
)
# With a question: what answers it. A question that nothing answers gets the profile only.
QUESTION_STEPS: Final = (
    Step("recaps that are asked for", Candidates.requested_recaps),
    Step("everything, if that is asked for", Candidates.requested_overview),
    Step("memories of the best hits", Candidates.best_learned),
    Step("original statements", Candidates.original_statements, Limit.STATEMENTS),
    Step("other answers", Candidates.answers),
    # Instructions that had no room so far come before other lines of the profile.
    Step(
        "other instructions about answers",
        Candidates.answering_instructions,
        Limit.PROFILE_LINES,
        split=False,
    ),
    Step("other instructions", Candidates.standing_instructions, Limit.PROFILE_LINES, split=False),
    Step("profile", Candidates.profile, Limit.PROFILE_LINES, split=False),
    Step("memories, without a profile", Candidates.profile_memories, Limit.PROFILE_LINES),
    Step("answers that fit after a recount", Candidates.answers, settle=True),
    Step(
        "instructions in the room that is left",
        Candidates.standing_instructions,
        Limit.REST,
        split=False,
    ),
)
# Without a question: what is worth knowing about the user.
OVERVIEW_STEPS: Final = (
    Step("profile", Candidates.profile, split=False),
    Step("memories", Candidates.memories),
    Step("summaries", Candidates.summaries),
    Step("relationships", Candidates.relationships),
)


def fill(page: Page, candidates: Candidates, budgets: Budgets, *, fixed_only: bool = False) -> None:
    """Fill the page with the candidates, step by step."""
    steps = OVERVIEW_STEPS if candidates.query.text is None else QUESTION_STEPS
    for step in (*FIXED_STEPS, *(() if fixed_only else steps)):
        if step.split not in {None, candidates.query.split}:
            continue
        if step.settle:
            page.settle()
        limit = _tokens(step.limit, page, candidates, budgets)
        page.fill(step.pieces(candidates), limit)
    page.settle()


def _tokens(limit: Limit, page: Page, candidates: Candidates, budgets: Budgets) -> int | None:
    """A limit in tokens; None for the whole context."""
    cap, used = candidates.query.tokens, page.used
    match limit:
        case Limit.CONTEXT:
            return None
        case Limit.INSTRUCTIONS | Limit.ANSWERING:
            share = _ANSWERING_SHARE if limit is Limit.ANSWERING else _INSTRUCTION_SHARE
            others = used - page.used_by(Section.PROFILE)
            return others + round(share * (cap - others))
        case Limit.PROFILE_LINES:
            return used + budgets.profile_lines - page.used_by(Section.PROFILE)
        case Limit.STATEMENTS:
            return cap - _REPETITION_TOKENS if candidates.stored.all else None
        case Limit.REST:
            return None if page.has_answers else _SILENT_TOKENS
        case _:
            assert_never(limit)
