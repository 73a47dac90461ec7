"""Whether a text says that something is over."""

import re

from recollect.languages.detect import detect
from recollect.languages.pack import pack


def says_it_ended(text: str, language: str | None = None) -> bool:
    """Whether a text says that something is over or has changed; of a short one, by `language`."""
    return without_ending(text, language) != _lower(text)


def without_ending(text: str, language: str | None = None) -> str:
    """A text in lower case, without the phrases that say that something is over."""
    code, low = detect(text, language), _lower(text)
    for phrase in pack(code).table("compare")["over"] if code else ():
        low = low.replace(phrase, " ")
    return low


def says_they_parted(text: str) -> bool:
    """Whether a text says that a relationship has ended or become another: divorced, died."""
    code, words = detect(text, None), re.findall(r"[\w']+", _lower(text))
    phrases = pack(code).table("compare")["parted"] if code else ()
    return any(f" {phrase}" in f" {' '.join(words)}" for phrase in phrases)


def _lower(text: str) -> str:
    return text.casefold().replace("’", "'")
