"""What is to be known of a language to tell a follow-up question and what it points at."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

_LOOK_BACK = 8
_OPENS = frozenset('.?!:…\n¿¡("“„«*•')


class Kind(StrEnum):
    """How a question leans on what was said before."""

    ORDINAL = "ordinal"
    OTHER = "the other one"
    AMONG = "one of several"
    NAMED = "a thing called that again"
    HE = "he"
    SHE = "she"
    THEY = "they"
    IT = "it"
    PLACE = "there"
    TIME = "then"
    TOPIC = "what was said"
    CHOICE = "a choice"
    YES = "a yes"
    FRAGMENT = "a part of a question"
    BARE = "a bare question word"


@dataclass(frozen=True, slots=True)
class Sign:
    """A pattern that points at what was said before; its group `word`, where it has one, is what points."""

    kind: Kind
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language: patterns read a question in lower case whose names and quotations are written N.

    `nothing` are uses of a pointing word that do not point. A pronoun of HE, SHE, THEY and IT may be
    explained by an earlier clause of the question itself; a possessive by anything before it.
    """

    code: str
    stop: frozenset[str]
    deeds: frozenset[str]
    asks: frozenset[str]
    verbs: frozenset[str]
    measures: frozenset[str]
    prepositions: frozenset[str]
    edits: frozenset[str]
    aspects: frozenset[str]
    persons: Mapping[str, Kind]
    genders: Mapping[str, Kind]
    ordinals: Mapping[str, int]
    types: Mapping[str, str]
    marks: frozenset[str]
    nothing: re.Pattern[str]
    signs: tuple[Sign, ...]
    possessives: re.Pattern[str]
    joins: re.Pattern[str]
    only: re.Pattern[str]
    clause: re.Pattern[str]
    condition: re.Pattern[str]
    social: frozenset[str]
    small_talk: re.Pattern[str]
    thanks: re.Pattern[str]
    yes: re.Pattern[str]
    mention: re.Pattern[str]
    asked_for: re.Pattern[str]
    offers: re.Pattern[str]
    half_said: re.Pattern[str]
    places: re.Pattern[str]
    asks_for: re.Pattern[str]
    alternatives: re.Pattern[str]
    grammatical: bool = True
    capital_nouns: bool = False
    times: frozenset[str] = field(default_factory=frozenset)
    determiners: frozenset[str] = field(default_factory=frozenset)
    before_verbs: frozenset[str] = field(default_factory=frozenset)

    def says_nothing(self, word: str) -> bool:
        """Whether a word, in lower case, tells nothing of what is talked about."""
        return word in self.stop or word in self.asks or word in self.verbs


def begins(text: str, place: int) -> bool:
    """Whether a sentence begins at this place, so that a capital there tells nothing."""
    before = text[max(0, place - _LOOK_BACK) : place].rstrip(" \t")
    return not before or before[-1] in _OPENS


def words(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


def one_of(text: str) -> str:
    """A pattern for any word of a list."""
    return "(?:" + "|".join(text.split()) + ")"


def any_of(*patterns: str) -> re.Pattern[str]:
    """One pattern out of several; white space in them is for reading, and `_` stands for a space."""
    bare = ("".join(pattern.split()).replace("_", " ") for pattern in patterns)
    return re.compile("|".join(f"(?:{pattern})" for pattern in bare))


def signs(*rows: tuple[Kind, str]) -> tuple[Sign, ...]:
    """The signs of a language, those that say most of what they point at first."""
    return tuple(Sign(kind, any_of(pattern)) for kind, pattern in rows)
