"""Locates the words that a model quoted, and checks whether they may be quoted."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final
from unicodedata import normalize

from recollect.domain.entry import KEYED_KINDS, USER, Kind
from recollect.domain.turn import Role, Turn
from recollect.extraction.ask_model import masked
from recollect.extraction.forms import RefusedAnswer, Stated
from recollect.extraction.own_words import BLANK, blank_foreign_text
from recollect.extraction.references import subject_of

_QUOTE_PADDING: Final = " \t\r\n\"“”„«»'‘’…."
# Text in quotation marks, if longer than a title, is someone else's.
_QUOTATION: Final = re.compile(r"[\"“„«](?:[^\s\"“”„«»]+\s+){5,}[^\s\"“”„«»]+[\"”“»]")
# Combining accents belong to the letter before them.
_ACCENTS: Final = "[\u0300-\u036f]*"
_APOSTROPHE: Final = re.compile(r"['’‘]")
# Words that occur more often than this do not identify a place.
_MAX_OCCURRENCES: Final = 20


@dataclass(frozen=True, slots=True)
class Place:
    """The span of a turn's text from `start` to `end`."""

    turn: Turn
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text of the span."""
        return self.turn.content[self.start : self.end]


def find_quote(
    noted: Stated, kind: Kind, turns: Sequence[Turn], since: int
) -> Place | RefusedAnswer:
    """Where the quote is: in the turn that is named, else in the only turn that contains it."""
    voices = {Role.USER, Role.TOOL} if kind in KEYED_KINDS else {Role.USER}
    quotable = [turn for turn in turns if turn.index >= since and turn.voice in voices]
    pasted = False
    for pattern in _patterns(noted.quote):
        found = {turn.index: _occurrences(pattern, turn) for turn in quotable}
        allowed = {
            index: [place for place in places if _may_be_quoted(place, noted)]
            for index, places in found.items()
        }
        hits = {index: places[0] for index, places in allowed.items() if places}
        if noted.turn in hits:
            return hits[noted.turn]
        if len(hits) == 1:
            return next(iter(hits.values()))
        pasted = pasted or (not hits and any(found.values()))
    if pasted:
        return RefusedAnswer.PASTED
    patterns = _patterns(noted.quote)
    elsewhere = any(pattern.search(turn.content) for pattern in patterns for turn in turns)
    return RefusedAnswer.SPEAKER if elsewhere else RefusedAnswer.QUOTE


def _patterns(quote: str) -> Iterator[re.Pattern[str]]:
    """The exact quote; then ignoring case, spacing and surrounding punctuation."""
    if not re.search(r"\w", quote):
        return
    yield re.compile(re.escape(quote) + _ACCENTS)
    words = (
        "['’‘]".join("".join(map(_either, part)) for part in _APOSTROPHE.split(word))
        for word in normalize("NFC", quote).strip(_QUOTE_PADDING).split()
    )
    yield re.compile(r"\s+".join(words) + _ACCENTS, re.IGNORECASE)


def _either(letter: str) -> str:
    """A pattern for a letter in composed or decomposed form."""
    apart = normalize("NFD", letter)
    return re.escape(letter) if apart == letter else f"(?:{letter}|{apart})"


def _occurrences(pattern: re.Pattern[str], turn: Turn) -> list[Place]:
    found = islice(pattern.finditer(turn.content), _MAX_OCCURRENCES)
    return [Place(turn, *match.span()) for match in found]


def _may_be_quoted(place: Place, noted: Stated) -> bool:
    """Whether these are the author's own words, or pasted ones about someone else."""
    if is_writers_own(place):
        return True
    speaker = place.turn.speaker or USER
    third = place.turn.voice is Role.USER and subject_of(noted.subject, place.turn) != speaker
    # Pasted text cannot end or update memories.
    return third and not noted.ends and not noted.updates and BLANK not in _shown(place)


def is_writers_own(place: Place) -> bool:
    """Whether these are the author's own words, not part of a pasted block or quotation."""
    if place.turn.voice is not Role.USER:
        return BLANK not in _shown(place)
    text = place.turn.content
    if BLANK in blank_foreign_text(text, place.turn.origin)[place.start : place.end]:
        return False
    quoted = (found.span() for found in _QUOTATION.finditer(text))
    return not any(start <= place.start and place.end <= end for start, end in quoted)


def _shown(place: Place) -> str:
    return masked(place.turn)[place.start : place.end]
