"""The times in a question: dates, ranges and relative days.

Weeks begin on Monday. Seasons are those of the northern hemisphere; the winter of a year begins in
its December. "Two weeks ago" is the calendar week of that day, "last week" the one before this,
"the past two weeks" the days up to now. A month or day without a year means every one that began
in the last three years, latest first; with "before", "after", "since", "until" only the latest.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import NamedTuple

from recollect.dates.cjk import cjk_spans
from recollect.dates.grammar import read_question
from recollect.dates.tokens import DateToken, may_contain_dates, tokenize
from recollect.dates.vocabulary import date_words, question_vocabulary
from recollect.domain.clock import start_of
from recollect.languages.detect import detect

# More dates than this are a pasted list, not a question.
MAX_TIMES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRange:
    """A range of time in UTC, the end excluded; an open side is None."""

    start: datetime | None
    end: datetime | None


class FoundTimes(NamedTuple):
    """The times in a question, and the spans of months and seasons in its text."""

    times: tuple[TimeRange, ...]
    months: tuple[tuple[int, int], ...]


def find_times(text: str, now: datetime, names: Collection[str] = ()) -> FoundTimes:
    """The times in a composed text, in days of the time zone of `now`.

    A word in `names` (folded) is a month only if it cannot be a name.
    """
    today, zone = now.date(), now.tzinfo
    ranges: list[TimeRange] = []
    months: tuple[tuple[int, int], ...] = ()
    if may_contain_dates(text, date_words()):
        pieces = tokenize(text, question_vocabulary(detect(text)), names).pieces
        months = tuple((piece.start, piece.end) for piece in pieces if piece.symbol in "MS")
        parsed = read_question(pieces, today)
        ranges = [time for piece in parsed for time in _ranges(piece, today, zone)]
    if not text.isascii():
        ranges += [_range(*span, zone) for span in cjk_spans(text, today)]
    return FoundTimes(tuple(dict.fromkeys(ranges))[:MAX_TIMES], months)


def _ranges(piece: DateToken, today: date, zone: tzinfo | None) -> Iterator[TimeRange]:
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
