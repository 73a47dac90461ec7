"""Whether the words around a date are about the past or the future."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from recollect.dates.day import Leaning
from recollect.dates.tokens import DateToken, Token, TokenizedText
from recollect.dates.vocabulary import statement_vocabulary
from recollect.domain.folding import folded
from recollect.languages.pack import pack

# The number of words read on either side of a date. A comma adds to the distance of a cue, and a
# verb known only by its ending to its cost.
_REACH = 14
_COMMA = 5
_ENDING = 6
# What a sentence may imply about its dates: they recur, they are arranged, or "in ten years" may
# mean the last ten.
_IMPLICATIONS = ("habits", "arranged", "looks_back")
_STOPS = frozenset(".?!;\n")
_MAX_PHRASE = 3
# A cue marked with this counts only directly before the date: "moved to March", but not "moved to
# Porto in March".
_RIGHT_BEFORE = ">"
# The minimum length of a cue without its accents, so that it is not another word.
_MIN_UNACCENTED = 4
_MIN_WITH_ENDING = 4
_EVERY_WEEKDAY = re.compile("h[tODdN&]*W")


class _Cues:
    """The words and endings of a language that show the tense."""

    def __init__(self, table: Mapping[str, Any], reaching: str) -> None:
        self.words = {
            word: leaning
            for leaning, name in ((Leaning.PAST, "past"), (Leaning.FUTURE, "future"))
            for spelled in table[name].split()
            for word in _spellings(spelled.removesuffix(_RIGHT_BEFORE))
        }
        self.right_before = frozenset(
            word
            for spelled in table["future"].split()
            if spelled.endswith(_RIGHT_BEFORE)
            for word in _spellings(spelled.removesuffix(_RIGHT_BEFORE))
        )
        self.not_past = frozenset(table.get("not_past", "").split())
        self.past_prefixes = tuple(table.get("past_prefixes", "").split()) or ("",)
        self.endings = (
            (Leaning.FUTURE, tuple(table.get("future_endings", "").split())),
            (Leaning.PAST, tuple(table.get("past_endings", "").split())),
        )
        self.implications = {
            name: frozenset(word for cue in table[name].split() for word in _spellings(cue))
            for name in _IMPLICATIONS
        }

        self.denials = frozenset(table["denials"].split())
        self.reaching = frozenset(reaching.split())

    def by_ending(self, word: str) -> Leaning | None:
        if len(word) < _MIN_WITH_ENDING or word in self.not_past:
            return None
        for leaning, endings in self.endings:
            fits = leaning is Leaning.FUTURE or word.startswith(self.past_prefixes)
            if fits and word.endswith(endings):
                return leaning
        return None


def _spellings(cue: str) -> set[str]:
    word = " ".join(cue.replace("'", "_").split("_"))
    return {word, folded(word)} if len(word) >= _MIN_UNACCENTED else {word}


@cache
def _cues(language: str) -> _Cues:
    words = pack(language)
    return _Cues(words.table("dates"), str(words.table("names")["reaching"]))


@dataclass(frozen=True, slots=True)
class _Cue:
    leaning: Leaning
    cost: int
    # Its maximum distance from the date, and the cue of its first word farther away.
    reach: int = _REACH
    farther: "_Cue | None" = None


class Tense:
    """The tense around each place in a text."""

    def __init__(self, text: TokenizedText, language: str) -> None:
        self._language_cues = _cues(language)
        self._vocabulary = statement_vocabulary(language)
        self._words = [
            token.raw.lower().replace("'", " ").replace("’", " ") for token in text.tokens
        ]
        self._tokens: list[Token] = text.tokens
        self._symbols = [piece.symbol for piece in text.pieces]
        self._starts = [token.start for token in text.tokens]
        self._sentences = _sentences(text.tokens)
        # What has been looked up: a text has few dates, and most of its words are near none.
        self._cues: dict[int, _Cue | None] = {}
        self._implied: dict[int, frozenset[str]] = {}

    def place(self, piece: DateToken) -> int:
        """The token at which a piece begins."""
        return bisect_left(self._starts, piece.start)

    def sentence(self, piece: DateToken) -> int:
        """The number of the sentence that a piece is in."""
        return self._sentences[self.place(piece)]

    def implies(self, name: str, piece: DateToken) -> bool:
        """Whether the sentence of a piece implies something; see `_IMPLICATIONS`."""
        number = self.sentence(piece)
        if number not in self._implied:
            self._implied[number] = self._implications(number)
        return name in self._implied[number]

    def _implications(self, sentence: int) -> frozenset[str]:
        first = bisect_left(self._sentences, sentence)
        end = bisect_left(self._sentences, sentence + 1, hi=len(self._words))
        return frozenset(
            name
            for at in range(first, end)
            for phrase in _phrases_from(self._words, at)
            for name, phrases in self._language_cues.implications.items()
            if phrase in phrases
        )

    def _cue(self, at: int) -> _Cue | None:
        if at not in self._cues:
            self._cues[at] = _cue(self._words, self._symbols, at, self._language_cues)
        return self._cues[at]

    def denies(self, piece: DateToken) -> bool:
        """Whether a word denies the date after it: not, instead."""
        return self._words[self.place(piece)] in self._language_cues.denials

    def follows_to(self, piece: DateToken) -> bool:
        """Whether "to" is before a piece: moved my class to Friday."""
        before = self.place(piece) - 1
        return before > 0 and self._words[before] in self._language_cues.reaching

    def has_weekly(self, piece: DateToken) -> bool:
        """Whether the sentence of a piece names a weekday of each week: every other Thursday."""
        first = bisect_left(self._sentences, self.sentence(piece))
        end = bisect_left(self._sentences, self.sentence(piece) + 1, hi=len(self._words))
        return _EVERY_WEEKDAY.search("".join(self._symbols[first:end])) is not None

    def begins_with(self, symbol: str, piece: DateToken) -> bool:
        """Whether the first word of a piece has this symbol."""
        return self._symbols[self.place(piece)] == symbol

    def names_something(self, piece: DateToken) -> bool:
        """Whether a piece is directly before a noun, with nothing but an article before it."""
        first, end = self.place(piece), bisect_left(self._starts, piece.end)
        preceded = first > 0 and self._symbols[first - 1] not in {*"x.t"}
        noun = self._symbols[end : end + 1] == ["x"] and not self._cue(end)
        return noun and not preceded and not self._vocabulary.has("common", self._tokens[end].word)

    def near(self, piece: DateToken) -> Leaning:
        """The leaning of the nearest cue, or none."""
        first, end = self.place(piece), bisect_left(self._starts, piece.end)
        before = range(first - 1, max(-1, first - 1 - _REACH), -1)
        after = range(end, min(len(self._tokens), end + _REACH))
        cues = [cue for side in (before, after) if (cue := self._nearest(side))]
        return min(cues, key=lambda cue: cue.cost).leaning if cues else Leaning.NONE

    def _nearest(self, side: range) -> _Cue | None:
        """The cheapest cue on one side of a date, up to the end of the sentence."""
        best: _Cue | None = None
        commas = 0
        for distance, at in enumerate(side):
            raw = self._tokens[at].raw
            if raw in _STOPS:
                break
            commas += _COMMA if raw == "," else 0
            found = self._cue(at)
            if found and distance + commas > found.reach:
                found = found.farther
            cost = distance + commas + (found.cost if found else 0)
            if found and cost <= found.reach and (best is None or cost < best.cost):
                best = _Cue(found.leaning, cost)
        return best


def _phrases_from(words: list[str], at: int) -> list[str]:
    """The phrases of three, two and one words from a position."""
    return [" ".join(words[at : at + size]) for size in range(_MAX_PHRASE, 0, -1)]


def _cue(words: list[str], symbols: list[str], at: int, cues: _Cues) -> _Cue | None:
    for phrase in _phrases_from(words, at):
        if phrase in cues.right_before:
            alone = cues.words.get(words[at])
            farther = _Cue(alone, 0) if alone else None
            return _Cue(cues.words[phrase], 0, len(phrase.split()), farther)
        if phrase in cues.words:
            return _Cue(cues.words[phrase], 0)
    # "A rented car", "my married sister" show no tense.
    attribute = at > 0 and symbols[at - 1] in {*"atm"}
    ending = None if attribute else cues.by_ending(words[at])
    return _Cue(ending, _ENDING) if ending else None


def _sentences(tokens: list[Token]) -> list[int]:
    """The number of the sentence of each token."""
    found: list[int] = []
    number = 0
    for token in tokens:
        number += token.raw in _STOPS
        found.append(number)
    return [*found, number]
