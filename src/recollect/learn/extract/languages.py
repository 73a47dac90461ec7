"""The languages that statements are understood in, and how they are told apart."""

import re
from functools import cache
from importlib import import_module
from typing import Final

from recollect.learn.extract.common import COMMON
from recollect.learn.extract.language import Language

# Where each language is. It is read in when a turn in it is met: its tables and patterns take time that a program
# which never meets the language need not spend.
_PLACES: Final = {"en": "ENGLISH", "fr": "FRENCH"}
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_READ: Final = 400
# Of the words, so many must be common ones of a language before it is believed against the one spoken so far.
_ENOUGH: Final = 0.15
# So many words are too few to say that a text is in none of the languages.
_FEW: Final = 12


@cache
def language(code: str) -> Language:
    """A language by its code, read in at the first call."""
    found: Language = getattr(import_module(f"recollect.learn.extract.{code}"), _PLACES[code])
    return found


def language_of(text: str, before: str | None) -> Language | None:
    """The language of a text; where it is too short to tell, the one spoken `before`, else English."""
    code = code_of(text, before)
    return language(code) if code else None


def code_of(text: str, before: str | None) -> str | None:
    """The code of that language, without reading it in."""
    words = _WORD.findall(text[:_READ].lower().replace("’", "'"))
    counts = {code: sum(_is_in(common, word) for word in words) for code, common in COMMON.items()}
    best = max(counts, key=lambda code: (counts[code], code == before, code == "en"))
    if not words or counts[best] < _ENOUGH * len(words):
        return (before or "en") if len(words) < _FEW else None
    return best


def _is_in(common: frozenset[str], word: str) -> bool:
    """Whether a word is one of these by itself or by its front: "j'habite" is told by its "j'"."""
    front, mark, _ = word.partition("'")
    return word in common or (bool(mark) and front + mark in common)
