"""The results of extraction and summarization, and what a model failed to answer."""

from dataclasses import dataclass
from datetime import datetime

from recollect.domain.ids import digest
from recollect.domain.learning import Proposal
from recollect.domain.ports import Entries
from recollect.domain.recap import Recap
from recollect.domain.turn import Turn
from recollect.domain.writes import PutAnswer


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Turns of one conversation that a model was asked about together without success, and why."""

    turns: tuple[Turn, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """The proposals of an extractor, and the model's answers to store."""

    proposals: tuple[Proposal, ...]
    answers: tuple[PutAnswer, ...] = ()
    # Why other candidates were refused, without any user text.
    refused: tuple[str, ...] = ()
    # More questions remain: for now there are only answers, and no proposals.
    left: bool = False
    # Turns that will not be answered.
    unanswered: Unanswered | None = None


@dataclass(frozen=True, slots=True)
class Recapped:
    """The recap of a conversation up to the turn with index `through`.

    `answers` are the model's answers to store; `due_at` is when the remaining turns are summarized
    if the conversation stays silent.
    """

    recap: Recap
    through: int
    answers: tuple[PutAnswer, ...] = ()
    due_at: datetime | None = None


def is_dead_letter(store: Entries, agent: str, turn: Turn) -> bool:
    """Whether a turn failed and waits for a retry."""
    return bool(store.answer(agent, dead_letter_key(turn)))


def dead_letter_key(turn: Turn) -> str:
    """The key under which a turn is marked as a dead letter."""
    return digest("aside", turn.conversation, turn.id)
