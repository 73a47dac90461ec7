"""The words of a turn that tell what it is about, and how to show them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from recollect.conversations.language import Language, begins

_WORD = re.compile(r"\d+(?:[.,:]\d+)*[^\W_]*|@?[^\W_]+(?:[-'.&/][^\W_]+)*")
# l'école, d'Amsterdam: what stands before the apostrophe is an article or a preposition.
_ELIDED = re.compile(r"(?:l|d|j|n|s|c|m|t|qu|jusqu|lorsqu|puisqu)'(?=\w)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"'s?$")
_SENTENCE = re.compile(r"[^.?!…\n]*(?:[.?!…](?=\w)[^.?!…\n]*)*[.?!…\n]*")
_FEW = 2
# Adjectives that say nothing, but may be the first word of a name.
_BEGIN_NAMES = frozenset(
    "little new old big great good grand petit petite gran grande nuevo nueva".split()
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a turn, and where it stands there."""

    text: str
    start: int
    end: int
    first: bool

    @property
    def lower(self) -> str:
        """The word for comparing."""
        return self.text.lower()

    @property
    def capital(self) -> bool:
        """Whether it is written like a name."""
        return self.text[:1].isupper()


@dataclass(frozen=True)
class Turned:
    """What one turn says, as a sequence of words."""

    text: str
    language: Language

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Every word, articles joined by an apostrophe taken off."""
        text = self.text.replace("’", "'")
        return tuple(_word(text, match) for match in _WORD.finditer(text))

    @cached_property
    def content(self) -> tuple[Word, ...]:
        """The words that say something."""
        return tuple(word for word in self.words if self._says(word))

    def _says(self, word: Word) -> bool:
        if word.text[0].isdigit():
            return True
        if not self.language.says_nothing(word.lower) and not word.lower.endswith("n't"):
            return len(word.text) > 1
        # A name may be made of small words (Petite Maman, Choses à Savoir), a German noun may not.
        if self.language.capital_nouns or not word.capital or word.text.split("'")[0] == "I":
            return False
        return not word.first or (word.lower in _BEGIN_NAMES and self._before_a_name(word))

    def _before_a_name(self, word: Word) -> bool:
        return any(other.capital and other.start == word.end + 1 for other in self.words)

    @cached_property
    def nouns(self) -> tuple[Word, ...]:
        """The words of content that can name something."""
        kept = [word for word in self.content if word.lower not in self.language.deeds]
        if self.language.capital_nouns and any(w.capital and not w.first for w in self.words):
            kept = [w for w in kept if w.capital or w.text[0].isdigit()]
            kept = [w for w in kept if not (w.first and w.lower in self.language.social)]
        return tuple(kept)

    @cached_property
    def names(self) -> tuple[Word, ...]:
        """Words written like names; in German every noun is."""
        names = {word for word in self.nouns if word.capital and self._is_name(word)}
        ends = {word.end + 1 for word in names}
        return tuple(
            w for w in self.nouns if w in names or (w.text[0].isdigit() and w.start in ends)
        )

    def _is_name(self, word: Word) -> bool:
        if not word.first:
            return word.lower not in self.language.times
        follows = [w for w in self.words if word.end < w.start <= word.end + 1]
        alone = len(self.sentence_at(word.start).split()) <= _FEW
        known = word.lower in self.language.social or word.lower in self.language.deeds
        does = any(w.capital or w.lower in self.language.verbs for w in follows)
        return not known and (alone or does or not follows)

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """Where each sentence stands."""
        return tuple(m.span() for m in _SENTENCE.finditer(self.text) if m[0].strip())

    def sentence_at(self, place: int) -> str:
        """The sentence around a place."""
        return next((self.text[a:b] for a, b in self.sentences if a <= place < b), "")

    @cached_property
    def asks(self) -> bool:
        """Whether the turn asks or wants something named."""
        return bool("?" in self.text or self.language.asks_for.search(self.text.lower()))

    @cached_property
    def asks_for_a_name(self) -> bool:
        """Whether its answer is likely to name what is talked about from there on."""
        return self.language.asks_for.search(self.text.lower()) is not None

    def show(self, words: Iterable[Word]) -> list[str]:
        """These words as phrases: neighbours joined, and small words between them kept."""
        phrases: list[str] = []
        last: Word | None = None
        for word in sorted(set(words), key=lambda word: word.start):
            if last and self._joined(last, word):
                phrases[-1] += self.text[last.end : word.end]
            else:
                phrases.append(word.text)
            last = word
        return phrases

    def _joined(self, left: Word, right: Word) -> bool:
        between = self.text[left.end : right.start]
        gap = between.replace("’", "'").lower().split()
        small = (
            self.language.prepositions
            | self.language.genders.keys()
            | {"the", "a", "an", "d'", "l'"}
        )
        return re.fullmatch(r"[\s'’\w]+", between) is not None and (
            not gap or (len(gap) <= _FEW and all(word in small for word in gap))
        )


def _word(text: str, match: re.Match[str]) -> Word:
    start, end = match.span()
    elided = _ELIDED.match(match[0])
    if elided:
        start += elided.end()
    end -= len(found[0]) if (found := _POSSESSIVE.search(text[start:end])) else 0
    return Word(text[start:end], start, end, begins(text, match.start()))


def is_plural(word: Word) -> bool:
    """Whether a word ends like an English, Spanish or French plural."""
    return word.lower.endswith("s") and not word.lower.endswith("ss")


def within(words: Sequence[Word], span: tuple[int, int]) -> list[Word]:
    """Those of the words that stand inside."""
    return [word for word in words if span[0] <= word.start and word.end <= span[1]]
