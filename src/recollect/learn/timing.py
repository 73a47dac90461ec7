"""Which numbers of a sentence tell a time: of a date, an hour, or how long something has been so."""

import re
from typing import Final

from recollect.learn.lexicon import Lexicon, folded

_SINCE: Final = frozenset("since seit desde depuis".split())
_HOURS: Final = frozenset("uhr h am pm o'clock heure heures horas".split())
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


def times_of(tokens: list[tuple[str, bool]], language: Lexicon) -> tuple[set[int], set[int]]:
    """Which of the words are numbers of dates, hours or spans of time, and which of these tell a day."""
    bare = [folded(token) for token, _ in tokens]
    timed: set[int] = set()
    dates: set[int] = set()
    for place, word in enumerate(bare):
        if not (word[-1:].isdigit() or word in language.numbers):
            continue
        before = bare[place - 1] if place else ""
        after = bare[place + 1] if place + 1 < len(bare) else ""
        if _near_month(bare, place, language):
            lasts = _SINCE & set(bare[max(0, place - 4) : place])
            (timed if lasts else dates).add(place)
        elif ":" in word or after in _HOURS:
            timed |= {place, place + 1} if after in _HOURS else {place}
        elif before in language.since and (_YEAR.fullmatch(word) or after in language.units):
            timed.add(place)
    return timed | dates, dates


def _near_month(bare: list[str], place: int, language: Lexicon) -> bool:
    """Whether a month is beside it, or only a small word or the day between: 8 de octubre de 2025."""
    for step in (-1, 1):
        near, next_but_one = place + step, place + 2 * step
        if not 0 <= near < len(bare):
            continue
        if bare[near] in language.months:
            return True
        joins = bare[near] in language.small or (step < 0 and bare[near].isdigit())
        if joins and 0 <= next_but_one < len(bare) and bare[next_but_one] in language.months:
            return True
    return False
