"""Normalizes text to visible characters: plain spaces and line ends, composed letters."""

import re
import unicodedata
from collections.abc import Mapping
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
_ODD: Final = re.compile(f"[{_SPACES}{_LINE_ENDS}{_UNSEEN}]")
_MARKED: Final = re.compile(f"[{_LETTERS}][{_MARKS}]+")
_PIECE: Final = re.compile(f"{_MARKED.pattern}|.", re.DOTALL)


def _table() -> Mapping[int, str]:
    ranges = range(0x80, 0x3001), range(0xFEFF, 0xFFFC), range(0xE0001, 0xE0080)
    odd = [chr(code) for codes in ranges for code in codes if _ODD.match(chr(code))]
    read_as = {_SPACES: " ", _LINE_ENDS: "\n", _UNSEEN: ""}
    return {
        ord(character): replacement
        for character in odd
        for group, replacement in read_as.items()
        if re.match(f"[{group}]", character)
    }


_READ_AS: Final = _table()


def visible_text(text: str) -> str:
    """The text with plain spaces and line ends, and without invisible characters."""
    if text.isascii() or not (_ODD.search(text) or _MARKED.search(text)):
        return text
    return "".join(_letter(found[0]) for found in _PIECE.finditer(text))


def _letter(piece: str) -> str:
    """One character; of a letter with stacked marks that do not compose, only the letter."""
    if len(piece) == 1:
        return _READ_AS.get(ord(piece), piece)
    return unicodedata.normalize("NFC", piece)[0]
