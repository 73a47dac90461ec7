"""Marks injected memory so that it cannot escape its fence and can be removed again.

Fenced text that comes back in a request is never mistaken for something that a person said. Each
fence has a name that its text cannot know: a keyed hash of that text. The same text keeps its name
while the server runs, so prompt caches keep working.
"""

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

_NAME: Final = "recollect_memory"
_KEY: Final = secrets.token_bytes(32)
# Letters only, as in the names of other tags; 16 of them say 64 bits.
_LETTERS: Final = "bcdfghjklmnpqrst"
_NONCE_BYTES: Final = 8
# A lenient model also reads full-width, small and HTML-escaped brackets as brackets.
_LEFT: Final = r"(?:<|\uFF1C|\uFE64|&lt;|&#60;|&#x3c;)"
_RIGHT: Final = r"(?:>|\uFF1E|\uFE65|&gt;|&#62;|&#x3e;)"
# Never across lines: joining the texts around a removed fence must not create a new mark.
_GAP: Final = r"[ \t\u00a0\u200b-\u200d\u2060\ufeff]{0,8}"
_WORD: Final = rf"recollect{_GAP}[_-]{_GAP}memory(?:_[a-z]{{1,32}})?"
_MARK: Final = re.compile(rf"{_LEFT}({_GAP}(?:[/\uFF0F]|\\/)?{_GAP}{_WORD})", re.IGNORECASE)
_OPENS: Final = rf"{_LEFT}{_GAP}{_WORD}\b[^<>\n]*?(?:{_RIGHT}|(?=<)|$)"
_CLOSES: Final = rf"{_LEFT}{_GAP}(?:[/\uFF0F]|\\/){_GAP}{_WORD}{_GAP}{_RIGHT}?"
_EITHER: Final = re.compile(
    rf"(?P<close>{_CLOSES})|(?P<open>{_OPENS})", re.IGNORECASE | re.MULTILINE
)


def fenced(text: str, about: str) -> str:
    """The text between fence marks, after a line that explains it; marks inside are defused."""
    defused = _MARK.sub(r"[\1", text)
    inside = f"{about}\n\n{defused}"
    name = f"{_NAME}_{_nonce(inside)}"
    return f"<{name}>\n{inside}\n</{name}>"


def _nonce(text: str) -> str:
    digest = hmac.digest(_KEY, text.encode("utf-8", "surrogatepass"), sha256)[:_NONCE_BYTES]
    return "".join(_LETTERS[half] for byte in digest for half in (byte >> 4, byte & 15))


def unfenced(text: str) -> str:
    """The text outside all fences.

    If a mark has no counterpart, everything on its inner side is removed too: losing a word is
    better than keeping one that nobody said.
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
        else:  # closes a fence that was opened before this text begins
            kept.clear()
        place = mark.end()
    if depth == 0:
        kept.append(text[place:])
    return _joined(kept)


def _joined(kept: list[str]) -> str:
    """The remaining parts, without the blank lines that the fences leave."""
    parts = (part.strip() for part in kept)
    return "\n\n".join(part for part in parts if part)
