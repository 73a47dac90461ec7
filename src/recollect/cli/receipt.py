"""What a context and its receipt look like on a screen."""

from collections.abc import Callable

from rich.text import Text

from recollect.cli.screen import print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import counted, harmless
from recollect.model.hit import Scores
from recollect.model.plain import plain
from recollect.model.receipt import Context, Item, LeftOut, Receipt

_COLUMNS = (
    Column("RANK", right=True),
    Column("SCORE", right=True),
    Column("TOKENS", right=True),
    Column("SHOWN", style="green"),
    Column("SECTION"),
)
_BECAUSE = Column("BECAUSE OF", flexible=True)
_LEFT_OUT_SHOWN = 5
_TELLING = 0.1
# The parts of a score as people call them.
_WORDS = {"lexical": "words", "dense": "meaning", "session": "conversation"}


def print_context(context: Context) -> None:
    """The text as a model reads it, headings bold."""
    for line in harmless(context.text).split("\n"):
        say(Text(line, style="bold cyan" if line.startswith("#") else ""))


def print_receipt(receipt: Receipt, words: Callable[[Item], str] | None = None) -> None:
    """A line for each thing that was shown, the best first, and for the first of those left out.

    It is named by its id, or by its words where these can be told.
    """
    name = Column("TEXT", flexible=True) if words else Column("ID", style="cyan")
    told = words or (lambda item: item.id)
    shown = sorted(receipt.items, key=lambda item: (item.rank is None, item.rank or 0))
    every = (*shown, *receipt.left_out[:_LEFT_OUT_SHOWN])
    print_table((*_COLUMNS, name, _BECAUSE), [_row(item, told(item)) for item in every])


def summary(receipt: Receipt) -> str:
    """The receipt in a sentence."""
    inside = f"{receipt.tokens:,} of {receipt.cap:,} tokens"
    counts = f"{counted(len(receipt.items), 'line')} in, {len(receipt.left_out):,} left out"
    if receipt.relevance is None or receipt.relevance.relevant:
        return f"{inside}: {counts}."
    return f"{inside}: {counts}; the question has to do with nothing that is remembered."


def because(scores: Scores) -> str:
    """The parts that raise a score, the greatest first."""
    parts = sorted(plain(scores).items(), key=lambda part: -part[1])
    telling = ((_WORDS.get(name, name), value) for name, value in parts if value >= _TELLING)
    return ", ".join(f"{name} {value:.1f}" for name, value in telling)


def _row(item: Item, name: str) -> tuple[str, ...]:
    return (
        "" if item.rank is None else str(item.rank),
        "" if item.score is None else f"{item.score:.2f}",
        f"{item.tokens:,}",
        _shown(item),
        item.section.replace("_", " "),
        name,
        because(item.scores) or _otherwise(item),
    )


def _otherwise(item: Item) -> str:
    if item.beside:
        return "beside a hit"
    return "always worth knowing" if item.rank is None else "nothing in particular"


def _shown(item: Item) -> str:
    if isinstance(item, LeftOut):
        return f"no: {item.reason.replace('_', ' ')}"
    return "a passage" if item.cut else "yes"
