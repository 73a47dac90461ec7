"""Whether a sentence that a model wrote holds what nobody said in the conversation it was made from."""

import re
from collections.abc import Sequence
from typing import Final

from recollect.learn.languages import LEXICONS
from recollect.learn.lexicon import folded
from recollect.model.turn import Turn

_BARE: Final = re.compile(r"[\W_]+")
_NAME: Final = re.compile(r"(?<![.!?:] )(?<!^)\b[A-ZÀ-Þ][^\W\d_]+")
_NUMBER: Final = re.compile(r"\d+(?:[.,' ]\d{3})*")
# Nobody reckons a number of so many digits, or writes a word and digits together, out of what was said.
_LONG_NUMBER: Final = 5
_MIXED: Final = re.compile(r"\b(?=\w*[^\W\d_]{4})(?=\w*\d)\w+\b")
# A number up to this may have been said in words, or be a day that was reckoned.
_COUNTED: Final = 31
# A word may be told in another form: so many letters of it have to be there.
_STEM: Final = 4
# Days and months, which stand where "tomorrow" was said.
_DATES: Final = frozenset(folded(word) for lexicon in LEXICONS for word in lexicon.times)
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


def makes_up(content: str, turns: Sequence[Turn]) -> bool:
    """Whether it holds a long number, or a word with digits in it, that stands nowhere in the turns."""
    said = _said(turns)
    long = (_digits(found[0]) for found in _NUMBER.finditer(content))
    numbers = (one.rstrip("0") for one in long if len(one) >= _LONG_NUMBER)
    mixed = (_BARE.sub("", folded(found[0])) for found in _MIXED.finditer(content))
    return any(one not in said for one in (*numbers, *mixed))


def goes_beyond(content: str, turns: Sequence[Turn]) -> bool:
    """Whether it holds a name or a number that stands nowhere in the turns; a date may have been reckoned."""
    said = _said(turns)
    names = (folded(found[0]) for found in _NAME.finditer(content))
    if any(name[:_STEM] not in said and name not in _DATES for name in names):
        return True
    numbers = (_digits(found[0]) for found in _NUMBER.finditer(content))
    return any(
        int(one) > _COUNTED and one.rstrip("0") not in said and not _YEAR.fullmatch(one)
        for one in numbers
    )


def _said(turns: Sequence[Turn]) -> str:
    words = (f"{turn.speaker or ''} {turn.content}" for turn in turns)
    # By whatever name a model calls those who speak.
    return _BARE.sub("", folded(f"user nutzer usuario utilisateur {' '.join(words)}"))


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)
