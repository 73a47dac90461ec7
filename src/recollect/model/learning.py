"""What was understood of a conversation before it is believed: proposals, and what they speak of."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from recollect.model.entry import Kind, Origin
from recollect.model.graph import EntityType as EntityType
from recollect.model.graph import Link as Link
from recollect.model.graph import Mention as Mention

# Whom a statement is about when it is about the person who talks to the assistant.
USER: Final = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A statement that somebody made, as an extractor understood it.

    `content` is one sentence in the speaker's own language that can be understood alone; `quote` are the characters
    `start` to `end` of the turn it rests on. `attribute` names what is said of the subject where that is known
    ("home", "employer", "diet", …), and `single` says that there can only be one of it at a time, so that a new one
    takes the place of the old. `corrects` says that the speaker takes back something said before.
    """

    kind: Kind
    content: str
    subject: str
    turn_id: str
    start: int
    end: int
    quote: str
    origin: Origin = Origin.USER
    confidence: float = 0.5
    tags: tuple[str, ...] = ()
    key: str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    attribute: str | None = None
    single: bool = False
    corrects: bool = False
    entities: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
