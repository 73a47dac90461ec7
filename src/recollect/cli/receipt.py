"""What a context and its receipt look like on a screen."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text

from recollect.cli.screen import print_table, say, stdout
from recollect.cli.table import Column
from recollect.cli.wording import counted, harmless
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
# On a screen narrower than this the reasons need the room of the section, which the text above tells.
_ROOMY = 100
_SHORT_ID = 8
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
    console = stdout()
    roomy = not console.is_terminal or console.width >= _ROOMY
    name = Column("TEXT", flexible=True) if words else Column("ID", flexible=True, style="cyan")
    told = words or (_short if console.is_terminal else _whole)
    shown = sorted(receipt.items, key=_best_first)
    every = (*shown, *sorted(receipt.left_out, key=_best_first)[:_LEFT_OUT_SHOWN])
    columns = (*_COLUMNS, *((_SECTION,) if roomy else ()), name, _BECAUSE)
    print_table(columns, [_row(item, told(item), roomy=roomy) for item in every])


def words_of(agent: "Agent") -> Callable[[Item], str]:
    """Tells what the things of a receipt say, by their ids where they have been deleted since."""
    return lambda item: agent.words(item) or item.id


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


def _best_first(item: Item) -> tuple[bool, int]:
    return item.rank is None, item.rank or 0


def _whole(item: Item) -> str:
    return item.id


def _short(item: Item) -> str:
    """Its id, of a memory the first characters, and the line of a profile."""
    if item.scope is Scope.TURNS:
        return item.id
    name, mark, line = item.id.partition("#")
    return name[:_SHORT_ID] + mark + line


def _row(item: Item, name: str, *, roomy: bool) -> tuple[str, ...]:
    return (
        "" if item.rank is None else str(item.rank),
        "" if item.score is None else f"{item.score:.2f}",
        f"{item.tokens:,}",
        _shown(item),
        *((item.section.replace("_", " "),) if roomy else ()),
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
