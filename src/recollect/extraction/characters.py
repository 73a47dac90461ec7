"""Normalizes text to visible characters: plain spaces and line ends, composed letters."""

import re
import unicodedata
from typing import Final

_SPACES: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_ENDS: Final = "\u0085\u2028\u2029"
# Soft hyphens, joiners, direction marks and other invisible characters.
_UNSEEN: Final = (
    "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0001\U000e0020-\U000e007f"
)
# Combining accents after a Latin, Greek or Cyrillic letter, as some keyboards and file names
# produce.
_MARKS: Final = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff"
_LETTERS: Final = "A-Za-z\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff"
_MARKED: Final = re.compile(f"[{_LETTERS}][{_MARKS}]+")
_READ_AS: Final = tuple(
    (re.compile(f"[{characters}]"), replacement)
    for characters, replacement in ((_SPACES, " "), (_LINE_ENDS, "\n"), (_UNSEEN, ""))
)


def visible_text(text: str) -> str:
    """The text with plain spaces and line ends, and without invisible characters."""
    if text.isascii():
        return text
    # Of a letter with stacked marks that do not compose, only the letter is kept.
    text = _MARKED.sub(lambda found: unicodedata.normalize("NFC", found[0])[0], text)
    for pattern, replacement in _READ_AS:
        text = pattern.sub(replacement, text)
    return text
