"""Request and response models of the memory routes."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Self

from pydantic import BaseModel, Field

from recollect.domain.checks import check_moment
from recollect.domain.entry import (
    SHOWN,
    SHOWN_AS_OF,
    Change,
    EntryFilter,
    Kind,
    Priority,
    Status,
    Tally,
)
from recollect.domain.provenance import Origin
from recollect.domain.turn import Turn
from recollect.errors import InvalidInput
from recollect.memory.memories import entry_filter
from recollect.server.field_types import Confirm, Given, GivenTime, KindName, Moment, Name
from recollect.server.resource_schemas import ListedMemoryOut, MemoryOut
from recollect.server.schemas import BY_WORDS, Paged, RequestModel, ResponseModel, optional

FORMAT: Final = 1
_AGENT = optional("The agent; default: all agents that the caller has access to.")
_MOMENT: Final = "in ISO 8601 with a time zone"


class AgentQuery(RequestModel):
    """The agent whose memories to use."""

    agent_id: Name | None = _AGENT


def _parsed(text: str | None) -> Any:
    """The conditions of a query parameter; the library checks them."""
    try:
        return None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidInput("metadata is not JSON", field="metadata") from None


class MemoryFilterIn(AgentQuery):
    """Filters for memories."""

    kind: KindName | None = optional("Only this kind.")
    type: KindName | None = optional("Alias of `kind`.")
    priority: Given[Priority | None] = optional("Only this priority.")
    status: Given[Status | None] = optional("Only this status; default: active and review.")
    after: GivenTime = optional(f"Only memories recorded at this time or later, {_MOMENT}.")
    before: GivenTime = optional(f"Only memories recorded before this time, {_MOMENT}.")
    metadata: Given[str | None] = optional(
        'Conditions on the metadata, as JSON, such as `{"year": {"$gte": 2020}}`.'
    )
    conversation_id: Name | None = optional("Only what was learned from this conversation.")
    turn_id: Name | None = optional("Only what was learned from this turn.")

    def as_filter(self) -> EntryFilter:
        """Return the validated filter."""
        return entry_filter(
            kind=one_kind(self.kind, self.type),
            status=self.status,
            priority=self.priority,
            after=self.after,
            before=self.before,
            metadata=_parsed(self.metadata),
            conversation=self.conversation_id,
            turn_id=self.turn_id,
        )


class ListIn(MemoryFilterIn, Paged):
    """Filters, search text and page of a list of memories."""

    q: Given[str | None] = optional(
        "Search by keyword and meaning, best first; without it, the last learned first."
    )
    as_of: GivenTime = optional(
        f"Memories of one agent that were said by this time and valid then, {_MOMENT}."
    )

    def as_filter(self) -> EntryFilter:
        """Return the validated filter; with `as_of`, archived memories pass as well."""
        chosen = super().as_filter()
        if self.as_of is None or self.status is not None:
            return chosen
        return replace(chosen, statuses=tuple(SHOWN_AS_OF))

    @property
    def moment(self) -> datetime | None:
        """The validated `as_of`, which cannot be combined with `q`."""
        if self.as_of is None:
            return None
        if self.q is not None:
            raise InvalidInput(
                "as_of cannot be combined with q: to search the past, send as_of to /api/v1/search",
                field="q",
            )
        return check_moment(self.as_of, "as_of")


class ClearIn(AgentQuery):
    """The agent whose memories to delete, and the confirmation."""

    confirm: Confirm = Field(default=False, description="`true`, or nothing is deleted.")


class NewMemoryIn(RequestModel):
    """A memory to create."""

    agent_id: Name = Field("default", description="The agent that remembers; created on first use.")
    content: Given[str] = Field(description="One self-contained sentence.")
    kind: KindName | None = optional("Default: `fact`.")
    type: KindName | None = optional("Alias of `kind`.")
    subject: Given[str | None] = optional("Whom it is about.")
    key: Given[str | None] = optional(
        "A key: a new statement with the same key replaces the old one."
    )
    confidence: Given[float] = Field(0.5, description="From 0 to 1.")
    priority: Given[Priority | None] = optional("Default: depends on the kind.")
    tags: Given[list[str]] = Field((), description="Labels.")
    metadata: Given[dict[str, Any] | None] = None
    pinned: Given[bool] = Field(default=False, description="It never fades.")
    valid_from: GivenTime = optional(f"Valid from this time, {_MOMENT}.")
    valid_until: GivenTime = optional(f"Valid until this time, {_MOMENT}.")
    origin: Given[Origin] = Field(
        Origin.MANUAL,
        description="Where it comes from: `manual` (a person), `assistant` or `imported`.",
    )


class EditIn(RequestModel):
    """Fields to change; omitted ones stay as they are."""

    content: Given[str] = None
    kind: KindName = optional("Another kind; a memory with a key keeps its own.")
    subject: Given[str | None] = None
    confidence: Given[float] = None
    priority: Given[Priority] = None
    tags: Given[list[str]] = None
    metadata: Given[dict[str, Any] | None] = None
    pinned: Given[bool] = None
    valid_from: GivenTime = None
    valid_until: GivenTime = None
    keep_words: Given[bool] = optional(
        "Whether contexts still show the words of which this memory was a misreading."
    )
    drop_attribute: Given[bool] = optional(
        "Whether to remove the attribute that was wrongly read in it, with its relations."
    )


class RestoreIn(RequestModel):
    """The version to restore."""

    version: Given[int | None] = optional(
        "A version number from the history; default: as it was before deletion."
    )


class ImportIn(RequestModel):
    """Memories to import, from an export or as plain statements."""

    agent_id: Name = Field("default", description="The agent of memories without an `agent_id`.")
    memories: Given[list[dict[str, Any]]] = Field(
        description="As exported, or with the fields of a new memory; each may have an `agent_id`."
    )
    # Present in exports.
    recollect: Given[str | None] = None
    format: Given[int | None] = None

    def check(self) -> None:
        """Raise unless this is an export of memories in the current format."""
        if self.recollect not in (None, "memories") or self.format not in (None, FORMAT):
            message = f"this version of Recollect imports memories in format {FORMAT}"
            raise InvalidInput(message, field="format")
        if not isinstance(self.memories, list):
            raise InvalidInput("memories takes a list", field="memories")


class DeleteIn(AgentQuery):
    """Whose memory to delete, and whether for good."""

    purge: Confirm = Field(
        default=False, description="Erase it for good, with the turns it was learned from."
    )
    keep_replies: Confirm = Field(
        default=False, description="With `purge`: keep the replies that repeat it."
    )
    keep_words: Confirm = Field(
        default=False,
        description="Contexts still show the words of which this memory was a misreading.",
    )


class HistoryIn(AgentQuery, Paged):
    """The agent, and the page of a list."""


class RepliedOut(ResponseModel):
    """A reply that repeats a memory.

    It is among the four turns after the one that the memory was learned from, and contains at least
    half of its words, common ones left out.
    """

    conversation_id: str
    id: str
    content: str

    @classmethod
    def of(cls, turn: Turn) -> Self:
        """Build it from a turn."""
        return cls.from_value(turn, conversation_id=turn.conversation)


class DeletedMemoryOut(MemoryOut):
    """A deleted memory, and what a purge erased with it."""

    also_erased: list[MemoryOut] = Field(
        default=[], description="Other memories that were learned from the purged turns only."
    )
    replies_erased: list[RepliedOut] = Field(
        default=[], description="Replies that repeated it, and were erased too."
    )


class ErasedWithOut(BaseModel):
    """What purging a memory erases with it."""

    memories: list[MemoryOut]
    replies: list[RepliedOut] = Field(description="Unless `keep_replies` is true.")


class MemoriesOut(BaseModel):
    """One page of memories; `next_cursor` is null on the last page."""

    memories: list[ListedMemoryOut]
    next_cursor: str | None
    warning: str | None = BY_WORDS


class VersionOut(ResponseModel):
    """A memory as it was from `at` on, and why it changed."""

    number: int
    at: Moment
    change: Change
    memory: MemoryOut


class HistoryOut(BaseModel):
    """One page of the history, oldest first."""

    versions: list[VersionOut]
    next_cursor: str | None


class StatsOut(BaseModel):
    """Counts of memories; all but `by_status` count only active memories and those in review."""

    total: int
    by_kind: dict[Kind, int]
    by_type: dict[Kind, int] = Field(description="Alias of `by_kind`.")
    by_priority: dict[Priority, int]
    by_status: dict[Status, int]

    @classmethod
    def of(cls, tallies: Sequence[Tally]) -> Self:
        """Build it from tallies."""
        kinds: dict[Kind, int] = {}
        priorities, statuses = dict.fromkeys(Priority, 0), dict.fromkeys(Status, 0)
        for tally in tallies:
            statuses[tally.status] += tally.count
            if tally.status in SHOWN:
                kinds[tally.kind] = kinds.get(tally.kind, 0) + tally.count
                priorities[tally.priority] += tally.count
        return cls(
            total=sum(kinds.values()),
            by_kind=kinds,
            by_type=kinds,
            by_priority=priorities,
            by_status=statuses,
        )


class DaysIn(AgentQuery):
    """The days whose memories are counted."""

    since: GivenTime = optional(
        "The start of the first day, as ISO 8601; by default the last day ends now."
    )
    days: Given[int] = Field(7, description="How many days of 24 hours, 1 to 31.")


class DaysOut(ResponseModel):
    """How many memories were learned on each day; of very many only the last are counted."""

    counts: list[int]
    is_complete: bool
    said_earlier: int = Field(
        description="How many of them were said before the first day, as in an import."
    )


class ExportOut(BaseModel):
    """All memories with every stored field; `POST /api/v1/memory/import` reads this format."""

    recollect: str = Field(examples=["memories"])
    format: int
    memories: list[dict[str, Any]]


class ImportedOut(BaseModel):
    """How many memories the import had, and how many were new; the others are unchanged."""

    memories: int
    new: int


def one_kind(kind: Any, other: Any) -> Any:
    """Return the kind, given by either name."""
    if kind is not None and other is not None and kind != other:
        raise InvalidInput("kind and type are aliases: send only one", field="type")
    return other if kind is None else kind
