"""Printing contexts and receipts."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text

from recollect.cli.formatting import pluralize, sanitize
from recollect.cli.output import print_table, say, stdout
from recollect.cli.table import Column
from recollect.domain.hit import Scope, Scores
from recollect.domain.plain import plain
from recollect.domain.receipt import Context, Item, LeftOut, Receipt

if TYPE_CHECKING:
    from recollect.memory import Agent

_COLUMNS = (
    Column("RANK", right=True),
    Column("SCORE", right=True),
    Column("TOKENS", right=True),
    Column("SHOWN", style="green"),
)
_SECTION = Column("SECTION")
# On a narrower terminal the section column is dropped in favour of the reasons.
_WIDE = 100
_SHORT_ID = 8
_REASON = Column("REASON", flexible=True)
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
    name = Column("TEXT", flexible=True) if text_of else Column("ID", flexible=True, style="cyan")
    name_of = text_of or (_short_id if console.is_terminal else _full_id)
    shown = sorted(receipt.items, key=_best_first)
    items = (*shown, *sorted(receipt.left_out, key=_best_first)[:_MAX_LEFT_OUT])
    columns = (*_COLUMNS, *((_SECTION,) if wide else ()), name, _REASON)
    print_table(columns, [_row(item, name_of(item), wide=wide) for item in items])


def item_text(agent: "Agent") -> Callable[[Item], str]:
    """Return a function that gives the text of a receipt item, or its id if it was deleted."""
    return lambda item: agent.item_text(item) or item.id


def receipt_summary(receipt: Receipt) -> str:
    """Return the receipt in one sentence."""
    tokens = f"{receipt.tokens:,} of {receipt.cap:,} tokens"
    counts = f"{pluralize(len(receipt.items), 'line')} shown, {len(receipt.left_out):,} left out"
    if receipt.relevance is None or receipt.relevance.relevant:
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


def _full_id(item: Item) -> str:
    return item.id


def _short_id(item: Item) -> str:
    """Return the id, shortened for everything but turns; a profile keeps its line number."""
    if item.scope is Scope.TURNS:
        return item.id
    name, mark, line = item.id.partition("#")
    return name[:_SHORT_ID] + mark + line


def _row(item: Item, name: str, *, wide: bool) -> tuple[str, ...]:
    return (
        "" if item.rank is None else str(item.rank),
        "" if item.score is None else f"{item.score:.2f}",
        f"{item.tokens:,}",
        _shown_status(item),
        *((item.section.replace("_", " "),) if wide else ()),
        name,
        score_reasons(item.scores) or _reason_without_scores(item),
    )


def _reason_without_scores(item: Item) -> str:
    if item.beside:
        return "next to a hit"
    return "always included" if item.rank is None else "low scores only"


def _shown_status(item: Item) -> str:
    if isinstance(item, LeftOut):
        return f"no: {item.reason.replace('_', ' ')}"
    return "in part" if item.cut else "yes"
