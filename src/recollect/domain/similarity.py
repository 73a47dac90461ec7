"""The words of a text, for telling whether one is in it and how much two texts share."""

import re
from typing import Final

# Two words are the same that begin with so many of the same letters; very short ones tell nothing.
_STEM: Final = 6
_SHORTEST: Final = 3
_WORD = re.compile(r"\w+")
_BETWEEN_WORDS = {code: " " for code in range(128) if not _WORD.match(chr(code))}


def words_of(text: str) -> frozenset[str]:
    """The words of a text, in any case and order, each once."""
    folded = text.casefold()
    if folded.isascii():  # the same words, found in less than half the time
        return frozenset(folded.translate(_BETWEEN_WORDS).split())
    return frozenset(_WORD.findall(folded))


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of words two sets have in common; nothing is like nothing."""
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared) if shared else 0.0


def stem_of(word: str) -> str:
    """The letters by which a word and its other forms are the same."""
    return word[:_STEM]


def stems_of(text: str) -> frozenset[str]:
    """The words of a text, cut to their first letters; very short ones tell nothing."""
    return frozenset(stem_of(word) for word in words_of(text) if len(word) >= _SHORTEST)
