"""The linguistic data needed to detect and resolve follow-up questions in a language."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

_CHARACTERS_BEFORE = 8
_SENTENCE_OPENERS = frozenset('.?!:…\n¿¡("“„«*•')


class Kind(StrEnum):
    """How a question refers to what was said before."""

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
    """A lazily compiled pattern: there are hundreds, and a conversation has one language."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._pattern)

    def match(self, text: str) -> re.Match[str] | None:
        """The match at the beginning of a text."""
        return self._compiled.match(text)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a text."""
        return self._compiled.search(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """All matches in a text."""
        return self._compiled.finditer(text)

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str) -> str:
        """The text with all matches replaced."""
        return self._compiled.sub(replacement, text)


@dataclass(frozen=True, slots=True)
class Sign:
    """A pattern for a reference; its group `word`, if any, is the referring word."""

    kind: Kind
    pattern: Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Word lists and patterns of one language.

    Patterns match a question in lower case in which names and quotations are replaced by N.
    `non_references` are uses of a referring word that do not refer to anything. An earlier clause
    of the question may name what a pronoun (HE, SHE, THEY, IT) refers to; for a possessive, any
    text before it may.
    """

    code: str
    stop: frozenset[str]
    action_verbs: frozenset[str]
    question_words: frozenset[str]
    verbs: frozenset[str]
    measures: frozenset[str]
    prepositions: frozenset[str]
    edits: frozenset[str]
    aspects: frozenset[str]
    persons: Mapping[str, Kind]
    genders: Mapping[str, Kind]
    ordinals: Mapping[str, int]
    types: Mapping[str, str]
    document_words: frozenset[str]
    non_references: Pattern
    signs: tuple[Sign, ...]
    possessives: Pattern
    connectives: Pattern
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

    def is_function_word(self, word: str) -> bool:
        """Whether a word, in lower case, has no content of its own."""
        return word in self.stop or word in self.question_words or word in self.verbs


def starts_sentence(text: str, position: int) -> bool:
    """Whether a sentence starts at this position, where a capital does not mean a name."""
    before = text[max(0, position - _CHARACTERS_BEFORE) : position].rstrip(" \t")
    return not before or before[-1] in _SENTENCE_OPENERS


def words(text: str) -> frozenset[str]:
    """The words of a space-separated list."""
    return frozenset(text.split())


def one_of(text: str) -> str:
    """A pattern for any word of a space-separated list."""
    return "(?:" + "|".join(text.split()) + ")"


def any_of(*patterns: str) -> Pattern:
    """One pattern for several alternatives; `_` means a space, other white space is ignored."""
    bare = ("".join(pattern.split()).replace("_", " ") for pattern in patterns)
    return Pattern("|".join(f"(?:{pattern})" for pattern in bare))


def signs(*rows: tuple[Kind, str]) -> tuple[Sign, ...]:
    """The signs of a language, most specific first."""
    return tuple(Sign(kind, any_of(pattern)) for kind, pattern in rows)
