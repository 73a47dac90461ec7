"""Answers about contexts: the text to read, its receipt, and why an item is or is not in it."""

from collections.abc import Callable, Sequence
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field

from recollect.domain.reasons import reason_in_words
from recollect.domain.recap import one_line
from recollect.domain.receipt import Context, Item, Receipt, SpaceOutcome
from recollect.mcp.arguments import MAX_ITEMS
from recollect.mcp.text import LABEL_CHARS, LIST_CHARS, Moment, ToolResult, shorten, that_fit

ConversationId = Annotated[
    str | None, Field(validation_alias=AliasChoices("conversation_id", "conversation"))
]
TextOf: TypeAlias = Callable[[Item], str | None]


class SpaceOut(BaseModel):
    """A space beside the agent's own memory, and what became of it."""

    model_config = ConfigDict(from_attributes=True)

    space: str
    outcome: str


class ContextOut(ToolResult):
    """Text to read before answering, and the id of the receipt that explains each line."""

    agent_id: str
    text: str
    tokens: int
    receipt_id: str
    shown: int
    left_out: int
    understood: str | None = None
    spaces: tuple[SpaceOut, ...] = ()
    warning: str | None = None

    @classmethod
    def from_context(cls, context: Context) -> "ContextOut":
        """The context without its receipt, which memory_explain returns."""
        receipt = context.receipt
        return cls(
            agent_id=receipt.agent,
            text=context.text,
            tokens=context.tokens,
            receipt_id=receipt.id,
            shown=len(receipt.items),
            left_out=len(receipt.left_out),
            understood=receipt.understood,
            spaces=_spaces(receipt),
            warning=receipt.warning,
        )

    def text_parts(self) -> list[str]:
        """The text unchanged, then its figures as a separate part."""
        why = f"call memory_explain with receipt_id={self.receipt_id!r} for the reasons"
        figures = f"{self.shown} shown, {self.left_out} left out, {self.tokens} tokens"
        if self.understood:
            figures = f"{one_line(f'understood as: {self.understood}')}; {figures}"
        figures += _withheld(self.spaces)
        warning = one_line(self.warning) if self.warning else ""
        if warning:
            figures += f"; {warning}"
        return [self.text or warning or "No room: pass more tokens.", f"({figures}; {why})"]


def _spaces(receipt: Receipt) -> tuple[SpaceOut, ...]:
    return tuple(SpaceOut.model_validate(each) for each in receipt.spaces)


def _withheld(spaces: Sequence[SpaceOut]) -> str:
    names = [each.space for each in spaces if each.outcome == SpaceOutcome.FORBIDDEN]
    return one_line(f"; left out for lack of rights: {', '.join(names)}") if names else ""


class ItemOut(BaseModel):
    """One item that was included or left out: how its text begins, and in words why."""

    model_config = ConfigDict(from_attributes=True)

    id: str
    scope: str
    section: str
    tokens: int
    conversation_id: ConversationId = None
    space: str | None = None
    rank: int | None = None
    score: Annotated[float, AfterValidator(lambda score: round(score, 3))] | None = None
    reason: str | None = None
    origin: str | None = None
    why: str = ""
    text: str = ""

    @classmethod
    def from_item(cls, item: Item, text_of: TextOf) -> "ItemOut":
        """The item, with the beginning of its text as it is now."""
        text = shorten(one_line(text_of(item) or "(deleted since)"), LABEL_CHARS)
        words = {"why": reason_in_words(item), "text": text}
        return cls.model_validate(item).model_copy(update=words)

    def summary_line(self) -> str:
        """The item on one line."""
        source = f" of conversation {self.conversation_id}" if self.conversation_id else ""
        source += "" if self.space is None else f" from {self.space}"
        source += f", {self.origin}" if self.origin else ""
        rank = f", rank {self.rank}" if self.rank else ""
        part = f"({self.section}, {self.tokens} tokens{rank})"
        return one_line(f"[{self.id}{source}] “{self.text}”: {self.why} {part}")


class ReceiptOut(BaseModel):
    """What a context contained; long lists are cut."""

    id: str
    at: Moment
    cap: int
    tokens: int
    sections: dict[str, int]
    shown: int
    left_out: int
    items: list[ItemOut]
    items_left_out: list[ItemOut]
    understood: str | None = None
    spaces: tuple[SpaceOut, ...] = ()

    @classmethod
    def from_receipt(cls, receipt: Receipt, text_of: TextOf) -> "ReceiptOut":
        """The receipt with its lists cut to size."""
        return cls(
            id=receipt.id,
            at=receipt.at,
            cap=receipt.cap,
            tokens=receipt.tokens,
            sections={str(section): tokens for section, tokens in receipt.sections.items()},
            shown=len(receipt.items),
            left_out=len(receipt.left_out),
            items=_listed(receipt.items, text_of),
            items_left_out=_listed(receipt.left_out, text_of),
            understood=receipt.understood,
            spaces=_spaces(receipt),
        )


def _listed(items: Sequence[Item], text_of: TextOf) -> list[ItemOut]:
    outs = [ItemOut.from_item(item, text_of) for item in items[:MAX_ITEMS]]
    return that_fit(outs, LIST_CHARS // 3)


class WhyOut(BaseModel):
    """Why an item is or is not in the context for a query; `sentence` explains it."""

    model_config = ConfigDict(from_attributes=True)

    id: str
    included: bool
    sentence: str
    reason: str | None = None
    conversation_id: ConversationId = None
    space: str | None = None
    section: str | None = None
    rank: int | None = None
    candidates: int | None = None
    tokens: int | None = None
    score: float | None = None
    lowest_shown: float | None = None


class Explained(ToolResult):
    """Why an item is or is not in a context, or what a context contained."""

    agent_id: str
    why: WhyOut | None = None
    receipt: ReceiptOut | None = None

    def text_parts(self) -> list[str]:
        """A sentence, or one line per item."""
        if self.why:
            return [self.why.sentence]
        return ["\n".join(_receipt_lines(self.receipt))] if self.receipt else []


def _receipt_lines(receipt: ReceiptOut) -> list[str]:
    counts = f"{receipt.shown} shown, {receipt.left_out} left out"
    head = f"{receipt.tokens} of {receipt.cap} tokens; {counts}{_withheld(receipt.spaces)}"
    if receipt.understood:
        head = f"{one_line(f'understood as: {receipt.understood}')}; {head}"
    lines = [item.summary_line() for item in (*receipt.items, *receipt.items_left_out)]
    unnamed = receipt.shown + receipt.left_out - len(lines)
    return [head, *lines, *([f"and {unnamed} more"] if unnamed else [])]
