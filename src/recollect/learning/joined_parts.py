"""The parts of a memory that says several things: "I'm a nurse and have two cats"."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from recollect.domain.similarity import stems_of
from recollect.languages.detect import detect
from recollect.languages.pack import pack
from recollect.languages.words import common_words

_DIGIT: Final = re.compile(r"\d")
_COMMA: Final = re.compile(r"[,;]\s+")


def joined_parts(text: str) -> Sequence[str]:
    """The parts between "and" and, in a sentence with one, commas; else the text itself."""
    language = detect(text, None)
    parts = _joint(language).split(text) if language else [text]
    if len(parts) > 1:
        parts = [part for each in parts for part in _COMMA.split(each)]
    return [part.strip(" ,;") for part in parts if content_stems(part) or _DIGIT.search(part)]


def says_more(memory: str, statement: str) -> bool:
    """Whether a part of a memory is about nothing that a statement says, and another part is."""
    said = content_stems(statement)
    touched = [bool(content_stems(part) & said) for part in joined_parts(memory)]
    return any(touched) and not all(touched)


def content_stems(text: str) -> frozenset[str]:
    """The stems of a text's words, except for common ones."""
    return stems_of(text) - _common_stems()


@cache
def _joint(language: str) -> re.Pattern[str]:
    words = "|".join(str(pack(language).table("sentences")["adding"]).split())
    return re.compile(rf",?\s+(?:{words})\s+", re.IGNORECASE)


@cache
def _common_stems() -> frozenset[str]:
    return stems_of(" ".join(common_words()))
