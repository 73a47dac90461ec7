"""Output: data and tables go to stdout, everything else to stderr."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from recollect.cli.formatting import sanitize
from recollect.cli.table import Column, Table, render_table
from recollect.domain.plain import plain

T = TypeVar("T")

# JSON allows these, but they control a terminal or (lone surrogates) cannot be encoded.
_UNSAFE = re.compile(
    "[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def stdout() -> Console:
    """Return the console for data; text is never interpreted as markup."""
    return Console(markup=False, highlight=False, emoji=False)


def stderr() -> Console:
    """Return the console for progress, questions and errors."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def say(text: Text | str = "", *, style: str = "", console: Console | None = None) -> None:
    """Print a line or paragraph on stdout, wrapped only on a terminal."""
    console = console or stdout()
    console.print(text, style=style or None, soft_wrap=not console.is_terminal)


def note(text: Text | str, *, style: str = "") -> None:
    """Print a line or paragraph on stderr."""
    say(text, style=style, console=stderr())


def print_indented(text: str, indent: int, heading: str = "") -> None:
    """Print a paragraph on stdout, indented also where it is wrapped."""
    console = stdout()
    if console.is_terminal:
        content = Text.assemble((heading, "cyan"), text)
        console.print(Padding(content, (0, 0, 0, indent)))
    else:
        margin = " " * indent
        console.print(margin + (heading + text).replace("\n", "\n" + margin), soft_wrap=True)


def print_json(value: object) -> None:
    """Print a value as JSON on stdout, safe for terminals and any encoding."""
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    text = json.dumps(plain(value), indent=2, ensure_ascii=ascii_only)
    sys.stdout.write(_UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n")


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Print a table that fits the terminal; in a pipe nothing is cut."""
    console = stdout()
    for line in render_table(columns, rows, console.width if console.is_terminal else None):
        console.print(line, soft_wrap=True)


def print_items(table: Table[T], items: Iterable[T]) -> None:
    """Print a table with a row for each item."""
    columns = [column for column, _ in table]
    print_table(columns, [[cell(item) for _, cell in table] for item in items])


def print_list(
    items: Sequence[T], table: Table[T], *, empty: str, as_json: bool, value: object = None
) -> None:
    """Print the items as JSON (`value`, if given) or as a table; `empty` if there are none."""
    if as_json:
        print_json(items if value is None else value)
    elif items:
        print_items(table, items)
    else:
        say(empty)


def print_result(value: object, text: str, *, as_json: bool) -> None:
    """Print the value as JSON, or else the text about it."""
    if as_json:
        print_json(value)
    else:
        say(text)


def print_details(*pairs: tuple[str, str]) -> None:
    """Print one name and value per line, without empty values."""
    shown = [(name, sanitize(value)) for name, value in pairs if value]
    console = stdout()
    if console.is_terminal:
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column(overflow="fold")
        for name, value in shown:
            grid.add_row(name, Text(value))
        console.print(grid)
        return
    width = max((len(name) for name, _ in shown), default=0) + 2
    for name, value in shown:
        indented = value.replace("\n", "\n" + " " * width)
        console.print(name.ljust(width) + indented, soft_wrap=True)
