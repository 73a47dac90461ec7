"""Request and response models of the memory routes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from recollect.domain.checks import check_moment
from recollect.domain.entry import (
    SHOWN,
    Change,
    EntryFilter,
    Kind,
    Priority,
    Status,
    Tally,
    Version,
)
from recollect.errors import InvalidInput
from recollect.memory.memories import entry_filter
from recollect.server.resource_schemas import ListedMemoryOut, MemoryOut
from recollect.server.schemas import Confirm, KindName, Moment, Name, Paged, RequestModel, as_given

FORMAT: Final = 1
_AGENT = Field(None, description="The agent; default: all agents that the caller has access to.")
_MOMENT: Final = "in ISO 8601 with a time zone"


class AgentQuery(RequestModel):
    """The agent whose memories to use."""

    agent_id: Name | None = _AGENT


class MemoryFilterIn(AgentQuery):
    """Filters for memories."""

    kind: KindName | None = Field(None, description="Only this kind.")
    type: KindName | None = Field(None, description="Alias of `kind`.")
    priority: Annotated[Any, as_given(Priority | None)] = Field(
        None, description="Only this priority."
    )
    status: Annotated[Any, as_given(Status | None)] = Field(
        None, description="Only this status; default: active and review."
    )
    after: Annotated[Any, as_given(str | None)] = Field(
        None, description=f"Only memories recorded at this time or later, {_MOMENT}."
    )
    before: Annotated[Any, as_given(str | None)] = Field(
        None, description=f"Only memories recorded before this time, {_MOMENT}."
    )

    def as_filter(self) -> EntryFilter:
        """Return the validated filter."""
        return entry_filter(
            kind=one_kind(self.kind, self.type),
            status=self.status,
            priority=self.priority,
            after=self.after,
            before=self.before,
        )


class ListIn(MemoryFilterIn, Paged):
    """Filters, search text and page of a list of memories."""

    q: Annotated[Any, as_given(str | None)] = Field(
        None,
        description="Search by keyword and meaning, best first; without it, newest first.",
    )
    as_of: Annotated[Any, as_given(str | None)] = Field(
        None,
        description=f"Memories of one agent that were said by this time and valid then, {_MOMENT}.",
    )

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

    confirm: Confirm = Field(False, description="`true`, or nothing is deleted.")  # noqa: FBT003 - a default


class NewMemoryIn(RequestModel):
    """A memory to create."""

    agent_id: Name = Field("default", description="The agent that remembers; created on first use.")
    content: Annotated[Any, as_given(str)] = Field(description="One self-contained sentence.")
    kind: KindName | None = Field(None, description="Default: `fact`.")
    type: KindName | None = Field(None, description="Alias of `kind`.")
    subject: Annotated[Any, as_given(str | None)] = Field(None, description="Whom it is about.")
    key: Annotated[Any, as_given(str | None)] = Field(
        None, description="A key: a new statement with the same key replaces the old one."
    )
    confidence: Annotated[Any, as_given(float)] = Field(0.5, description="From 0 to 1.")
    priority: Annotated[Any, as_given(Priority | None)] = Field(
        None, description="Default: depends on the kind."
    )
    tags: Annotated[Any, as_given(list[str])] = Field((), description="Labels.")
    metadata: Annotated[Any, as_given(dict[str, Any] | None)] = None
    pinned: Annotated[Any, as_given(bool)] = Field(default=False, description="It never fades.")
    valid_from: Annotated[Any, as_given(str | None)] = Field(
        None, description=f"Valid from this time, {_MOMENT}."
    )
    valid_until: Annotated[Any, as_given(str | None)] = Field(
        None, description=f"Valid until this time, {_MOMENT}."
    )


class EditIn(RequestModel):
    """Fields to change; omitted ones stay as they are."""

    content: Annotated[Any, as_given(str)] = None
    subject: Annotated[Any, as_given(str | None)] = None
    confidence: Annotated[Any, as_given(float)] = None
    priority: Annotated[Any, as_given(Priority)] = None
    tags: Annotated[Any, as_given(list[str])] = None
    metadata: Annotated[Any, as_given(dict[str, Any] | None)] = None
    pinned: Annotated[Any, as_given(bool)] = None
    valid_from: Annotated[Any, as_given(str | None)] = None
    valid_until: Annotated[Any, as_given(str | None)] = None


class RestoreIn(RequestModel):
    """The version to restore."""

    version: Annotated[Any, as_given(int | None)] = Field(
        None, description="A version number from the history; default: as it was before deletion."
    )


class ImportIn(RequestModel):
    """Memories to import, from an export or as plain statements."""

    agent_id: Name = Field("default", description="The agent of memories without an `agent_id`.")
    memories: Annotated[Any, as_given(list[dict[str, Any]])] = Field(
        description="As exported, or with the fields of a new memory; each may have an `agent_id`."
    )
    # Present in exports.
    recollect: Annotated[Any, as_given(str | None)] = None
    format: Annotated[Any, as_given(int | None)] = None

    def check(self) -> None:
        """Raise unless this is an export of memories in the current format."""
        if self.recollect not in (None, "memories") or self.format not in (None, FORMAT):
            message = f"this version of Recollect imports memories in format {FORMAT}"
            raise InvalidInput(message, field="format")
        if not isinstance(self.memories, list):
            raise InvalidInput("memories takes a list", field="memories")


class HistoryIn(AgentQuery, Paged):
    """The agent, and the page of a list."""


class MemoriesOut(BaseModel):
    """One page of memories; `next_cursor` is null on the last page."""

    memories: list[ListedMemoryOut]
    next_cursor: str | None


class VersionOut(BaseModel):
    """A memory as it was from `at` on, and why it changed."""

    number: int
    at: Moment
    change: Change
    memory: MemoryOut

    @classmethod
    def of(cls, agent: str, version: Version) -> "VersionOut":
        """Build it from a version of a memory of this agent."""
        memory = MemoryOut.of(agent, version.entry)
        return cls(number=version.number, at=version.at, change=version.change, memory=memory)


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
    def of(cls, tallies: Sequence[Tally]) -> "StatsOut":
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


class ExportOut(BaseModel):
    """All memories with every stored field; `POST /api/v1/memory/import` reads this format."""

    recollect: str = Field(examples=["memories"])
    format: int
    memories: list[dict[str, Any]]


class ClearedOut(BaseModel):
    """The number of deleted memories."""

    deleted: int


class ImportedOut(BaseModel):
    """How many memories the import had, and how many were new; the others are unchanged."""

    memories: int
    new: int


def one_kind(kind: Any, other: Any) -> Any:
    """Return the kind, given by either name."""
    if kind is not None and other is not None and kind != other:
        raise InvalidInput("kind and type are aliases: send only one", field="type")
    return other if kind is None else kind
