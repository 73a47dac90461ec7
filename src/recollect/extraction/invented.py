"""Whether a sentence that a model wrote holds what nobody said in its conversation."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.domain.folding import composed, folded
from recollect.domain.turn import Turn
from recollect.extraction.numbers import numbers_in
from recollect.languages.pack import packs

_BARE: Final = re.compile(r"[\W_]+")
_NAME: Final = re.compile(r"(?<![.!?:] )(?<!^)\b[A-ZÀ-Þ][^\W\d_]+")
_NUMBER: Final = re.compile(r"\d+(?:[.,' ]\d{3})*")
# Nobody computes a number of so many digits out of what was said.
_LONG_NUMBER: Final = 5
# Nor a word with digits in it. Chinese and Japanese write "6月8日" without spaces: that is a date.
_MIXED: Final = re.compile(
    r"(?=[^\W\u2e80-\U0003ffff]*[^\W\d_\u2e80-\U0003ffff]{4})[^\W\u2e80-\U0003ffff]*\d"
    r"[^\W\u2e80-\U0003ffff]*"
)
# A number up to this may be a day that was counted from another.
_COUNTED: Final = 31
# A word may be told in another form: so many letters of it have to be there.
_STEM: Final = 4
# Days and months, which stand where "tomorrow" was said.
_DATES: Final = frozenset(
    folded(word)
    for pack in packs().values()
    for part in ("months", "weekdays")
    for words in pack.table("dates")[part].values()
    for word in words.split()
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


def makes_up(content: str, turns: Sequence[Turn]) -> bool:
    """Whether it holds a long number, or a word with digits in it, that nobody said."""
    said = _said(turns)
    plain = composed(content)
    mixed = (_BARE.sub("", folded(found[0])) for found in _MIXED.finditer(plain))
    if any(one not in said for one in mixed):
        return True
    long = (one for one in _numbers(plain) if len(one) >= _LONG_NUMBER)
    return _unstated((one for one in long if one.rstrip("0") not in said), turns)


def goes_beyond(content: str, turns: Sequence[Turn]) -> bool:
    """Whether it holds a name or a number that nobody said; a date may have been computed."""
    said = _said(turns)
    plain = composed(content)
    names = (folded(found[0]) for found in _NAME.finditer(plain))
    if any(name[:_STEM] not in said and name not in _DATES for name in names):
        return True
    large = (one for one in _numbers(plain) if int(one) > _COUNTED and not _YEAR.fullmatch(one))
    return _unstated((one for one in large if one.rstrip("0") not in said), turns)


def _numbers(text: str) -> Iterator[str]:
    return (re.sub(r"\D", "", found[0]) for found in _NUMBER.finditer(text))


def _unstated(numbers: Iterable[str], turns: Sequence[Turn]) -> bool:
    """Whether there is a number that nobody said in words, or in characters, either."""
    wanted = {int(number) for number in numbers}
    stated = {each for turn in turns for each in numbers_in(turn.content)} if wanted else set()
    return not wanted <= stated


def _said(turns: Sequence[Turn]) -> str:
    users = (str(pack.table("templates")["user"]) for pack in packs().values())
    words = (f"{turn.speaker or ''} {turn.content}" for turn in turns)
    # By whatever name a model calls those who speak.
    return _BARE.sub("", folded(f"user {' '.join(users)} {' '.join(words)}"))
