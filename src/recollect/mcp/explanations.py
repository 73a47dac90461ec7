"""Answers about contexts: the text to read, its receipt, and why an item is or is not in it."""

from pydantic import BaseModel

from recollect.domain.receipt import Context, Item, LeftOut, Receipt, WhyNot
from recollect.mcp.text import LIST_CHARS, Answer, Moment, one_line, that_fit


class ContextOut(Answer):
    """Text to read before answering, and the id of the receipt that explains each line."""

    agent_id: str
    text: str
    tokens: int
    receipt_id: str
    shown: int
    left_out: int

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
        )

    def text_parts(self) -> list[str]:
        """The text unchanged, then its figures as a separate part."""
        why = f"call memory_explain with receipt_id={self.receipt_id!r} for the reasons"
        figures = f"{self.shown} shown, {self.left_out} left out, {self.tokens} tokens"
        return [self.text or "No relevant memories.", f"({figures}; {why})"]


class ItemOut(BaseModel):
    """One item that was included or left out, without its text."""

    id: str
    scope: str
    section: str
    tokens: int
    conversation_id: str | None = None
    rank: int | None = None
    score: float | None = None
    reason: str | None = None

    @classmethod
    def from_item(cls, item: Item) -> "ItemOut":
        """The item, with the reason if it was left out."""
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

    def summary_line(self) -> str:
        """The item on one line."""
        source = f" of conversation {self.conversation_id}" if self.conversation_id else ""
        rank = f", rank {self.rank}" if self.rank else ""
        reason = f", left out: {self.reason}" if self.reason else ""
        return one_line(f"[{self.id}{source}] {self.section}, {self.tokens} tokens{rank}{reason}")


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

    @classmethod
    def from_receipt(cls, receipt: Receipt) -> "ReceiptOut":
        """The receipt with its lists cut to size."""
        return cls(
            id=receipt.id,
            at=receipt.at,
            cap=receipt.cap,
            tokens=receipt.tokens,
            sections={str(section): tokens for section, tokens in receipt.sections.items()},
            shown=len(receipt.items),
            left_out=len(receipt.left_out),
            items=that_fit([ItemOut.from_item(item) for item in receipt.items], LIST_CHARS // 3),
            items_left_out=that_fit(
                [ItemOut.from_item(item) for item in receipt.left_out], LIST_CHARS // 3
            ),
        )


class WhyOut(BaseModel):
    """Why an item is or is not in the context for a query; `sentence` explains it."""

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
    def from_why_not(cls, why: WhyNot) -> "WhyOut":
        """The explanation with all its figures."""
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
    head = f"{receipt.tokens} of {receipt.cap} tokens; {counts}"
    lines = [item.summary_line() for item in (*receipt.items, *receipt.items_left_out)]
    unnamed = receipt.shown + receipt.left_out - len(lines)
    return [head, *lines, *([f"and {unnamed} more"] if unnamed else [])]
