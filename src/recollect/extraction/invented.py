"""Detects names and numbers in a model's sentence that nobody mentioned in the conversation."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from recollect.domain.folding import composed, folded
from recollect.domain.turn import Turn
from recollect.extraction.numbers import numbers_in
from recollect.languages.pack import packs

_BARE: Final = re.compile(r"[\W_]+")
_NAME: Final = re.compile(r"(?<![.!?:] )(?<!^)\b[A-ZÀ-Þ][^\W\d_]+")
_NUMBER: Final = re.compile(r"\d+(?:[.,' ]\d{3})*")
# A number of this many digits is not computed from what was said.
_LONG_NUMBER: Final = 5
# A number up to this may be a day computed from another date.
_MAX_COMPUTED: Final = 31
# Words may be inflected: this many of their first letters must occur.
_STEM: Final = 4
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


def has_invented_number(content: str, turns: Sequence[Turn]) -> bool:
    """Whether it contains a long number, or a word with digits, that nobody mentioned."""
    conversation = _conversation_text(turns)
    plain = composed(content)
    mixed = (_BARE.sub("", folded(found[0])) for found in _mixed().finditer(plain))
    if any(number not in conversation for number in mixed):
        return True
    long = (number for number in _numbers(plain) if len(number) >= _LONG_NUMBER)
    return _has_unstated(long, conversation, turns)


def has_unstated_name_or_number(content: str, turns: Sequence[Turn]) -> bool:
    """Whether it contains a name or number nobody mentioned; dates may have been computed."""
    conversation = _conversation_text(turns)
    plain = composed(content)
    names = (folded(found[0]) for found in _NAME.finditer(plain))
    if any(name[:_STEM] not in conversation and name not in _dates() for name in names):
        return True
    large = (
        number
        for number in _numbers(plain)
        if int(number) > _MAX_COMPUTED and not _YEAR.fullmatch(number)
    )
    return _has_unstated(large, conversation, turns)


@cache
def _mixed() -> re.Pattern[str]:
    """Matches a word with digits in it, which is not computed from what was said either.

    Chinese and Japanese write "6月8日" without spaces: that is a date.
    """
    return re.compile(
        r"(?<![^\W\u2e80-\U0003ffff])"
        r"(?=[^\W\u2e80-\U0003ffff]*[^\W\d_\u2e80-\U0003ffff]{4})[^\W\u2e80-\U0003ffff]*\d"
        r"[^\W\u2e80-\U0003ffff]*"
    )


@cache
def _dates() -> frozenset[str]:
    """Days and months, which replace "tomorrow" and the like."""
    return frozenset(
        folded(word)
        for pack in packs().values()
        for part in ("months", "weekdays")
        for words in pack.table("dates")[part].values()
        for word in words.split()
    )


def _numbers(text: str) -> Iterator[str]:
    return (re.sub(r"\D", "", found[0]) for found in _NUMBER.finditer(text))


def _has_unstated(numbers: Iterable[str], conversation: str, turns: Sequence[Turn]) -> bool:
    """Whether any number was stated neither in digits nor in words."""
    unstated = {int(number) for number in numbers if number.rstrip("0") not in conversation}
    for turn in turns if unstated else ():
        unstated -= numbers_in(turn.content)
    return bool(unstated)


def _conversation_text(turns: Sequence[Turn]) -> str:
    users = (str(pack.table("templates")["user"]) for pack in packs().values())
    words = (f"{turn.speaker or ''} {turn.content}" for turn in turns)
    # Whatever name a model uses for the speakers.
    return _BARE.sub("", folded(f"user {' '.join(users)} {' '.join(words)}"))
