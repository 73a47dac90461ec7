"""Of turns and memories what a search index needs, a column at a time: an agent may have many, and nouns take long."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self


class TurnRow(NamedTuple):
    """One turn; its `place` is its index, its times are microseconds."""

    conversation: str
    id: str
    place: int
    speaker: str | None
    role: str
    at: int
    recorded_at: int
    # By the reader asked for; where there is none, the text itself.
    reading: bytes | None
    content: str | None
    # In the space asked for.
    vector: bytes | None


class EntryRow(NamedTuple):
    """One memory; `at` is when it began to hold, as far as that is known."""

    id: str
    kind: str
    status: str
    at: int
    recorded_at: int
    reading: bytes | None
    content: str | None
    vector: bytes | None
    # Whether it says how two things stand to each other.
    linked: int


class TurnColumns(NamedTuple):
    """Turns, each at the same place of every column."""

    conversation: tuple[str, ...] = ()
    id: tuple[str, ...] = ()
    place: tuple[int, ...] = ()
    speaker: tuple[str | None, ...] = ()
    role: tuple[str, ...] = ()
    at: tuple[int, ...] = ()
    recorded_at: tuple[int, ...] = ()
    reading: tuple[bytes | None, ...] = ()
    content: tuple[str | None, ...] = ()
    vector: tuple[bytes | None, ...] = ()

    @classmethod
    def of(cls, rows: Sequence[tuple[Any, ...]]) -> Self:
        """The columns of rows."""
        return cls(*zip(*rows, strict=True))

    def rows(self) -> list[TurnRow]:
        """The turns one by one."""
        return [TurnRow._make(row) for row in zip(*self, strict=True)]


class EntryColumns(NamedTuple):
    """Memories, each at the same place of every column."""

    id: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    at: tuple[int, ...] = ()
    recorded_at: tuple[int, ...] = ()
    reading: tuple[bytes | None, ...] = ()
    content: tuple[str | None, ...] = ()
    vector: tuple[bytes | None, ...] = ()
    linked: tuple[int, ...] = ()

    @classmethod
    def of(cls, rows: Sequence[tuple[Any, ...]]) -> Self:
        """The columns of rows."""
        return cls(*zip(*rows, strict=True))

    def rows(self) -> list[EntryRow]:
        """The memories one by one."""
        return [EntryRow._make(row) for row in zip(*self, strict=True)]
