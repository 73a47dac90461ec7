"""The languages that statements are understood in, and how they are told apart."""

import re
from typing import Final

from recollect.learn.extract.en import ENGLISH
from recollect.learn.extract.language import Language

LANGUAGES: Final = (ENGLISH,)
_BY_CODE: Final = {language.code: language for language in LANGUAGES}
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_READ: Final = 400
# Of the words, so many must be common ones of a language before it is believed against the one spoken so far.
_ENOUGH: Final = 0.15


def language_of(text: str, before: str | None) -> Language | None:
    """The language of a text; where it is too short to tell, the one spoken `before`, else English."""
    words = _WORD.findall(text[:_READ].lower().replace("’", "'"))
    counts = {one.code: sum(word in one.common for word in words) for one in LANGUAGES}
    best = max(counts, key=lambda code: (counts[code], code == before, code == "en"))
    if not words or counts[best] < _ENOUGH * len(words):
        return _BY_CODE.get(before or "en", ENGLISH) if len(words) < 12 else None  # noqa: PLR2004
    if before and counts[best] == counts[before]:
        return _BY_CODE[before]
    return _BY_CODE[best]
