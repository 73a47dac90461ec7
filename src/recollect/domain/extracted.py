"""What an extractor or a recap comes to, and what a model could not answer."""

from dataclasses import dataclass
from datetime import datetime

from recollect.domain.ids import digest
from recollect.domain.learning import Proposal
from recollect.domain.ports import Store
from recollect.domain.recap import Recap
from recollect.domain.turn import Turn
from recollect.domain.writes import PutAnswer


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Turns of one conversation that were asked about as one, in vain, and why it was in vain."""

    turns: tuple[Turn, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """What an extractor proposes, and what a model has said on the way."""

    proposals: tuple[Proposal, ...]
    answers: tuple[PutAnswer, ...] = ()
    # Why each of the others is not proposed, in no words of anybody's;
    refused: tuple[str, ...] = ()
    # and that more has to be asked, so that for now there is nothing but the answers,
    left: bool = False
    # or what there will be no answer to.
    unanswered: Unanswered | None = None


@dataclass(frozen=True, slots=True)
class Recapped:
    """The recap of a conversation up to the turn of index `through`.

    `answers` is what a model has said on the way, and `due_at` when the turns behind that are
    recapped if nothing more is said.
    """

    recap: Recap
    through: int
    answers: tuple[PutAnswer, ...] = ()
    due_at: datetime | None = None


def is_aside(store: Store, agent: str, turn: Turn) -> bool:
    """Whether a turn waits for a retry."""
    return bool(store.answer(agent, aside_key(turn)))


def aside_key(turn: Turn) -> str:
    """The key under which a turn is marked as set aside."""
    return digest("aside", turn.conversation, turn.id)
