"""Where output goes: data and its tables to stdout, everything said beside them to stderr."""

import json
import re
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from recollect.cli.table import Column, laid_out
from recollect.cli.wording import harmless
from recollect.domain.plain import plain

# JSON leaves these as they are, yet they steer a terminal, or (half a pair) cannot be written at all.
_STEERING = re.compile(
    "[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def stdout() -> Console:
    """The console for data; text is never taken for markup."""
    return Console(markup=False, highlight=False, emoji=False)


def stderr() -> Console:
    """The console for progress, questions and errors."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def say(text: Text | str = "", *, style: str = "") -> None:
    """One line or paragraph on stdout; in a pipe it is not wrapped."""
    console = stdout()
    console.print(text, style=style or None, soft_wrap=not console.is_terminal)


def note(text: Text | str, *, style: str = "") -> None:
    """One line or paragraph on stderr."""
    console = stderr()
    console.print(text, style=style or None, soft_wrap=not console.is_terminal)


def print_json(value: object) -> None:
    """Any of our values as one JSON text on stdout, safe for a terminal and for any encoding."""
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    text = json.dumps(plain(value), indent=2, ensure_ascii=ascii_only)
    sys.stdout.write(_STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """A table as wide as the terminal; in a pipe as wide as its contents, with nothing cut."""
    console = stdout()
    for line in laid_out(columns, rows, console.width if console.is_terminal else None):
        console.print(line, soft_wrap=True)


def print_details(pairs: Iterable[tuple[str, str]]) -> None:
    """Names and values below each other; a value that is empty is left out."""
    shown = [(name, harmless(value)) for name, value in pairs if value]
    console = stdout()
    if console.is_terminal:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column(overflow="fold")
        for name, value in shown:
            grid.add_row(name, Text(value))
        console.print(grid)
        return
    width = max((len(name) for name, _ in shown), default=0) + 2
    for name, value in shown:
        hanging = value.replace("\n", "\n" + " " * width)
        console.print(name.ljust(width) + hanging, soft_wrap=True)
