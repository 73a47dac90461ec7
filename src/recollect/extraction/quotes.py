"""Where the words stand that a model has quoted, and whether they may be quoted at all."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final
from unicodedata import normalize

from recollect.domain.entry import KEYED_KINDS, Kind
from recollect.domain.learning import USER
from recollect.domain.turn import Role, Turn
from recollect.extraction.asking import masked
from recollect.extraction.forms import Stated
from recollect.extraction.own_words import BLANK, written_here
from recollect.extraction.references import subject_of
from recollect.extraction.refusal import Refusal

_AROUND: Final = " \t\r\n\"“”„«»'‘’…."
# What stands between quotation marks is somebody else's, if it is longer than a title.
_QUOTATION: Final = re.compile(r"[\"“„«](?:[^\s\"“”„«»]+\s+){5,}[^\s\"“”„«»]+[\"”“»]")
# Those that are typed behind a letter belong to it.
_ACCENTS: Final = "[\u0300-\u036f]*"
_APOSTROPHE: Final = re.compile(r"['’‘]")
# What a turn says more often than this is no quote of one place.
_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Place:
    """The characters of a turn from `start` to `end`."""

    turn: Turn
    start: int
    end: int

    @property
    def words(self) -> str:
        """The words that stand there."""
        return self.turn.content[self.start : self.end]


def find_quote(noted: Stated, kind: Kind, turns: Sequence[Turn], since: int) -> Place | Refusal:
    """Where the quote stands: in the turn that is named, else in the only turn that has it."""
    may = [turn for turn in turns if turn.index >= since and _quotable(turn, kind)]
    pasted = False
    for pattern in _patterns(noted.quote):
        found = {turn.index: _occurrences(pattern, turn) for turn in may}
        own = {
            index: [place for place in places if _may_be_quoted(place, noted)]
            for index, places in found.items()
        }
        hits = [index for index, places in own.items() if places]
        if noted.turn in hits:
            return own[noted.turn][0]
        if len(hits) == 1:
            return own[hits[0]][0]
        pasted = pasted or (not hits and any(found.values()))
    if pasted:
        return Refusal.PASTED
    elsewhere = any(
        _occurrences(pattern, turn) for pattern in _patterns(noted.quote) for turn in turns
    )
    return Refusal.SPEAKER if elsewhere else Refusal.QUOTE


def _quotable(turn: Turn, kind: Kind) -> bool:
    return turn.role is Role.USER or (turn.role is Role.TOOL and kind in KEYED_KINDS)


def _patterns(quote: str) -> Iterator[re.Pattern[str]]:
    """The quote to the letter; then in any case and spacing, without marks around it."""
    if not re.search(r"\w", quote):
        return
    yield re.compile(re.escape(quote) + _ACCENTS)
    words = (
        "['’‘]".join("".join(map(_either, part)) for part in _APOSTROPHE.split(word))
        for word in normalize("NFC", quote).strip(_AROUND).split()
    )
    yield re.compile(r"\s+".join(words) + _ACCENTS, re.IGNORECASE)


def _either(letter: str) -> str:
    """A pattern for a letter, also where its accent is typed behind it."""
    apart = normalize("NFD", letter)
    return re.escape(letter) if apart == letter else f"(?:{letter}|{apart})"


def _occurrences(pattern: re.Pattern[str], turn: Turn) -> list[Place]:
    found = islice(pattern.finditer(turn.content), _MOST)
    return [Place(turn, *each.span()) for each in found]


def _may_be_quoted(place: Place, noted: Stated) -> bool:
    """Whether they are the writer's own words, or pasted ones about somebody else."""
    if is_own(place):
        return True
    speaker = place.turn.speaker or USER
    third = place.turn.role is Role.USER and subject_of(noted.subject, place.turn) != speaker
    # What somebody else wrote ends nothing, and is no instruction.
    return third and not noted.ends and not noted.updates and BLANK not in _shown(place)


def is_own(place: Place) -> bool:
    """Whether these are the writer's own words: nothing of a pasted block or of a quotation."""
    if place.turn.role is not Role.USER:
        return BLANK not in _shown(place)
    text = place.turn.content
    if BLANK in written_here(text)[place.start : place.end]:
        return False
    quoted = (found.span() for found in _QUOTATION.finditer(text))
    return not any(start <= place.start and place.end <= end for start, end in quoted)


def _shown(place: Place) -> str:
    return masked(place.turn)[place.start : place.end]
