"""The fence around memory that is put among other people's words: what it holds cannot leave it, and can be told apart.

Nothing that stands inside is ever taken for something that somebody said, wherever it comes back from.
"""

import re
from typing import Final

_NAME: Final = "recollect_memory"
_OPEN: Final = f"<{_NAME}>"
_CLOSE: Final = f"</{_NAME}>"
# A bracket as a lenient reader would see one: full width, small, or written for HTML.
_LEFT: Final = r"(?:<|\uFF1C|\uFE64|&lt;|&#60;|&#x3c;)"
_RIGHT: Final = r"(?:>|\uFF1E|\uFE65|&gt;|&#62;|&#x3e;)"
# Never across lines: two parts that a fence stood between must not make a mark when they are joined.
_GAP: Final = r"[ \t\u00a0\u200b-\u200d\u2060\ufeff]{0,8}"
_WORD: Final = rf"recollect{_GAP}[_-]{_GAP}memory"
_MARK: Final = re.compile(rf"{_LEFT}({_GAP}(?:[/\uFF0F]|\\/)?{_GAP}{_WORD})", re.IGNORECASE)
_OPENS: Final = rf"{_LEFT}{_GAP}{_WORD}\b[^<>\n]*?(?:{_RIGHT}|(?=<)|$)"
_CLOSES: Final = rf"{_LEFT}{_GAP}(?:[/\uFF0F]|\\/){_GAP}{_WORD}{_GAP}{_RIGHT}?"
_EITHER: Final = re.compile(
    rf"(?P<close>{_CLOSES})|(?P<open>{_OPENS})", re.IGNORECASE | re.MULTILINE
)


def fenced(text: str, about: str) -> str:
    """The text between our marks, after a line that says what it is; marks of its own are made harmless."""
    harmless = _MARK.sub(r"[\1", text)
    return f"{_OPEN}\n{about}\n\n{harmless}\n{_CLOSE}"


def unfenced(text: str) -> str:
    """The text without anything that stands, or once stood, in a fence.

    Of a fence that is only half there the side that it was on goes too: rather a word too few is kept than one
    that nobody said.
    """
    if not _MARK.search(text):
        return text
    kept: list[str] = []
    depth = place = 0
    for mark in _EITHER.finditer(text):
        if depth == 0:
            kept.append(text[place : mark.start()])
        if mark["open"] is not None:
            depth += 1
        elif depth:
            depth -= 1
        else:  # it closes what was opened before this text begins
            kept.clear()
        place = mark.end()
    if depth == 0:
        kept.append(text[place:])
    return _joined(kept)


def _joined(kept: list[str]) -> str:
    """What stood around fences, without the gaps that they leave."""
    parts = (part.strip() for part in kept)
    return "\n\n".join(part for part in parts if part)
