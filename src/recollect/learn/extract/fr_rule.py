"""French: how a rule is written, for people who type accents and for those who do not."""

import re
import unicodedata
from typing import Final

from recollect.learn.extract.fr_words import PARTS
from recollect.learn.extract.language import expanded, words
from recollect.learn.extract.rules import Rules

_ACCENTED: Final = re.compile(r"[àâçéèêëîïôùûœ]")
_VOWEL: Final = tuple("aàâeéèêhiîoôuy")
_ELIDED: Final = ("j'", "n'", "l'", "d'", "m'", "s'", "t'", "qu'")


def plain(text: str) -> str:
    """The text without accents."""
    return "".join(
        one
        for one in unicodedata.normalize("NFD", text.replace("œ", "oe"))
        if not unicodedata.combining(one)
    )


def said(text: str) -> str:
    """A pattern with the parts of French filled in, whose accents may be missing from what it meets.

    No accent may stand inside a character class of the pattern.
    """
    whole = expanded(text, **PARTS)
    return _ACCENTED.sub(
        lambda one: "(?:œ|oe)" if one[0] == "œ" else f"[{one[0]}{plain(one[0])}]", whole
    )


def french(text: str) -> re.Pattern[str]:
    """The same, compiled; upper and lower case are the same."""
    return re.compile(said(text), re.IGNORECASE)


def _cues(text: str) -> frozenset[str]:
    """The words that a rule waits for, as they may stand in a clause: without accents, behind an elided word."""
    found = words(text) | {plain(word) for word in words(text)}
    run_on = {f"j{word}" for word in found}
    return (
        found
        | run_on
        | {f"{front}{word}" for word in found if word.startswith(_VOWEL) for front in _ELIDED}
    )


rule: Final = Rules(_cues, said, said)
