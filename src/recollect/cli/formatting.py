"""Formatting for terminals: sanitized text, readable dates, sizes and counts."""

import io
import re
import shlex
import unicodedata
from collections.abc import Callable
from datetime import datetime

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from recollect.cli.time_zone import zone
from recollect.domain.amounts import pluralize
from recollect.domain.clock import shown_in

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# Characters that control a terminal or reorder text, which may come from an untrusted source.
_CONTROL = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # needed by several scripts and most emoji
_CONTROL_PICTURES = 0x2400  # first of the symbols for control characters 0 to 31
_SPACE = 0x20
_KIB = 1024
_SHORT_ID = 8
_GENERATED = re.compile(r"[0-9a-f]{32,}")
# Elsewhere only memories that are shown are counted.
ALL_COUNTED = "The memories include deleted and ended ones, summaries and profiles."
# However narrow the terminal, an indented line keeps some columns.
_MIN_WRAPPED = 20
# Somebody copies a command: a line break in it makes it another one.
_COMMAND = re.compile(r"(?:^ *|(?<=[:?] ))(?:recollect|rm|pip|chmod) \S")
_PLAIN = Console(width=80, file=io.StringIO())


def sanitize(text: str) -> str:
    """Return the text with control characters made visible; line breaks are kept."""
    text = text.replace("\r\n", "\n").replace("\t", "    ")
    if text.isprintable():
        return text
    return "".join(_sanitized_character(character) for character in text)


def one_line(text: str) -> str:
    """Return the sanitized text on one line, with runs of white space collapsed."""
    return " ".join(sanitize(text).split())


def shell_quoted(text: str) -> str:
    """Quote the text for a shell."""
    return shlex.quote(one_line(text))


def shorten(text: str, cells: int) -> str:
    """Cut the text to this many terminal columns, with an ellipsis if it was cut."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, max(cells - 1, 0)).rstrip() + "…"


def wrap(text: Text, width: int, indent: int = 0) -> list[Text]:
    """Break the text into lines of at most `width` columns, indented after a line's first."""
    lines: list[Text] = []
    margin = " " * min(indent, max(width - _MIN_WRAPPED, 0))
    for paragraph in text.split("\n", allow_blank=True):
        first, *_ = paragraph.wrap(_PLAIN, width) or [Text()]
        first.rstrip()
        rest = paragraph[len(first) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        lines.append(first)
        for line in rest.wrap(_PLAIN, width - len(margin)) if rest.plain else ():
            line.rstrip()
            lines.append(Text(margin) + line)
    return lines


def wrap_prose(text: Text, width: int, indent: int = 0) -> list[Text]:
    """Break the text as `wrap` does, but never in a command at the end of a paragraph."""
    lines: list[Text] = []
    for paragraph in text.split("\n", allow_blank=True):
        command = _COMMAND.search(paragraph.plain)
        if not command or cell_len(paragraph.plain) <= width:
            lines += wrap(paragraph, width, indent)
            continue
        prose, whole = paragraph[: command.start()], paragraph[command.start() :]
        lines += [*wrap(prose, width, indent), Text(" " * indent) + whole] if prose else [whole]
    return lines


def local_time(moment: datetime | None, *, seconds: bool = False) -> str:
    """Format a time in the time zone of the settings, unless it has an offset of its own."""
    return "" if moment is None else said_time(_local(moment), seconds=seconds)


def local_date(moment: datetime) -> str:
    """Format the date of a time in the time zone of the settings, as `local_time` does."""
    return said_date(_local(moment))


def _local(moment: datetime) -> datetime:
    return moment if moment.utcoffset() else shown_in(moment, zone())


def said_time(moment: datetime, *, seconds: bool = False) -> str:
    """Format a time on the speaker's own clock, as contexts do."""
    return moment.strftime("%Y-%m-%d %H:%M:%S" if seconds else "%Y-%m-%d %H:%M")


def said_date(moment: datetime) -> str:
    """Format the date of a time on the speaker's own clock."""
    return moment.strftime("%Y-%m-%d")


def period(
    since: datetime | None, until: datetime | None, formatted: Callable[[datetime], str]
) -> str:
    """Return the period from one time to another; either may be unknown."""
    parts = (("from", since), ("until", until))
    return " ".join(f"{word} {formatted(moment)}" for word, moment in parts if moment)


def human_size(count: int) -> str:
    """Format a number of bytes with a suitable unit."""
    amount = float(count)
    for unit in ("bytes", "KB", "MB"):
        if amount < _KIB:
            return f"{amount:,.0f} {unit}" if unit == "bytes" else f"{amount:,.1f} {unit}"
        amount /= _KIB
    return f"{amount:,.1f} GB"


def short_id(name: str) -> str:
    """Return the first characters of a generated id, which are enough; other ids are whole."""
    return name[:_SHORT_ID] if _GENERATED.fullmatch(name) else name


def amounts(**counts: int) -> str:
    """Return numbers given by their nouns: turn=1, memory=2 is "1 turn, 2 memories"."""
    return ", ".join(pluralize(number, noun) for noun, number in counts.items())


def _sanitized_character(character: str) -> str:
    if character == "\n" or character in _JOINERS:
        return character
    kind = unicodedata.category(character)
    if kind == "Zs":
        return " "
    if kind not in _CONTROL:
        return character
    code = ord(character)
    return chr(_CONTROL_PICTURES + code) if code < _SPACE else _REPLACEMENT
