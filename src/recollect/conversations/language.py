"""What is to be known of a language to tell a follow-up question and what it points at."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

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


class Pattern:
    """A pattern that is compiled when it is first asked: there are hundreds, and a conversation has one language."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._pattern)

    def match(self, text: str) -> re.Match[str] | None:
        """What is found at the beginning of a text."""
        return self._compiled.match(text)

    def search(self, text: str) -> re.Match[str] | None:
        """Where it is found first."""
        return self._compiled.search(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Wherever it is found."""
        return self._compiled.finditer(text)

    def sub(self, change: str | Callable[[re.Match[str]], str], text: str) -> str:
        """The text with everything that is found changed."""
        return self._compiled.sub(change, text)


@dataclass(frozen=True, slots=True)
class Sign:
    """A pattern that points at what was said before; its group `word`, where it has one, is what points."""

    kind: Kind
    pattern: Pattern


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
    nothing: Pattern
    signs: tuple[Sign, ...]
    possessives: Pattern
    joins: Pattern
    only: Pattern
    clause: Pattern
    condition: Pattern
    social: frozenset[str]
    small_talk: Pattern
    thanks: Pattern
    yes: Pattern
    mention: Pattern
    asked_for: Pattern
    offers: Pattern
    half_said: Pattern
    places: Pattern
    asks_for: Pattern
    alternatives: Pattern
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


def any_of(*patterns: str) -> Pattern:
    """One pattern out of several; white space in them is for reading, and `_` stands for a space."""
    bare = ("".join(pattern.split()).replace("_", " ") for pattern in patterns)
    return Pattern("|".join(f"(?:{pattern})" for pattern in bare))


def signs(*rows: tuple[Kind, str]) -> tuple[Sign, ...]:
    """The signs of a language, those that say most of what they point at first."""
    return tuple(Sign(kind, any_of(pattern)) for kind, pattern in rows)
