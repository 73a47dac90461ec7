"""What was understood of a conversation before it is believed: proposals, and what they speak of."""

from dataclasses import dataclass
from datetime import datetime

from recollect.domain.entry import USER as USER
from recollect.domain.entry import Kind, Origin
from recollect.domain.graph import EntityType as EntityType
from recollect.domain.graph import Link as Link
from recollect.domain.graph import Mention as Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A statement that somebody made, before it is compared with what is known.

    `quote` are the characters `start` to `end` of the turn it rests on. `content` is the quote itself, or one plain
    sentence in the same language where that is certain. `subject` is whom it is about, `speaker` who said it ("" for a
    user without a name). `attribute` and `value` say what it states, where it is one of the closed attributes. `when` is
    the calendar date that a relative date in the quote comes to.
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
    # A standing instruction to the assistant; the speaker takes back something said before.
    standing: bool = False
    corrects: bool = False
    # Only worth keeping if it changes something that is known.
    tentative: bool = False
    # How long the longest statement in the quote is, where it has several; 0 where it is one.
    longest: int = 0
    # How likely the message it stands in changes something that is known.
    changes: float = 1.0
    # What a core model says this replaces or repeats, by id.
    ends: tuple[str, ...] = ()
    repeats: str | None = None
    # What read it: the weights, or the model and its prompt.
    learned_with: str = ""
    entities: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
