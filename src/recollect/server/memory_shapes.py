"""What the routes of memories take and give."""

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
from recollect.server.shapes import Confirm, KindName, Moment, Name, Paged, Strict, as_given
from recollect.server.shown import FoundOut, MemoryOut

FORMAT: Final = 1
_AGENT = Field(
    None, description="Whose memory; without it that of all agents the caller may speak of."
)
_MOMENT: Final = "in ISO 8601 with a time zone"


class WhoseIn(Strict):
    """Whose memories are meant."""

    agent_id: Name | None = _AGENT


class ChosenIn(WhoseIn):
    """Which memories are wanted."""

    kind: KindName | None = Field(None, description="Only of this kind.")
    type: KindName | None = Field(None, description="The same as `kind`.")
    priority: Annotated[Any, as_given(Priority | None)] = Field(
        None, description="Only of this priority."
    )
    status: Annotated[Any, as_given(Status | None)] = Field(
        None, description="Only with this status; active and review if left out."
    )
    after: Annotated[Any, as_given(str | None)] = Field(
        None, description=f"Only what was recorded then or later, {_MOMENT}."
    )
    before: Annotated[Any, as_given(str | None)] = Field(
        None, description=f"Only what was recorded before, {_MOMENT}."
    )

    def chosen(self) -> EntryFilter:
        """The filter, checked."""
        return entry_filter(
            kind=one_kind(self.kind, self.type),
            status=self.status,
            priority=self.priority,
            after=self.after,
            before=self.before,
        )


class ListIn(ChosenIn, Paged):
    """Which memories are wanted, and which part of them."""

    q: Annotated[Any, as_given(str | None)] = Field(
        None,
        description="What they should be about: by words and by meaning, best first. Without it, newest first.",
    )
    as_of: Annotated[Any, as_given(str | None)] = Field(
        None,
        description=f"Those of one agent that had been said by then, and held: {_MOMENT}.",
    )

    @property
    def moment(self) -> datetime | None:
        """The moment it goes back to, checked; the past is listed, and searched elsewhere."""
        if self.as_of is None:
            return None
        if self.q is not None:
            raise InvalidInput(
                "as_of lists what had been said by then; to look for something in it, POST /api/v1/search"
                " takes as_of",
                field="q",
            )
        return check_moment(self.as_of, "as_of")


class ClearIn(WhoseIn):
    """Whose memories shall be taken away, and that this is meant."""

    confirm: Confirm = Field(False, description="`true`, or nothing is deleted.")  # noqa: FBT003 - a default


class StatementIn(Strict):
    """A statement to be remembered, and how."""

    agent_id: Name = Field("default", description="Whose memory; the first use makes the agent.")
    content: Annotated[Any, as_given(str)] = Field(description="One sentence that stands alone.")
    kind: KindName | None = Field(None, description="`fact` if left out.")
    type: KindName | None = Field(None, description="The same as `kind`.")
    subject: Annotated[Any, as_given(str | None)] = Field(None, description="Whom it is about.")
    key: Annotated[Any, as_given(str | None)] = Field(
        None, description="The name it is kept under: a new statement takes the old one's place."
    )
    confidence: Annotated[Any, as_given(float)] = Field(0.5, description="From 0 to 1.")
    priority: Annotated[Any, as_given(Priority | None)] = Field(
        None, description="As its kind has it if left out."
    )
    tags: Annotated[Any, as_given(list[str])] = Field((), description="Labels.")
    metadata: Annotated[Any, as_given(dict[str, Any] | None)] = None
    pinned: Annotated[Any, as_given(bool)] = Field(False, description="It never fades.")  # noqa: FBT003 - a default
    valid_from: Annotated[Any, as_given(str | None)] = Field(
        None, description=f"Since when it holds, {_MOMENT}."
    )
    valid_until: Annotated[Any, as_given(str | None)] = Field(
        None, description=f"Until when it holds, {_MOMENT}."
    )


class EditIn(Strict):
    """What shall be changed; what is left out stays."""

    content: Annotated[Any, as_given(str)] = None
    subject: Annotated[Any, as_given(str | None)] = None
    confidence: Annotated[Any, as_given(float)] = None
    priority: Annotated[Any, as_given(Priority)] = None
    tags: Annotated[Any, as_given(list[str])] = None
    metadata: Annotated[Any, as_given(dict[str, Any] | None)] = None
    pinned: Annotated[Any, as_given(bool)] = None
    valid_from: Annotated[Any, as_given(str | None)] = None
    valid_until: Annotated[Any, as_given(str | None)] = None


class RestoreIn(Strict):
    """To what a memory shall go back."""

    version: Annotated[Any, as_given(int | None)] = Field(
        None, description="A number of its history; as it was before it went if left out."
    )


class ImportIn(Strict):
    """Memories to be taken in: as an export holds them, or only what they say."""

    agent_id: Name = Field("default", description="Whose those are that do not say it themselves.")
    memories: Annotated[Any, as_given(list[dict[str, Any]])] = Field(
        description="As exported, or with the fields of a new memory; each may have an `agent_id`."
    )
    # An export holds these as well.
    recollect: Annotated[Any, as_given(str | None)] = None
    format: Annotated[Any, as_given(int | None)] = None

    def check(self) -> None:
        """Refuse what is no export of memories, or one of another format."""
        if self.recollect not in (None, "memories") or self.format not in (None, FORMAT):
            message = f"this Recollect takes exports of memories in the format {FORMAT}"
            raise InvalidInput(message, field="format")
        if not isinstance(self.memories, list):
            raise InvalidInput("memories takes a list", field="memories")


class HistoryIn(WhoseIn, Paged):
    """Whose memory is meant, and which part of its history."""


class MemoriesOut(BaseModel):
    """A part of the list; `next_cursor` asks for the next one, and is null at the end."""

    memories: list[FoundOut]
    next_cursor: str | None


class VersionOut(BaseModel):
    """What a memory said from `at` on, and why it changed."""

    number: int
    at: Moment
    change: Change
    memory: MemoryOut

    @classmethod
    def of(cls, agent: str, version: Version) -> "VersionOut":
        """One step of a history."""
        memory = MemoryOut.of(agent, version.entry)
        return cls(number=version.number, at=version.at, change=version.change, memory=memory)


class HistoryOut(BaseModel):
    """A part of the history, oldest first."""

    versions: list[VersionOut]
    next_cursor: str | None


class StatsOut(BaseModel):
    """How many memories there are; `total` and the first three count those that are active or in review."""

    total: int
    by_kind: dict[Kind, int]
    by_type: dict[Kind, int] = Field(description="The same as `by_kind`.")
    by_priority: dict[Priority, int]
    by_status: dict[Status, int]

    @classmethod
    def of(cls, tallies: Sequence[Tally]) -> "StatsOut":
        """The counts, added up."""
        kinds: dict[Kind, int] = {}
        priorities, statuses = dict.fromkeys(Priority, 0), dict.fromkeys(Status, 0)
        for each in tallies:
            statuses[each.status] += each.count
            if each.status in SHOWN:
                kinds[each.kind] = kinds.get(each.kind, 0) + each.count
                priorities[each.priority] += each.count
        return cls(
            total=sum(kinds.values()),
            by_kind=kinds,
            by_type=kinds,
            by_priority=priorities,
            by_status=statuses,
        )


class ExportOut(BaseModel):
    """Every memory with all that is stored of it; `POST /api/v1/memory/import` takes it back."""

    recollect: str = Field(examples=["memories"])
    format: int
    memories: list[dict[str, Any]]


class ClearedOut(BaseModel):
    """How many were deleted."""

    deleted: int


class ImportedOut(BaseModel):
    """How many memories there were, and how many of them were new; the others stay as they are."""

    memories: int
    new: int


def one_kind(kind: Any, other: Any) -> Any:
    """The kind, by whichever of its two names it was given."""
    if kind is not None and other is not None and kind != other:
        raise InvalidInput("kind and type are two names of one thing: give one", field="type")
    return other if kind is None else kind
