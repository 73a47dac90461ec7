"""The parts of a memory that says several things: "I'm a nurse and have two cats"."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from recollect.domain.similarity import stems_of
from recollect.languages.detect import detect
from recollect.languages.pack import pack
from recollect.languages.sentences import before_reason
from recollect.languages.words import (
    common_words,
    is_article,
    is_pronoun,
    negations_in,
    refers_back,
)

_DIGIT: Final = re.compile(r"\d")
_COMMA: Final = re.compile(r"[,;]\s+")
# A comma before at least three words: not "Portland, Oregon".
_CLAUSE: Final = re.compile(r"[,;]\s+(?=\S+\s+\S+\s+\S)")
# A statement is not about a part with which it shares less than this part of what it shares with
# another.
_CLEARLY_LESS: Final = 1.5


def joined_parts(text: str) -> Sequence[str]:
    """The parts between "and" or "or" and, in a sentence with one, commas; else the text itself."""
    language = detect(text, None)
    # In "I can't have nuts or milk" both are meant; in "two or three" only one is.
    joint = "and" if language and negations_in(text, language) else "adding"
    parts = _joint(language, joint).split(text) if language else [text]
    if len(parts) > 1:
        parts = [part for each in parts for part in _COMMA.split(each)]
    return [part.strip(" ,;") for part in parts if content_stems(part) or _DIGIT.search(part)]


def statements_in(text: str) -> list[str]:
    """The parts of a text, also between commas and before a reason: "I live in Ulm, please …"."""
    language = detect(text, None)
    parts = [clause for part in joined_parts(text) for clause in _CLAUSE.split(part)]
    return [before_reason(part, language) if language else part for part in parts]


def says_beside(memory: str, said: frozenset[str]) -> bool:
    """Whether a clause is about what was said, and another about something that it names itself.

    After "I'd rather have a replacement", of "the blender is broken, I want a refund, not a
    replacement" the first is still true.
    """
    clauses = {clause: content_stems(clause) for clause in _COMMA.split(memory)}
    besides = [
        clause
        for clause, stems in clauses.items()
        if len(stems) > 1 and stems.isdisjoint(said) and _names_subject(clause)
    ]
    return bool(besides) and any(not stems.isdisjoint(said) for stems in clauses.values())


def _names_subject(clause: str) -> bool:
    first = re.split(r"\W", clause.strip(), maxsplit=1)[0]
    return is_article(first) or (is_pronoun(first) and not refers_back(first))


def says_more(memory: str, statement: str) -> bool:
    """Whether a statement is about a part of a memory, and not about another part.

    In "I'm allergic to latex and penicillin" it names one wholly, and of the other only what both
    share: "I'm not allergic to penicillin".
    """
    said = content_stems(statement)
    parts = [content_stems(part) for part in joined_parts(memory)]
    shared = [len(said & part) for part in parts]
    named = [bool(part) and part <= said for part in parts]
    # "Jonas isn't allergic to milk" is about the milk of Jonas, not about Mira's allergy to eggs.
    most = max(shared, default=0)
    return any(_CLEARLY_LESS * count < most for count in shared) or (any(named) and not all(named))


def content_stems(text: str) -> frozenset[str]:
    """The stems of a text's words, except for common ones."""
    return stems_of(text) - _common_stems()


@cache
def _joint(language: str, name: str) -> re.Pattern[str]:
    table = pack(language).table("dates" if name == "and" else "sentences")
    words = "|".join(str(table[name]).split())
    return re.compile(rf",?\s+(?:{words})\s+", re.IGNORECASE)


@cache
def _common_stems() -> frozenset[str]:
    return stems_of(" ".join(common_words()))
