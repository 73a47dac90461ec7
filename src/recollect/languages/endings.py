"""Whether a text says that something is over."""

import re
from functools import cache

from recollect.languages.detect import detect
from recollect.languages.pack import pack


def says_it_ended(text: str, language: str | None = None) -> bool:
    """Whether a text says that something is over or has changed; of a short one, by `language`."""
    return without_ending(text, language) != _lower(text)


def without_ending(text: str, language: str | None = None) -> str:
    """A text in lower case, without the phrases that say that something is over."""
    code, low = detect(text, language), _lower(text)
    return _over(code).sub(lambda found: found["other"] or " ", low) if code else low


def says_they_parted(text: str) -> bool:
    """Whether a text says that a relationship has ended or become another: divorced, died."""
    code, words = detect(text, None), re.findall(r"[\w']+", _lower(text))
    phrases = pack(code).table("compare")["parted"] if code else ()
    return any(f" {phrase}" in f" {' '.join(words)}" for phrase in phrases)


@cache
def _over(code: str) -> re.Pattern[str]:
    """The phrases that say that something is over; "other" are longer ones: stopped by."""
    table = pack(code).table("compare")
    other, over = ("|".join(map(re.escape, table.get(name, ()))) for name in ("not_over", "over"))
    return re.compile(f"(?P<other>{other or '(?!)'})|{over}")


def _lower(text: str) -> str:
    return text.casefold().replace("’", "'")
