"""What a file to import contains: conversations, statements, and what has no place in Recollect."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from recollect.domain.entry import Kind
from recollect.domain.metadata import Json


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
