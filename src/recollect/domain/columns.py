"""Turns and memories as columns, for search indexes: objects are too slow for very many."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self


class TurnRow(NamedTuple):
    """One turn; `place` is its index, times are in microseconds."""

    conversation: str
    id: str
    place: int
    speaker: str | None
    role: str
    at: int
    recorded_at: int
    # The reading of the requested reader; if there is none, `content` is set instead.
    reading: bytes | None
    content: str | None
    # The vector in the requested space.
    vector: bytes | None
    # The UTC offset of the speaker's clock in seconds.
    utc_offset: int


class EntryRow(NamedTuple):
    """One memory; `at` is when it became valid, or was recorded."""

    id: str
    kind: str
    status: str
    at: int
    recorded_at: int
    reading: bytes | None
    content: str | None
    vector: bytes | None
    # Whether it has links between entities.
    linked: int


class TurnColumns(NamedTuple):
    """Turns, one tuple per column."""

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
    utc_offset: tuple[int, ...] = ()

    @classmethod
    def from_rows(cls, rows: Sequence[tuple[Any, ...]]) -> Self:
        """The columns of rows."""
        return cls(*zip(*rows, strict=True))

    def rows(self) -> list[TurnRow]:
        """The turns one by one."""
        return [TurnRow._make(row) for row in zip(*self, strict=True)]


class EntryColumns(NamedTuple):
    """Memories, one tuple per column."""

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
    def from_rows(cls, rows: Sequence[tuple[Any, ...]]) -> Self:
        """The columns of rows."""
        return cls(*zip(*rows, strict=True))

    def rows(self) -> list[EntryRow]:
        """The memories one by one."""
        return [EntryRow._make(row) for row in zip(*self, strict=True)]
