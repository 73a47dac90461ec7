"""The results of extraction and summarization, before they are verified and stored."""

from dataclasses import dataclass
from datetime import datetime

from recollect.domain.entry import Kind, Source
from recollect.domain.graph import Link, Mention
from recollect.domain.ids import digest
from recollect.domain.ports import Entries
from recollect.domain.provenance import Origin
from recollect.domain.recap import Recap
from recollect.domain.turn import Turn
from recollect.domain.writes import PutAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """What a request to forget names: its texts, and of each the words that name something.

    `refers_back` is "forget that"; `is_explicit` if it names the speaker's own, or the memory.
    """

    texts: tuple[str, ...]
    words: tuple[str, ...]
    everything: bool
    refers_back: bool
    is_explicit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """An extracted statement, before it is compared with known memories.

    `quote` is the text from `start` to `end` of its turn. `content` is the quote itself, or one
    plain sentence in the same language. `subject` is whom it is about, `speaker` who said it (""
    for a user without a name). `attribute` and `value` are set if it states a closed attribute.
    `when` is the calendar date that a relative date in the quote resolves to.
    """

    kind: Kind
    content: str
    subject: str
    turn_id: str
    start: int
    end: int
    quote: str
    speaker: str = ""
    origin: Origin = Origin.USER
    confidence: float = 0.5
    tags: tuple[str, ...] = ()
    key: str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    when: str = ""
    attribute: str | None = None
    value: str | None = None
    # A standing instruction to the assistant; a correction of something said before.
    standing: bool = False
    corrects: bool = False
    # True only from, on or until a day that may be still to come, so that it ends nothing now.
    limited: bool = False
    # Kept only if it changes a known memory.
    tentative: bool = False
    # Compared with standing instructions alone.
    only_instructions: bool = False
    # The length of the longest statement if the quote has several, otherwise 0.
    longest: int = 0
    # Whether it is one of several clauses of a sentence, each a statement of its own.
    is_clause: bool = False
    # The probability that its message changes a known memory.
    changes: float = 1.0
    # The ids of memories that this replaces or repeats, according to a core model.
    ends: tuple[str, ...] = ()
    repeats: str | None = None
    # What extracted it: the version of the weights, or the model and its prompt.
    learned_with: str = ""
    # Not a statement, but a request to forget, and the user's message before it.
    asks_to_delete: Targets | None = None
    after: Source | None = None
    entities: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()


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
