"""One message of a conversation."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeVar

from recollect.domain.clock import local_time
from recollect.domain.metadata import Metadata
from recollect.domain.provenance import Origin
from recollect.errors import Conflict

T = TypeVar("T")


class Role(StrEnum):
    """The author of a message."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Tier(StrEnum):
    """How long a turn is expected to matter."""

    SHORT_TERM = "short_term"
    LONG_TERM = "long_term"


class View(StrEnum):
    """How a context window shows a turn; the stored text never changes."""

    FULL = "full"
    COMPRESSED = "compressed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Reading:
    """The hashed terms of a text, in a format that only the named reader can decode."""

    reader: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTurn:
    """A checked and redacted message to be stored; the store assigns its index."""

    role: Role
    content: str
    at: datetime
    tokens: int
    recorded_at: datetime
    at_given: bool = False
    utc_offset: int = 0
    id: str | None = None
    # Without an id: True stores a repetition as a new turn, False finds the existing one.
    repeatable: bool = False
    occurrence: int = 0
    speaker: str | None = None
    origin: Origin | None = None
    metadata: Metadata = field(default_factory=dict)
    reading: Reading | None = None
    # For a summary: it replaces all turns with a lower index.
    covers: int | None = None

    def settled(self, turn_id: str, conversation: str, index: int) -> "Turn":
        """The turn as it is stored."""
        return Turn(
            id=turn_id,
            conversation=conversation,
            index=index,
            role=self.role,
            content=self.content,
            at=self.at,
            recorded_at=self.recorded_at,
            tokens=self.tokens,
            speaker=self.speaker,
            origin=self.origin,
            metadata=self.metadata,
            covers=self.covers,
            utc_offset=self.utc_offset,
        )

    @property
    def local(self) -> datetime:
        """When it was said, in the speaker's local time."""
        return local_time(self.at, self.utc_offset)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A stored message; `index` is its position in the conversation, `at` is in UTC."""

    id: str
    conversation: str
    index: int
    role: Role
    content: str
    at: datetime
    recorded_at: datetime
    tokens: int
    speaker: str | None = None
    metadata: Metadata = field(default_factory=dict)
    tier: Tier = Tier.SHORT_TERM
    # As stored: the base, or 1 once promoted. Listings of a conversation score it as of now.
    relevance: float = 0.5
    view: View = View.FULL
    covers: int | None = None
    # The UTC offset of the speaker's clock in seconds; "tomorrow" is relative to that clock.
    utc_offset: int = 0
    # Where the application says its words come from; None: it is told by their form.
    origin: Origin | None = None

    @property
    def local(self) -> datetime:
        """When it was said, in the speaker's local time."""
        return local_time(self.at, self.utc_offset)

    def check_same(self, role: Role, content: str) -> None:
        """Conflict if a turn with its id has other content."""
        if (self.role, self.content) != (role, content):
            message = f"turn {self.id!r} of conversation {self.conversation!r} has other content"
            raise Conflict(message, field="id")

    @property
    def voice(self) -> Role:
        """Whose words it has: those of a tool, if it was said so of a user's message."""
        return Role.TOOL if self.origin is Origin.TOOL else self.role


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a list: some items from an offset, or the last ones."""

    limit: int | None = None
    offset: int = 0
    last: int | None = None

    def of(self, items: Sequence[T]) -> list[T]:
        """The items of this part."""
        start = self.offset if self.last is None else max(len(items) - self.last, 0)
        return [*items[start:]][: self.limit]


WHOLE: Final = Slice()


@dataclass(frozen=True, slots=True)
class Ingested:
    """The result of an ingest: how many turns are new, how many existed, and all ids in order."""

    conversation: str
    added: int
    duplicates: int
    ids: tuple[str, ...]
