"""Output: data and tables go to stdout, everything else to stderr."""

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from recollect.cli.formatting import sanitize, wrap_prose
from recollect.cli.table import Column, Table, render_table
from recollect.domain.plain import plain

T = TypeVar("T")

# JSON allows these, but they control a terminal or (lone surrogates) cannot be encoded.
_UNSAFE = re.compile(
    "[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


class _Output(Console):
    """A console that leaves a broken pipe to the entry point, which has an exit code for it."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def stdout() -> Console:
    """Return the console for data; text is never interpreted as markup."""
    return _Output(markup=False, highlight=False, emoji=False)


def stderr() -> Console:
    """Return the console for progress, questions and errors."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def say(
    text: Text | str = "", *, style: str = "", indent: int = 0, console: Console | None = None
) -> None:
    """Print a paragraph on stdout, on a terminal wrapped; `indent` is for its further lines."""
    console = console or stdout()
    content = Text(text) if isinstance(text, str) else text.copy()
    content.stylize_before(style)
    lines = wrap_prose(content, console.width, indent) if console.is_terminal else [content]
    for line in lines:
        console.print(line, soft_wrap=True)


def note(text: Text | str, *, style: str = "") -> None:
    """Print a line or paragraph on stderr."""
    say(text, style=style, console=stderr())


def print_indented(text: str, indent: int, heading: str = "") -> None:
    """Print a paragraph on stdout, indented also where it is wrapped."""
    for number, line in enumerate(text.split("\n")):
        start = (heading, "cyan") if number == 0 else ""
        say(Text.assemble(" " * indent, start, line), indent=indent)


def print_bullets(text: str, style_of: Callable[[str], str]) -> None:
    """Print lines of a list as they are; where one is wrapped, it goes on under its text."""
    for line in sanitize(text).split("\n"):
        bare = line.lstrip()
        hanging = len(line) - len(bare) + (2 if bare.startswith("- ") else 0)
        say(Text(line, style=style_of(line)), indent=hanging)


def print_json(value: object) -> None:
    """Print a value as JSON on stdout, safe for terminals and any encoding."""
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    text = json.dumps(plain(value), indent=2, ensure_ascii=ascii_only)
    sys.stdout.write(_UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n")


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Print a table that fits the terminal; in a pipe nothing is cut."""
    console = stdout()
    for line in render_table(columns, rows, console.width if console.is_terminal else None):
        line.rstrip()
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
    width = max((cell_len(name) for name, _ in shown), default=0) + 2
    for name, value in shown:
        padding = " " * (width - cell_len(name))
        for number, line in enumerate(value.split("\n")):
            start = Text.assemble((name, "bold"), padding) if number == 0 else Text(" " * width)
            say(start + Text(line), indent=width)
