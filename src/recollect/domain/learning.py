"""Proposals: statements extracted from a conversation, before they are verified."""

from dataclasses import dataclass
from datetime import datetime

from recollect.domain.entry import USER as USER
from recollect.domain.entry import Kind, Origin
from recollect.domain.graph import EntityType as EntityType
from recollect.domain.graph import Link as Link
from recollect.domain.graph import Mention as Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """An extracted statement, before it is compared with known memories.

    `quote` is the text from `start` to `end` of its turn. `content` is the quote itself, or one
    plain sentence in the same language. `subject` is whom it is about, `speaker` who said it ("" for
    a user without a name). `attribute` and `value` are set if it states a closed attribute. `when` is
    the calendar date that a relative date in the quote resolves to.
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
    # Kept only if it changes a known memory.
    tentative: bool = False
    # The length of the longest statement if the quote has several, otherwise 0.
    longest: int = 0
    # The probability that its message changes a known memory.
    changes: float = 1.0
    # The ids of memories that this replaces or repeats, according to a core model.
    ends: tuple[str, ...] = ()
    repeats: str | None = None
    # What extracted it: the version of the weights, or the model and its prompt.
    learned_with: str = ""
    entities: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
