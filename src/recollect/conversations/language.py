"""The linguistic data needed to detect and resolve follow-up questions in a language."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from recollect.domain.data_files import read_toml

_LANGUAGES: Final = ("en", "de", "es", "fr")
_CHARACTERS_BEFORE = 8
_SENTENCE_OPENERS = frozenset('.?!:…\n¿¡("“„«*•')


class ReferenceKind(StrEnum):
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


class Sign(NamedTuple):
    """A pattern for a reference; its group `word`, if any, is the referring word."""

    kind: ReferenceKind
    pattern: Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Word lists and patterns of one language, from its file in the folder `words`.

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
    persons: Mapping[str, ReferenceKind]
    genders: Mapping[str, ReferenceKind]
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
    about_user: Pattern
    places: Pattern
    asks_for: Pattern
    alternatives: Pattern
    times: frozenset[str]
    determiners: frozenset[str] = frozenset()
    before_verbs: frozenset[str] = frozenset()
    # Pronouns in whose place a name can stand as it is; empty if rules bend names.
    name_pronouns: frozenset[str] = frozenset()
    # Possessives in whose place its genitive can stand.
    name_possessives: frozenset[str] = frozenset()
    # The article of a noun in the place of a pronoun.
    pronoun_articles: Mapping[str, str] = field(default_factory=dict)
    grammatical: bool = True
    capital_nouns: bool = False
    letters: str = ""

    def is_function_word(self, word: str) -> bool:
        """Whether a word, in lower case, has no content of its own."""
        return word in self.stop or word in self.question_words or word in self.verbs


def starts_sentence(text: str, position: int) -> bool:
    """Whether a sentence starts at this position, where a capital does not mean a name."""
    before = text[max(0, position - _CHARACTERS_BEFORE) : position].rstrip(" \t")
    return not before or before[-1] in _SENTENCE_OPENERS


@cache
def languages() -> tuple[Language, ...]:
    """The languages in which follow-up questions are detected."""
    return tuple(_language(code) for code in _LANGUAGES)


def compile_patterns() -> None:
    """Compile the patterns of all languages now, so that the first question need not wait."""
    for language in languages():
        values = (getattr(language, field.name) for field in fields(language))
        patterns = (value for value in values if isinstance(value, Pattern))
        for pattern in (*patterns, *(sign.pattern for sign in language.signs)):
            pattern.search("")


@cache
def first_names() -> Mapping[str, ReferenceKind]:
    """Common first names, with the pronoun that usually refers to them."""
    return _kinds(_read("first_names"))


@cache
def other_languages() -> tuple[frozenset[str], ...]:
    """The function words of some languages that are not supported."""
    return tuple(frozenset(text.split()) for text in _read("other_languages").values())


def _read(name: str) -> dict[str, Any]:
    return read_toml("recollect.conversations", f"words/{name}.toml")


def _language(code: str) -> Language:
    table = _read(code)
    parts = _Parts(table.pop("lists") | table["words"], table.pop("fragments"))
    fields: dict[str, Any] = {
        "code": code,
        "signs": tuple(
            Sign(ReferenceKind[sign["kind"].upper()], parts.pattern(sign["pattern"]))
            for sign in table.pop("signs")
        ),
        "persons": _kinds(table.pop("persons")),
        "genders": _kinds(table.pop("genders", {})),
        "ordinals": {word: int(n) for word, n in _by_word(table.pop("ordinals")).items()},
        "types": _by_word(table.pop("types")),
        "pronoun_articles": _by_word(table.pop("pronoun_articles", {})),
    }
    fields |= {name: frozenset(parts.words(text)) for name, text in table.pop("words").items()}
    fields |= {name: parts.pattern(text) for name, text in table.pop("patterns").items()}
    return Language(**fields, **table)


def _by_word(table: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, text in table.items() for word in text.split()}


def _kinds(table: Mapping[str, str]) -> dict[str, ReferenceKind]:
    return {word: ReferenceKind[name.upper()] for word, name in _by_word(table).items()}


@dataclass(frozen=True, slots=True)
class _Parts:
    """The lists and fragments of a file, which its other lists and patterns refer to by {name}."""

    lists: Mapping[str, str]
    fragments: Mapping[str, str]

    def words(self, text: str) -> list[str]:
        """The words of a list."""
        return _REFERENCE.sub(
            lambda match: " ".join(self.words(self.lists[match[1]])), text
        ).split()

    def pattern(self, text: str) -> Pattern:
        """A pattern; `_` means a space, other white space is ignored."""
        return Pattern("".join(self._expanded(text).split()).replace("_", " "))

    def _expanded(self, text: str) -> str:
        return _REFERENCE.sub(lambda match: self._alternatives(match[1]), text)

    def _alternatives(self, name: str) -> str:
        if name in self.fragments:
            return self._expanded(self.fragments[name])
        return f"(?:{'|'.join(self.words(self.lists[name]))})"


_REFERENCE: Final = re.compile(r"\{([a-z_]+)\}")
