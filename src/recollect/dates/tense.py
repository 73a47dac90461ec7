"""Whether the words around a date speak of what was or of what will be."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from recollect.dates.day import Leaning
from recollect.dates.tokens import Cut, Piece, Token
from recollect.dates.words import words_of
from recollect.domain.folding import folded
from recollect.languages.pack import pack

# So many words on either side of a date are looked at; what stands behind a comma is as far as
# these more, and a verb that is known only by its ending as far as those.
_REACH = 14
_COMMA = 5
_ENDING = 6
# What a sentence may say of its dates: they come every week or year, they are arranged, or "in ten
# years" may be the last ten.
SAYINGS = ("habits", "arranged", "looks_back")
_STOPS = frozenset(".?!;\n")
_LONGEST = 3
# A cue with this behind it counts only where the date follows: "moved to March", and not "moved to Porto in March".
_RIGHT_BEFORE = ">"
# A cue without its accents must be this long not to be another word.
_PLAIN = 4
_ENDED = 4


class _Cues:
    """The words of a language that tell the tense, and how others end that do."""

    def __init__(self, table: Mapping[str, Any]) -> None:
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
        self.sayings = {
            name: frozenset(word for one in table[name].split() for word in _spellings(one))
            for name in SAYINGS
        }

    def by_ending(self, word: str) -> Leaning | None:
        if len(word) < _ENDED or word in self.not_past:
            return None
        for leaning, endings in self.endings:
            fits = leaning is Leaning.FUTURE or word.startswith(self.past_prefixes)
            if fits and word.endswith(endings):
                return leaning
        return None


def _spellings(cue: str) -> set[str]:
    word = " ".join(cue.replace("'", "_").split("_"))
    return {word, folded(word)} if len(word) >= _PLAIN else {word}


@cache
def _cues(language: str) -> _Cues:
    return _Cues(pack(language).table("dates"))


@dataclass(frozen=True, slots=True)
class _Cue:
    leaning: Leaning
    cost: int
    # How far from the date it may stand, and what its first word says farther away.
    reach: int = _REACH
    farther: "_Cue | None" = None


class Tense:
    """The tense of a text, place by place."""

    def __init__(self, text: Cut, language: str) -> None:
        cues = _cues(language)
        self._words = words_of(language)
        spoken = [token.raw.lower().replace("'", " ").replace("’", " ") for token in text.tokens]
        self._tokens: list[Token] = text.tokens
        self._symbols = [piece.symbol for piece in text.pieces]
        self._starts = [token.start for token in text.tokens]
        self._found = [_cue(spoken, self._symbols, at, cues) for at in range(len(spoken))]
        self._sentences = _sentences(text.tokens)
        self._says = {
            (name, self._sentences[at])
            for at in range(len(spoken))
            for said in _said(spoken, at)
            for name, words in cues.sayings.items()
            if said in words
        }

    def place(self, piece: Piece) -> int:
        """The token at which a piece begins."""
        return bisect_left(self._starts, piece.start)

    def sentence(self, piece: Piece) -> int:
        """The number of the sentence that a piece is in."""
        return self._sentences[self.place(piece)]

    def says(self, saying: str, piece: Piece) -> bool:
        """Whether its sentence says so of a piece; see `SAYINGS`."""
        return (saying, self.sentence(piece)) in self._says

    def begins_with(self, symbol: str, piece: Piece) -> bool:
        """Whether the first word of a piece has this symbol."""
        return self._symbols[self.place(piece)] == symbol

    def names_something(self, piece: Piece) -> bool:
        """Whether a piece stands right before a noun, and nothing but an article leads to it."""
        first, behind = self.place(piece), bisect_left(self._starts, piece.end)
        led = first > 0 and self._symbols[first - 1] not in {*"x.t"}
        noun = self._symbols[behind : behind + 1] == ["x"] and not self._found[behind]
        return noun and not led and not self._words.has("common", self._tokens[behind].word)

    def near(self, piece: Piece) -> Leaning:
        """What the nearest cue says, if there is one."""
        first, behind = self.place(piece), bisect_left(self._starts, piece.end)
        before = range(first - 1, max(-1, first - 1 - _REACH), -1)
        after = range(behind, min(len(self._tokens), behind + _REACH))
        cues = [cue for side in (before, after) if (cue := self._nearest(side))]
        return min(cues, key=lambda cue: cue.cost).leaning if cues else Leaning.NONE

    def _nearest(self, side: range) -> _Cue | None:
        """The cheapest cue on one side of a date, up to the end of the sentence."""
        best: _Cue | None = None
        more = 0
        for distance, at in enumerate(side):
            raw = self._tokens[at].raw
            if raw in _STOPS:
                break
            more += _COMMA if raw == "," else 0
            found = self._found[at]
            if found and distance + more > found.reach:
                found = found.farther
            cost = distance + more + (found.cost if found else 0)
            if found and cost <= found.reach and (best is None or cost < best.cost):
                best = _Cue(found.leaning, cost)
        return best


def _said(spoken: list[str], at: int) -> list[str]:
    """The words that begin here, one, two and three together."""
    return [" ".join(spoken[at : at + size]) for size in range(_LONGEST, 0, -1)]


def _cue(spoken: list[str], symbols: list[str], at: int, cues: _Cues) -> _Cue | None:
    for said in _said(spoken, at):
        if said in cues.right_before:
            alone = cues.words.get(spoken[at])
            farther = _Cue(alone, 0) if alone else None
            return _Cue(cues.words[said], 0, len(said.split()), farther)
        if said in cues.words:
            return _Cue(cues.words[said], 0)
    # "A rented car", "my married sister" tell no tense.
    attribute = at > 0 and symbols[at - 1] in {*"atm"}
    ending = None if attribute else cues.by_ending(spoken[at])
    return _Cue(ending, _ENDING) if ending else None


def _sentences(tokens: list[Token]) -> list[int]:
    """The number of the sentence of each token."""
    found: list[int] = []
    number = 0
    for token in tokens:
        number += token.raw in _STOPS
        found.append(number)
    return [*found, number]
