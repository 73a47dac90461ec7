"""The parts of a memory that says several things: "I'm a nurse and have two cats"."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from recollect.domain.similarity import stems_of
from recollect.languages.detect import detect
from recollect.languages.pack import pack
from recollect.languages.words import common_words, negations_in

_DIGIT: Final = re.compile(r"\d")
_COMMA: Final = re.compile(r"[,;]\s+")
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
    """The parts of a text, also between commas and before a reason: "I live in Ulm with Ann, …"."""
    code, parts = detect(text, None), joined_parts(text)
    return [clause for part in parts for clause in (_clause(code).split(part) if code else [part])]


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
def _clause(language: str) -> re.Pattern[str]:
    """A reason, "with", or a comma before three words or more but not before what follows: so."""
    table = pack(language).table("sentences")
    depending = "|".join(str(table["depending"]).split())
    comma = rf"[,;]\s+(?!(?:{depending})\s)(?=\S+\s+\S+\s+\S)"
    return re.compile(rf",?\s+(?:{table['reasons']}|{table['company']})\b|{comma}", re.IGNORECASE)


@cache
def _common_stems() -> frozenset[str]:
    return stems_of(" ".join(common_words()))
