"""What a file to import contains: conversations, statements, and what has no place in Recollect."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from recollect.domain.checks import EARLIEST, LATEST
from recollect.domain.entry import Kind
from recollect.domain.metadata import Json

# Above this, a number is a time in milliseconds: in seconds it would lie after 2286.
_MILLISECONDS: Final = 10_000_000_000


@dataclass(frozen=True, slots=True)
class ImportedConversation:
    """A part of a conversation; the file names `agent`, `left_out` counts skipped messages."""

    agent: str | None
    conversation: str
    title: str | None
    turns: list[dict[str, Any]]
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedMemory:
    """A statement, or with a `key` a section of a document; `at` is when it was written.

    `id` is the other program's id; without one, equal statements are the same memory. `link` is
    the relation it states: subject, relation, object.
    """

    content: str
    agent: str | None = None
    id: str | None = None
    at: datetime | None = None
    kind: Kind = Kind.FACT
    subject: str | None = None
    key: str | None = None
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Json] = field(default_factory=dict)
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    link: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class NotImported:
    """Something that is not imported, in words ("tool calls"), and how many of it."""

    what: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Notice:
    """What the person who imports the file should know, in one sentence."""

    text: str


ImportedItem: TypeAlias = ImportedConversation | ImportedMemory | NotImported | Notice


def moment(value: object) -> datetime | None:
    """A time of the file in UTC unless it names its zone; None if it is missing or unusable."""
    try:
        match value:
            case bool() | None:
                return None
            case int() | float():
                seconds = value / 1000 if value > _MILLISECONDS else value
                read = datetime.fromtimestamp(seconds, UTC) if value > 0 else None
            case str():
                read = datetime.fromisoformat(value.strip())
            case datetime():
                read = value
            case _:
                return None
        if read is None:
            return None
        aware = read if read.tzinfo else read.replace(tzinfo=UTC)
        in_range = EARLIEST.year < aware.astimezone(UTC).year < LATEST.year
    except (ValueError, OverflowError, OSError):
        return None
    return aware if in_range else None


def fields_of(value: object) -> dict[str, Any]:
    """The value if it is a JSON object, otherwise an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[Any]:
    """The value if it is a JSON list, otherwise an empty one."""
    return value if isinstance(value, list) else []


def text_of(value: object) -> str:
    """The value without surrounding space if it is text, otherwise nothing."""
    return value.strip() if isinstance(value, str) else ""
