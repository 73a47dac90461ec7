"""What a question says about when: dates, ranges and relative days.

Weeks begin on Monday. Seasons are those of the northern half, the winter of a year beginning in
its December. "Two weeks ago" is the calendar week of that day, "last week" the one before this,
"the past two weeks" the days up to now. A month or day without a year is each one begun in the
last three years, the latest first; with "before", "after", "since", "until" only the latest.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import NamedTuple

from recollect.dates.cjk import cjk_spans
from recollect.dates.grammar import read_question
from recollect.dates.tokens import Piece, cut, may_hold_dates
from recollect.dates.words import carriers, words_for_question
from recollect.domain.clock import start_of
from recollect.languages.detect import detect

# More dates than this are a list, not a question.
MOST = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRange:
    """A stretch of time in UTC, the end excluded; an open side is None."""

    start: datetime | None
    end: datetime | None


class Found(NamedTuple):
    """The times a question speaks of, and where the months and seasons stand in its text."""

    times: tuple[TimeRange, ...]
    months: tuple[tuple[int, int], ...]


def find_times(text: str, now: datetime, names: Collection[str] = ()) -> Found:
    """The times in a composed text, by days of the zone of `now`.

    A word in `names` (folded) is a month only where it can be nothing else.
    """
    today, zone = now.date(), now.tzinfo
    ranges: list[TimeRange] = []
    months: tuple[tuple[int, int], ...] = ()
    if may_hold_dates(text, carriers()):
        pieces = cut(text, words_for_question(detect(text)), names).pieces
        months = tuple((piece.start, piece.end) for piece in pieces if piece.symbol in "MS")
        read = read_question(pieces, today)
        ranges = [found for piece in read for found in _ranges(piece, today, zone)]
    if not text.isascii():
        ranges += [_range(*span, zone) for span in cjk_spans(text, today)]
    return Found(tuple(dict.fromkeys(ranges))[:MOST], months)


def _ranges(piece: Piece, today: date, zone: tzinfo | None) -> Iterator[TimeRange]:
    spans = (span for when in piece.whens for span in when.spans(today))
    if piece.symbol in "EK":
        yield from (_range(*span, zone) for span in spans)
        return
    for start, end in list(spans)[:1]:
        edges = {"<": (None, start), ">": (end, None), "}": (start, None), "{": (None, end)}
        yield _range(*edges[piece.symbol], zone)


def _range(start: date | None, end: date | None, zone: tzinfo | None) -> TimeRange:
    first, last = (None if day is None else start_of(day, zone) for day in (start, end))
    return TimeRange(start=first, end=last)
