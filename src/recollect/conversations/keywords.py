"""Parses a turn into words: content words, nouns, names and sentences."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from recollect.conversations.language import Language, starts_sentence

_WORD = re.compile(r"\d+(?:[.,:]\d+)*[^\W_]*|@?[^\W_]+(?:[-'.&/][^\W_]+)*")
# l'école, d'Amsterdam: the part before the apostrophe is an article or a preposition.
_ELIDED = re.compile(r"(?:l|d|j|n|s|c|m|t|qu|jusqu|lorsqu|puisqu)'(?=\w)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"'s?$")
_SENTENCE = re.compile(r"[^.?!…\n]*(?:[.?!…](?=\w)[^.?!…\n]*)*[.?!…\n]*")
_FEW_WORDS = 2
_ARTICLES = frozenset({"the", "a", "an", "d'", "l'"})
# Adjectives without content of their own that may be the first word of a name.
_BEGIN_NAMES = frozenset(
    "little new old big great good grand petit petite gran grande nuevo nueva".split()
)


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word of a turn, and its position in the text."""

    text: str
    start: int
    end: int
    starts_sentence: bool

    @property
    def lower(self) -> str:
        """The word in lower case, for comparison."""
        return self.text.lower()

    @property
    def capital(self) -> bool:
        """Whether it starts with a capital letter."""
        return self.text[:1].isupper()


@dataclass(frozen=True)
class ParsedTurn:
    """One turn as a sequence of words."""

    text: str
    language: Language

    @cached_property
    def words(self) -> tuple[Keyword, ...]:
        """All words, without articles that an apostrophe joins to them."""
        text = self.text.replace("’", "'")
        return tuple(_word(text, match) for match in _WORD.finditer(text))

    @cached_property
    def content(self) -> tuple[Keyword, ...]:
        """The content words: all but function words."""
        return tuple(word for word in self.words if self._is_content(word))

    def _is_content(self, word: Keyword) -> bool:
        if word.text[0].isdigit():
            return True
        if not self.language.is_function_word(word.lower) and not word.lower.endswith("n't"):
            return len(word.text) > 1
        # A name may consist of function words (Petite Maman), a German noun may not.
        if self.language.capital_nouns or not word.capital or word.text.split("'")[0] == "I":
            return False
        return not word.starts_sentence or (
            word.lower in _BEGIN_NAMES
            and any(other.capital and other.start == word.end + 1 for other in self.words)
        )

    @cached_property
    def nouns(self) -> tuple[Keyword, ...]:
        """The content words that can name something."""
        kept = [word for word in self.content if word.lower not in self.language.action_verbs]
        if self.language.capital_nouns and any(
            w.capital and not w.starts_sentence for w in self.words
        ):
            kept = [w for w in kept if w.capital or w.text[0].isdigit()]
            kept = [w for w in kept if not (w.starts_sentence and w.lower in self.language.social)]
        return tuple(kept)

    @cached_property
    def names(self) -> tuple[Keyword, ...]:
        """Capitalized words; in German these are all nouns."""
        names = {word for word in self.nouns if word.capital and self._is_name(word)}
        ends = {word.end + 1 for word in names}
        return tuple(
            w for w in self.nouns if w in names or (w.text[0].isdigit() and w.start in ends)
        )

    def _is_name(self, word: Keyword) -> bool:
        if not word.starts_sentence:
            return word.lower not in self.language.times
        follows = [w for w in self.words if word.end < w.start <= word.end + 1]
        is_short = len(self.sentence_at(word.start).split()) <= _FEW_WORDS
        is_common = word.lower in self.language.social or word.lower in self.language.action_verbs
        has_verb = any(w.capital or w.lower in self.language.verbs for w in follows)
        return not is_common and (is_short or has_verb or not follows)

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """The start and end of each sentence."""
        return tuple(m.span() for m in _SENTENCE.finditer(self.text) if m[0].strip())

    def sentence_at(self, position: int) -> str:
        """The sentence at a position."""
        return next((self.text[a:b] for a, b in self.sentences if a <= position < b), "")

    @cached_property
    def asks(self) -> bool:
        """Whether the turn is a question or requests something."""
        return bool("?" in self.text or self.language.asks_for.search(self.text.lower()))

    @cached_property
    def asks_for_a_name(self) -> bool:
        """Whether the answer is likely to name the next topic."""
        return self.language.asks_for.search(self.text.lower()) is not None

    @cached_property
    def noun_phrases(self) -> list[str]:
        """Its nouns as phrases."""
        return self.phrases(self.nouns)

    def phrases(self, words: Iterable[Keyword]) -> list[str]:
        """The words as phrases: adjacent words are joined, with function words between them."""
        return [self.text[group[0].start : group[-1].end] for group in self.groups(words)]

    def groups(self, words: Iterable[Keyword]) -> list[list[Keyword]]:
        """The words by the phrases that they form."""
        groups: list[list[Keyword]] = []
        for word in sorted(set(words), key=lambda word: word.start):
            if groups and self._is_adjacent(groups[-1][-1], word):
                groups[-1].append(word)
            else:
                groups.append([word])
        return groups

    def _is_adjacent(self, left: Keyword, right: Keyword) -> bool:
        between = self.text[left.end : right.start]
        gap = between.replace("’", "'").lower().split()
        connecting = self.language.prepositions | self.language.genders.keys() | _ARTICLES
        if not re.fullmatch(r"[\s'’\w]+", between):
            return False
        return not gap or (len(gap) <= _FEW_WORDS and connecting.issuperset(gap))


def _word(text: str, match: re.Match[str]) -> Keyword:
    start, end = match.span()
    elided = _ELIDED.match(match[0])
    if elided:
        start += elided.end()
    end -= len(possessive[0]) if (possessive := _POSSESSIVE.search(text[start:end])) else 0
    return Keyword(text[start:end], start, end, starts_sentence(text, match.start()))


def is_plural(word: Keyword) -> bool:
    """Whether a word ends like an English, Spanish or French plural."""
    return word.lower.endswith("s") and not word.lower.endswith("ss")


def within(words: Sequence[Keyword], span: tuple[int, int]) -> list[Keyword]:
    """The words inside a span."""
    return [word for word in words if span[0] <= word.start and word.end <= span[1]]
