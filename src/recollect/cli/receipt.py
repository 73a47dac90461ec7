"""Printing contexts and receipts."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text

from recollect.cli.formatting import one_line, pluralize, sanitize
from recollect.cli.output import print_items, say, stdout
from recollect.cli.table import Column, Table
from recollect.context.pieces import space_label
from recollect.domain.hit import Scope, Scores
from recollect.domain.plain import plain
from recollect.domain.provenance import Origin
from recollect.domain.receipt import Context, Item, LeftOut, Receipt, SpaceOutcome

if TYPE_CHECKING:
    from recollect.memory import Agent

# On a narrower terminal the section column is dropped in favour of the reasons.
_WIDE = 100
_SHORT_ID = 8
_MAX_LEFT_OUT = 5
_MIN_SCORE_PART = 0.1
# Display names of the parts of a score.
_PART_NAMES = {"lexical": "words", "dense": "meaning", "session": "conversation"}


def print_context(context: Context) -> None:
    """Print the text as a model reads it, with bold headings."""
    for line in sanitize(context.text).split("\n"):
        say(Text(line, style="bold cyan" if line.startswith("#") else ""))


def print_receipt(receipt: Receipt, text_of: Callable[[Item], str] | None = None) -> None:
    """Print a line for each item shown, best first, and for the first of those left out.

    Items are named by `text_of`, or by their ids if it is None.
    """
    console = stdout()
    wide = not console.is_terminal or console.width >= _WIDE
    ids = Column("ID", flexible=True, style="cyan")
    section = (Column("SECTION"), lambda item: item.section.replace("_", " "))
    table: Table[Item] = (
        (Column("RANK", right=True), lambda item: "" if item.rank is None else str(item.rank)),
        (
            Column("SCORE", right=True),
            lambda item: "" if item.score is None else f"{item.score:.2f}",
        ),
        (Column("TOKENS", right=True), lambda item: f"{item.tokens:,}"),
        (Column("SHOWN", style="green"), _shown_status),
        *((section,) if wide else ()),
        (Column("TEXT", flexible=True), text_of) if text_of else (ids, _id),
        (Column("REASON", flexible=True), _reason),
    )
    shown = sorted(receipt.items, key=_best_first)
    print_items(table, [*shown, *sorted(receipt.left_out, key=_best_first)[:_MAX_LEFT_OUT]])


def item_text(agent: "Agent") -> Callable[[Item], str]:
    """Return a function that gives the text of a receipt item, or its id if it was deleted."""
    return lambda item: space_label(item.space) + (agent.item_text(item) or item.id)


def receipt_summary(receipt: Receipt) -> str:
    """Return the receipt in one sentence, after the question as it was understood."""
    tokens = f"{receipt.tokens:,} of {receipt.cap:,} tokens"
    if receipt.understood:
        tokens = f"Understood as: {one_line(receipt.understood)}\n{tokens}"
    counts = f"{pluralize(len(receipt.items), 'line')} shown, {len(receipt.left_out):,} left out"
    is_read = any(each.outcome is SpaceOutcome.READ for each in receipt.spaces)
    if receipt.relevance is None or receipt.relevance.relevant or is_read:
        return f"{tokens}: {counts}."
    return f"{tokens}: {counts}; nothing in memory is related to the question."


def score_reasons(scores: Scores) -> str:
    """Return the parts that contribute to a score, largest first."""
    parts = sorted(plain(scores).items(), key=lambda part: -part[1])
    relevant = (
        (_PART_NAMES.get(name, name), value) for name, value in parts if value >= _MIN_SCORE_PART
    )
    return ", ".join(f"{name} {value:.1f}" for name, value in relevant)


def _best_first(item: Item) -> tuple[bool, int]:
    return item.rank is None, item.rank or 0


def _id(item: Item) -> str:
    """Return the id, on a terminal shortened except for turns and a profile's line number."""
    space = space_label(item.space)
    if item.scope is Scope.TURNS or not stdout().is_terminal:
        return space + item.id
    name, mark, line = item.id.partition("#")
    return space + name[:_SHORT_ID] + mark + line


_OWN = frozenset({None, Origin.USER, Origin.MANUAL})


def _reason(item: Item) -> str:
    origin = "" if item.origin in _OWN else f"{item.origin}; "
    if reasons := score_reasons(item.scores):
        return origin + reasons
    return origin + ("always included" if item.rank is None else "low scores only")


def _shown_status(item: Item) -> str:
    if isinstance(item, LeftOut):
        return f"no: {item.reason.replace('_', ' ')}"
    return "in part" if item.cut else "yes"
