"""How things are put on a screen: text that cannot harm a terminal, readable dates, sizes and counts."""

import re
import shlex
import unicodedata
from datetime import datetime

from rich.cells import cell_len, set_cell_size

_REPLACED = "\N{REPLACEMENT CHARACTER}"
# Characters that steer a terminal or reorder what is read; a stranger may have written the text.
_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # whole scripts and most emoji are spelled with them
_PICTURES = 0x2400  # the symbols for the control characters 0 to 31 follow here
_SPACE = 0x20
_KIB = 1024


def harmless(text: str) -> str:
    """The text with its line breaks, and everything that steers a terminal made visible instead."""
    text = text.replace("\r\n", "\n").replace("\t", "    ")
    if text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def one_line(text: str) -> str:
    """The text on a single line, harmless, each stretch of white space one space."""
    return " ".join(harmless(text).split())


def typed(text: str) -> str:
    """The text as one types it on a command line."""
    return shlex.quote(one_line(text))


def shorten(text: str, cells: int) -> str:
    """The text within so many columns of a terminal, an ellipsis where it was cut."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, max(cells - 1, 0)).rstrip() + "…"


def when(moment: datetime | None) -> str:
    """A moment in the local time of whoever reads it."""
    return "" if moment is None else moment.astimezone().strftime("%Y-%m-%d %H:%M")


def day(moment: datetime) -> str:
    """The local day of a moment."""
    return moment.astimezone().strftime("%Y-%m-%d")


def size(count: int) -> str:
    """A number of bytes as people say it."""
    amount = float(count)
    for unit in ("bytes", "KB", "MB"):
        if amount < _KIB:
            return f"{amount:,.0f} {unit}" if unit == "bytes" else f"{amount:,.1f} {unit}"
        amount /= _KIB
    return f"{amount:,.1f} GB"


def counted(number: int, noun: str) -> str:
    """A number with its noun in the right form: 1 memory, 2 memories."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} " + re.sub(r"([^aeiou])y$", r"\1ie", noun) + "s"


def _shown(character: str) -> str:
    if character == "\n" or character in _JOINERS:
        return character
    kind = unicodedata.category(character)
    if kind == "Zs":
        return " "
    if kind not in _STEERING:
        return character
    code = ord(character)
    return chr(_PICTURES + code) if code < _SPACE else _REPLACED
