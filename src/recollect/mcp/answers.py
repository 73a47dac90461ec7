"""What the tools give: values for programs, the same in words for models, and never more than fits into a window."""

from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, PlainSerializer, WithJsonSchema

from recollect.domain.entry import Entry, Version
from recollect.domain.hit import Hit, Scope
from recollect.domain.line import memory_line
from recollect.domain.plain import plain
from recollect.domain.receipt import Context, Item, LeftOut, Receipt, WhyNot
from recollect.domain.turn import Turn

# In characters: of one text read by itself, of a whole list as JSON, of one text in it, and of a label.
PAGE: Final = 8_000
LIST: Final = 30_000
LINE: Final = 800
LABEL: Final = 120
MOST_TAGS: Final = 20
MOST_VERSIONS: Final = 20

Moment = Annotated[
    datetime,
    PlainSerializer(plain, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
_Text = TypeVar("_Text", bound=str | None)
_Item = TypeVar("_Item", bound=BaseModel)


class Answer(BaseModel):
    """What a tool gives back; what is not known is left out."""

    model_config = ConfigDict(frozen=True)

    def words(self) -> list[str]:
        """The answer as a model reads it: one text or several."""
        raise NotImplementedError


class MemoryOut(BaseModel):
    """One memory; `line` is who said it, on which day, and the words.

    `cut` says that its content goes on: memory_get reads the rest.
    """

    id: str
    kind: str
    line: str
    content: str
    cut: bool = False
    status: str
    speaker: str | None = None
    about: str | None = None
    said_at: Moment | None = None
    attribute: str | None = None
    value: str | None = None
    standing: bool = False
    when: str | None = None
    subject: str | None = None
    key: str | None = None
    confidence: float
    priority: str
    tags: list[str] = []
    pinned: bool = False
    edited: bool = False
    version: int
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    recorded_at: Moment
    quote: str | None = None
    turn_id: str | None = None
    conversation_id: str | None = None
    superseded_by: str | None = None
    contradicts: list[str] = []

    @classmethod
    def of(cls, entry: Entry) -> "MemoryOut":
        """The memory, its texts shortened."""
        return cls(
            id=entry.id,
            kind=entry.kind,
            line=short(entry.line, LINE),
            content=short(entry.content, LINE),
            cut=len(entry.content) > LINE,
            status=entry.status,
            speaker=short(entry.speaker, LABEL),
            about=short(entry.about, LABEL),
            said_at=entry.said_at,
            attribute=short(entry.attribute, LABEL),
            value=short(entry.value, LABEL),
            standing=entry.is_standing,
            when=short(entry.when, LABEL),
            subject=short(entry.subject, LABEL),
            key=entry.key,
            confidence=round(entry.confidence, 3),
            priority=entry.priority,
            tags=[short(tag, LABEL) for tag in entry.tags[:MOST_TAGS]],
            pinned=entry.pinned,
            edited=entry.edited,
            version=entry.version,
            valid_from=entry.valid_from and entry.local(entry.valid_from),
            valid_until=entry.valid_until and entry.local(entry.valid_until),
            recorded_at=entry.recorded_at,
            quote=short(entry.quote or None, LINE),
            turn_id=entry.turn_id,
            conversation_id=entry.source.conversation if entry.source else None,
            superseded_by=entry.superseded_by,
            contradicts=[*entry.rivals[:MOST_TAGS]],
        )

    def shown(self) -> str:
        """The memory on one line, with its id: no text can pass for another line."""
        about = [self.kind]
        if self.status != "active":
            about.insert(0, self.status)
        if self.said_at is None:
            about.append(f"recorded {day(self.recorded_at)}")
        if self.valid_until:
            about.append(f"until {day(self.valid_until)}")
        return f"[{self.id}] ({', '.join(about)}) {flat(self.line)}"


class Stored(Answer):
    """A memory after it was added, changed or deleted, and what to do about it."""

    agent_id: str
    outcome: str
    memory: MemoryOut
    undo: str | None = None

    def words(self) -> list[str]:
        """What became of it."""
        undo = f"\nTo undo: {self.undo}" if self.undo else ""
        return [f"{self.outcome.capitalize()}: {self.memory.shown()}{undo}"]


class VersionOut(BaseModel):
    """What a memory said from a moment on, and why it changed."""

    number: int
    at: Moment
    change: str
    content: str

    @classmethod
    def of(cls, version: Version) -> "VersionOut":
        """The version, shortened."""
        return cls(
            number=version.number,
            at=version.at,
            change=version.change,
            content=short(version.entry.content, LINE // 2),
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
    def of(cls, turn: Turn, content: str) -> "TurnOut":
        """The turn, with this much of what was said."""
        return cls(
            id=turn.id,
            conversation_id=turn.conversation,
            role=turn.role,
            speaker=short(turn.speaker, LABEL),
            at=turn.local,
            content=content,
        )


class Read(Answer):
    """One memory or one turn; `next_offset` reads on where the text is longer."""

    agent_id: str
    memory: MemoryOut | None = None
    turn: TurnOut | None = None
    next_offset: int | None = None
    history: list[VersionOut] | None = None

    def words(self) -> list[str]:
        """What is known about it, and last what it says, so that nothing in it passes for ours."""
        about = [*self._about(), *(f"version {_version(each)}" for each in self.history or ())]
        if self.next_offset:
            about.append(f"It goes on: memory_get with offset={self.next_offset}.")
        shown = self.memory or self.turn
        return ["\n".join(about), shown.content if shown else ""]

    def _about(self) -> list[str]:
        if self.turn:
            who = self.turn.speaker or self.turn.role
            where = f"turn {self.turn.id} of conversation {self.turn.conversation_id}"
            return [f"{flat(who)} said on {day(self.turn.at)} ({flat(where)}):"]
        if self.memory is None:
            return []
        # Its words come last, and once.
        left = {"content", "cut", "line"}
        if self.memory.quote == self.memory.content:
            left.add("quote")
        fields = self.memory.model_dump(mode="json", exclude=left)
        return [f"{key}: {flat(_told(value))}" for key, value in fields.items() if value]


class Listed(Answer):
    """Some memories, newest first; `next_cursor` asks for the next ones."""

    agent_id: str
    memories: list[MemoryOut]
    next_cursor: str | None = None

    @classmethod
    def of(cls, agent_id: str, found: Sequence[Entry], limit: int) -> "Listed":
        """The page, from one memory more than it holds; long ones make it shorter."""
        shown = fitting([MemoryOut.of(entry) for entry in found[:limit]])
        more = len(found) > len(shown)
        return cls(agent_id=agent_id, memories=shown, next_cursor=shown[-1].id if more else None)

    def words(self) -> list[str]:
        """One line for each."""
        if not self.memories:
            return [f"No memory of the agent {self.agent_id!r} fits."]
        lines = [memory.shown() for memory in self.memories]
        if self.next_cursor:
            lines.append(f"There are more: memory_list with cursor={self.next_cursor!r}.")
        return ["\n".join(lines)]


class HitOut(BaseModel):
    """One thing found. Of scope `turns` it is something said, else something known."""

    id: str
    scope: str
    text: str
    line: str | None = None
    cut: bool = False
    score: float
    at: Moment
    kind: str | None = None
    status: str | None = None
    conversation_id: str | None = None
    role: str | None = None
    speaker: str | None = None

    @classmethod
    def of(cls, hit: Hit) -> "HitOut":
        """The hit, of a long turn the passage that was found."""
        found = hit.text[slice(*hit.span)] if hit.span else hit.text
        return cls(
            id=hit.id,
            scope=hit.scope,
            text=short(found, LINE),
            line=_line(hit, found),
            cut=hit.span is not None or len(found) > LINE,
            score=round(hit.score, 3),
            at=hit.local,
            kind=hit.entry.kind if hit.entry else None,
            status=hit.entry.status if hit.entry else None,
            conversation_id=hit.turn.conversation if hit.turn else None,
            role=hit.turn.role if hit.turn else None,
            speaker=short(hit.turn.speaker, LABEL) if hit.turn else None,
        )

    def shown(self) -> str:
        """The hit on one line, with its id."""
        if self.line is not None:
            return f"[{self.id}] ({self.kind}) {flat(self.line)}"
        if self.conversation_id is None:
            return f"[{self.id}] ({self.kind}, {day(self.at)}) {flat(self.text)}"
        where = f"[turn {self.id} of conversation {self.conversation_id}]"
        who = flat(self.speaker or self.role or "")
        return f"{flat(where)} ({who}, {day(self.at)}) {flat(self.text)}"


class Found(Answer):
    """What was found, best first; `left_off` is how many more no longer fitted into one answer."""

    agent_id: str
    hits: list[HitOut]
    left_off: int = 0

    @classmethod
    def of(cls, agent_id: str, hits: Sequence[Hit]) -> "Found":
        """The hits, together no longer than a list may be."""
        shown = fitting([HitOut.of(hit) for hit in hits])
        return cls(agent_id=agent_id, hits=shown, left_off=len(hits) - len(shown))

    def words(self) -> list[str]:
        """One line for each."""
        if not self.hits:
            return [f"Nothing was found in the memory of the agent {self.agent_id!r}."]
        lines = [f"{n}. {hit.shown()}" for n, hit in enumerate(self.hits, 1)]
        if self.left_off:
            lines.append(f"{self.left_off} more were found, but did not fit into one answer.")
        return ["\n".join(lines)]


class ContextOut(Answer):
    """What to read before answering, and the receipt that says why each line is there."""

    agent_id: str
    text: str
    tokens: int
    receipt_id: str
    shown: int
    left_out: int

    @classmethod
    def of(cls, made: Context) -> "ContextOut":
        """The context without its receipt, which memory_explain reads."""
        receipt = made.receipt
        return cls(
            agent_id=receipt.agent,
            text=made.text,
            tokens=made.tokens,
            receipt_id=receipt.id,
            shown=len(receipt.items),
            left_out=len(receipt.left_out),
        )

    def words(self) -> list[str]:
        """The text as it is, and by itself a word about it."""
        why = f"memory_explain with receipt_id={self.receipt_id!r} says why."
        figures = f"{self.shown} shown, {self.left_out} left out, {self.tokens} tokens"
        return [self.text or "Nothing is remembered that fits.", f"({figures}; {why})"]


class ItemOut(BaseModel):
    """One thing that was shown or left out: its id, never its words."""

    id: str
    scope: str
    section: str
    tokens: int
    conversation_id: str | None = None
    rank: int | None = None
    score: float | None = None
    reason: str | None = None

    @classmethod
    def of(cls, item: Item) -> "ItemOut":
        """The item, and of what was left out the reason."""
        return cls(
            id=item.id,
            scope=item.scope,
            section=item.section,
            tokens=item.tokens,
            conversation_id=item.conversation,
            rank=item.rank,
            score=None if item.score is None else round(item.score, 3),
            reason=item.reason if isinstance(item, LeftOut) else None,
        )

    def shown(self) -> str:
        """The item on one line."""
        place = f" of conversation {self.conversation_id}" if self.conversation_id else ""
        rank = f", rank {self.rank}" if self.rank else ""
        why = f", left out: {self.reason}" if self.reason else ""
        return flat(f"[{self.id}{place}] {self.section}, {self.tokens} tokens{rank}{why}")


class ReceiptOut(BaseModel):
    """What a context was made of; of many things the first are named."""

    id: str
    at: Moment
    cap: int
    tokens: int
    sections: dict[str, int]
    shown: int
    left_out: int
    items: list[ItemOut]
    items_left_out: list[ItemOut]

    @classmethod
    def of(cls, receipt: Receipt) -> "ReceiptOut":
        """The receipt, shortened."""
        return cls(
            id=receipt.id,
            at=receipt.at,
            cap=receipt.cap,
            tokens=receipt.tokens,
            sections={str(section): tokens for section, tokens in receipt.sections.items()},
            shown=len(receipt.items),
            left_out=len(receipt.left_out),
            items=fitting([ItemOut.of(item) for item in receipt.items], LIST // 3),
            items_left_out=fitting([ItemOut.of(item) for item in receipt.left_out], LIST // 3),
        )


class WhyOut(BaseModel):
    """Why something is, or is not, in the context of a question; `sentence` says it in words."""

    id: str
    included: bool
    sentence: str
    reason: str | None = None
    conversation_id: str | None = None
    section: str | None = None
    rank: int | None = None
    candidates: int | None = None
    tokens: int | None = None
    score: float | None = None
    lowest_shown: float | None = None

    @classmethod
    def of(cls, why: WhyNot) -> "WhyOut":
        """The reason."""
        return cls(
            id=why.id,
            included=why.included,
            sentence=why.sentence,
            reason=why.reason,
            conversation_id=why.conversation,
            section=why.section,
            rank=why.rank,
            candidates=why.candidates,
            tokens=why.tokens,
            score=why.score,
            lowest_shown=why.lowest_shown,
        )


class Explained(Answer):
    """Why one thing is or is not in a context, or what a whole context was made of."""

    agent_id: str
    why: WhyOut | None = None
    receipt: ReceiptOut | None = None

    def words(self) -> list[str]:
        """A sentence, or a line for each thing."""
        if self.why:
            return [self.why.sentence]
        return ["\n".join(_receipt(self.receipt))] if self.receipt else []


def _receipt(receipt: ReceiptOut) -> list[str]:
    head = f"{receipt.tokens} of {receipt.cap} tokens; {receipt.shown} shown, {receipt.left_out} left out"
    lines = [item.shown() for item in (*receipt.items, *receipt.items_left_out)]
    unnamed = receipt.shown + receipt.left_out - len(lines)
    return [head, *lines, *([f"and {unnamed} more"] if unnamed else [])]


def fitting(items: Sequence[_Item], most: int = LIST) -> list[_Item]:
    """As many of the first ones as one answer may hold, and one at least."""
    sizes = accumulate(len(item.model_dump_json()) for item in items)
    count = sum(size <= most for size in sizes)
    return [*items[: max(count, 1)]]


def _line(hit: Hit, found: str) -> str | None:
    """A memory as a model reads it, of a long one what was found."""
    if hit.scope is not Scope.MEMORIES or hit.entry is None:
        return None
    return short(memory_line(hit.entry, found), LINE)


def short(text: _Text, longest: int) -> _Text:
    """The text, an ellipsis where it was cut."""
    if text is None or len(text) <= longest:
        return text
    return text[: longest - 1] + "…"  # type: ignore[return-value]  # a part of a text is a text


def flat(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())


def day(moment: datetime) -> str:
    """The day of a moment, where it was told."""
    return moment.date().isoformat()


def _told(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _version(version: VersionOut) -> str:
    return f"{version.number} ({version.change} {day(version.at)}): {flat(version.content)}"
