"""The languages that statements are understood in, and how they are told apart."""

import re
from functools import cache, lru_cache
from importlib import import_module
from typing import Final

from recollect.learn.extract.common import COMMON, ENDINGS
from recollect.learn.extract.language import Language

# Where each language is. It is read in when a turn in it is met: its tables and patterns take time that a program
# which never meets the language need not spend.
_PLACES: Final = {"en": "ENGLISH", "fr": "FRENCH", "es": "SPANISH", "de": "GERMAN"}
_SPANISH_LETTER: Final = re.compile(r"(?<!\w)[a-zé]*[áíóúñ]")
_WORD: Final = re.compile(r"(?<!\d)[^\W\d_]+(?:'[^\W\d_]+)?")  # no "e" of "3e"
_READ: Final = 400
# What "he" does in English; in Spanish a participle follows it.
_IS_HE: Final = re.compile(r"\bhe(?! \w+(?:ado|ido|cho|sto|rto|lto|oto)\b)")
# Of the words, so many must be common ones of a language before it is believed against the one spoken so far.
_ENOUGH: Final = 0.15
# A word that only one more language has is enough to leave the language spoken so far; "ok" is not.
_MARGIN: Final = 0.4
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
    words = words_of(text[:_READ])
    known = [codes for codes in map(codes_of, words) if codes]
    # A word of several languages tells little for any of them.
    weights = {code: sum(1 / len(codes) for codes in known if code in codes) for code in COMMON}
    if "ich" in words:  # no other has it, and "im" is theirs too
        weights["de"] += 1
    if "he" in words and weights["es"] and not _IS_HE.search(" ".join(words)):
        weights["en"] -= 1  # "he mudado" is no "he"
    if _SPANISH_LETTER.search(text[:_READ]):  # in a word that is no name
        weights["es"] += 1
    spoken = before or ("es" if "¿" in text or "¡" in text else "en")
    best = max(weights, key=lambda code: (weights[code], code == spoken))
    if weights[best] < weights[spoken] + _MARGIN:
        best = spoken
    told = sum(best in codes for codes in known)
    if not words or told < _ENOUGH * len(words):
        return spoken if len(words) < _FEW else None
    return best


def words_of(text: str) -> list[str]:
    """The words by which a language is told, in lower case."""
    return _WORD.findall(text.lower().replace("’", "'"))


@lru_cache(maxsize=4096)
def codes_of(word: str) -> tuple[str, ...]:
    """The languages a word is of: by itself, by its front ("j'" of "j'habite"), or by its ending."""
    front, mark, _ = word.partition("'")
    elided = front + mark if mark else word
    return tuple(
        code
        for code, common in COMMON.items()
        if word in common or elided in common or word.endswith(ENDINGS.get(code, ()))
    )
