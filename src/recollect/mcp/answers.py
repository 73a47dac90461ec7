"""Answers of the tools: values for programs, and the same as text for models."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict

from recollect.domain.entry import Entry, Version
from recollect.domain.hit import Hit, Results, Scope
from recollect.domain.line import memory_line
from recollect.domain.recap import one_line
from recollect.domain.turn import Turn
from recollect.mcp.text import (
    ITEM_CHARS,
    LABEL_CHARS,
    MAX_TAGS,
    Moment,
    ToolResult,
    day,
    shorten,
    that_fit,
)

Label: TypeAlias = Annotated[str | None, BeforeValidator(lambda text: shorten(text, LABEL_CHARS))]


class MemoryOut(BaseModel):
    """One memory; `line` gives the speaker, the day and the text.

    `cut` means that the content is shortened; memory_get returns the rest.
    """

    model_config = ConfigDict(from_attributes=True)

    id: str
    kind: str
    line: str
    content: str
    cut: bool = False
    status: str
    speaker: Label = None
    about: Label = None
    said_at: Moment | None = None
    attribute: Label = None
    value: Label = None
    standing: bool = False
    when: Label = None
    subject: Label = None
    key: str | None = None
    confidence: float
    priority: str
    tags: list[str] = []
    pinned: bool = False
    edited: bool = False
    origin: str
    trust: str
    version: int
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    recorded_at: Moment
    quote: str | None = None
    turn_id: str | None = None
    conversation_id: str | None = None
    superseded_by: str | None = None
    corrected_by: str | None = None
    contradicts: list[str] = []

    @classmethod
    def from_entry(cls, entry: Entry, corrected: Mapping[str, str] | None = None) -> "MemoryOut":
        """The memory with its texts shortened; `corrected` says which are corrected in part."""
        changed = {
            "line": shorten(entry.line, ITEM_CHARS),
            "content": shorten(entry.content, ITEM_CHARS),
            "cut": len(entry.content) > ITEM_CHARS,
            "standing": entry.is_standing,
            "confidence": round(entry.confidence, 3),
            "tags": [shorten(tag, LABEL_CHARS) for tag in entry.tags[:MAX_TAGS]],
            "valid_from": entry.valid_from and entry.local(entry.valid_from),
            "valid_until": entry.valid_until and entry.local(entry.valid_until),
            "quote": shorten(entry.quote or None, ITEM_CHARS),
            "conversation_id": entry.source.conversation if entry.source else None,
            "corrected_by": (corrected or {}).get(entry.id),
            "contradicts": [*entry.rivals[:MAX_TAGS]],
        }
        return cls.model_validate(entry).model_copy(update=changed)

    def summary_line(self) -> str:
        """The memory on one line, with its id; its text cannot imitate another line."""
        notes = [self.kind, *_key_note(self.key)]
        if self.status != "active":
            notes.insert(0, self.status)
        if self.said_at is None:
            notes.append(f"recorded {day(self.recorded_at)}")
        if self.valid_until:
            notes.append(f"until {day(self.valid_until)}")
        if self.corrected_by:
            notes.append(f"partly corrected by {self.corrected_by}")
        return f"[{self.id}] ({', '.join(notes)}) {one_line(self.line)}"


class Stored(ToolResult):
    """A memory that was added, changed or deleted, how to undo that, and what to tell the user."""

    agent_id: str
    outcome: str
    memory: MemoryOut
    tell_user: str | None = None
    undo: str | None = None

    def text_parts(self) -> list[str]:
        """The outcome, the memory, what to tell the user and how to undo the change."""
        tell = f"\nTell the user: {self.tell_user}" if self.tell_user else ""
        undo = f"\nTo undo: {self.undo}" if self.undo else ""
        return [f"{self.outcome.capitalize()}: {self.memory.summary_line()}{tell}{undo}"]


class VersionOut(BaseModel):
    """One version of a memory, and why it changed."""

    number: int
    at: Moment
    change: str
    content: str

    @classmethod
    def from_version(cls, version: Version) -> "VersionOut":
        """The version with its content shortened."""
        return cls(
            number=version.number,
            at=version.at,
            change=version.change,
            content=shorten(version.entry.content, ITEM_CHARS // 2),
        )


class TurnOut(BaseModel):
    """One message of a conversation."""

    id: str
    conversation_id: str
    role: str
    speaker: str | None = None
    at: Moment
    content: str

    @classmethod
    def from_turn(cls, turn: Turn, content: str) -> "TurnOut":
        """The turn with this part of its content."""
        return cls(
            id=turn.id,
            conversation_id=turn.conversation,
            role=turn.role,
            speaker=shorten(turn.speaker, LABEL_CHARS),
            at=turn.local,
            content=content,
        )


class Read(ToolResult):
    """One memory or one turn; `next_offset` is where the rest of a long text starts."""

    agent_id: str
    memory: MemoryOut | None = None
    turn: TurnOut | None = None
    next_offset: int | None = None
    history: list[VersionOut] | None = None

    def text_parts(self) -> list[str]:
        """Its fields, then its content as a separate part that cannot imitate the fields."""
        lines = [*self._fields(), *map(_version_line, self.history or ())]
        if self.next_offset:
            lines.append(f"There is more: call memory_get with offset={self.next_offset}.")
        item = self.memory or self.turn
        return ["\n".join(lines), item.content if item else ""]

    def _fields(self) -> list[str]:
        if self.turn:
            speaker = self.turn.speaker or self.turn.role
            turn = f"turn {self.turn.id} of conversation {self.turn.conversation_id}"
            return [f"{one_line(speaker)} said on {day(self.turn.at)} ({one_line(turn)}):"]
        if self.memory is None:
            return []
        # The content is a part on its own, so that the text appears only once.
        excluded = {"content", "cut", "line"}
        if self.memory.quote == self.memory.content:
            excluded.add("quote")
        fields = self.memory.model_dump(mode="json", exclude=excluded)
        return [
            f"{key}: {one_line(', '.join(value) if isinstance(value, list) else str(value))}"
            for key, value in fields.items()
            if value
        ]


class Listed(ToolResult):
    """One page of memories, newest first; pass `next_cursor` to get the next page."""

    agent_id: str
    memories: list[MemoryOut]
    next_cursor: str | None = None

    @classmethod
    def from_entries(
        cls, agent_id: str, entries: Sequence[Entry], limit: int, corrected: Mapping[str, str]
    ) -> "Listed":
        """A page of at most `limit` memories; an extra entry shows that there is a next page."""
        page = that_fit([MemoryOut.from_entry(entry, corrected) for entry in entries[:limit]])
        has_more = len(entries) > len(page)
        return cls(agent_id=agent_id, memories=page, next_cursor=page[-1].id if has_more else None)

    def text_parts(self) -> list[str]:
        """One line per memory."""
        if not self.memories:
            return [f"No matching memories for agent {self.agent_id!r}."]
        lines = [memory.summary_line() for memory in self.memories]
        if self.next_cursor:
            lines.append(f"There are more: call memory_list with cursor={self.next_cursor!r}.")
        return ["\n".join(lines)]


class HitOut(BaseModel):
    """One search result: a message if its scope is `turns`, otherwise something learned."""

    id: str
    scope: str
    text: str
    line: str | None = None
    cut: bool = False
    score: float
    at: Moment
    kind: str | None = None
    key: str | None = None
    status: str | None = None
    corrected_by: str | None = None
    expired: bool = False
    conversation_id: str | None = None
    role: str | None = None
    speaker: str | None = None
    space: str | None = None

    @classmethod
    def from_hit(cls, hit: Hit, corrected: Mapping[str, str]) -> "HitOut":
        """The hit; for a long turn, only the passage that matched."""
        passage = hit.text[slice(*hit.span)] if hit.span else hit.text
        return cls(
            id=hit.id,
            scope=hit.scope,
            text=shorten(passage, ITEM_CHARS),
            line=_memory_line(hit, passage),
            cut=hit.span is not None or len(passage) > ITEM_CHARS,
            score=round(hit.score, 3),
            at=hit.local,
            kind=hit.entry.kind if hit.entry else None,
            key=hit.entry.key if hit.entry and hit.scope is Scope.MEMORIES else None,
            status=hit.entry.status if hit.entry else None,
            corrected_by=corrected.get(hit.id) if hit.entry and hit.space is None else None,
            expired=bool(hit.entry and hit.entry.has_ended_at(datetime.now(UTC))),
            conversation_id=hit.turn.conversation if hit.turn else None,
            role=hit.turn.role if hit.turn else None,
            speaker=shorten(hit.turn.speaker, LABEL_CHARS) if hit.turn else None,
            space=hit.space,
        )

    def summary_line(self) -> str:
        """The hit on one line, with its id and its space."""
        space = "" if self.space is None else f"(from {one_line(self.space)}) "
        if self.line is not None:
            marks = {"partly corrected": self.corrected_by, "expired": self.expired}
            shown = (mark for mark, applies in marks.items() if applies)
            notes = ", ".join((str(self.kind), *_key_note(self.key), *shown))
            return f"[{self.id}] {space}({notes}) {one_line(self.line)}"
        if self.conversation_id is None:
            return f"[{self.id}] {space}({self.kind}, {day(self.at)}) {one_line(self.text)}"
        turn = f"[turn {self.id} of conversation {self.conversation_id}]"
        speaker = one_line(self.speaker or self.role or "")
        return f"{one_line(turn)} {space}({speaker}, {day(self.at)}) {one_line(self.text)}"


class Found(ToolResult):
    """Search results, best first; `left_off` counts those that did not fit into one answer."""

    agent_id: str
    hits: list[HitOut]
    left_off: int = 0
    warning: str | None = None

    @classmethod
    def from_hits(cls, agent_id: str, hits: Results[Hit], corrected: Mapping[str, str]) -> "Found":
        """The hits that fit into one answer."""
        shown = that_fit([HitOut.from_hit(hit, corrected) for hit in hits])
        left_off = len(hits) - len(shown)
        return cls(agent_id=agent_id, hits=shown, left_off=left_off, warning=hits.warning)

    def text_parts(self) -> list[str]:
        """One line per hit; a warning as a part of its own."""
        return [self._lines(), *([one_line(self.warning)] if self.warning else [])]

    def _lines(self) -> str:
        if not self.hits:
            return f"Nothing found in the memory of agent {self.agent_id!r}."
        lines = [f"{n}. {hit.summary_line()}" for n, hit in enumerate(self.hits, 1)]
        if self.left_off:
            lines.append(f"{self.left_off} more results did not fit into this answer.")
        return "\n".join(lines)


def _memory_line(hit: Hit, passage: str) -> str | None:
    """A memory as a model reads it; for a long one, only the passage that matched."""
    if hit.scope is not Scope.MEMORIES or hit.entry is None:
        return None
    return shorten(memory_line(hit.entry, passage), ITEM_CHARS)


def _key_note(key: str | None) -> list[str]:
    return [f"key {one_line(key)}"] if key else []


def _version_line(version: VersionOut) -> str:
    change = f"{version.change} {day(version.at)}"
    return f"version {version.number} ({change}): {one_line(version.content)}"
