"""The dates in statements as values, and how to write them in a language."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from recollect.languages.pack import pack


class Grain(StrEnum):
    """The precision of a date."""

    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    YEAR = "year"


class Edge(StrEnum):
    """Whether a statement is true on a date, or from or until it."""

    ON = "on"
    SINCE = "since"
    UNTIL = "until"
    BEFORE = "before"
    AFTER = "after"


class Leaning(StrEnum):
    """Whether a date without a year is more likely past or future."""

    PAST = "past"
    FUTURE = "future"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A date in a statement, from `start` up to but excluding `end`.

    `start_at`:`end_at` is its span in the text; `relative` means that it depends on the day of the
    statement; `sure` means that no other days can be meant.
    """

    start: date
    end: date
    grain: Grain
    edge: Edge
    start_at: int
    end_at: int
    relative: bool
    sure: bool


_ONE_DAY = timedelta(days=1)
_MONTHS_OF_A_SEASON = 3
# The maximum length of each grain in days; a longer span is formatted as a range.
_MAX_DAYS = {
    Grain.DAY: 1,
    Grain.WEEKEND: 2,
    Grain.WEEK: 7,
    Grain.MONTH: 31,
    Grain.QUARTER: 92,
    Grain.SEASON: 92,
    Grain.YEAR: 366,
}


def format_day(day: Day, language: str) -> str:
    """The date as text: "8 June 2026", "8. Juni 2026", "June 2026", "2026"."""
    last = day.end - _ONE_DAY
    first = _format(day.start, day.grain, language)
    if (day.end - day.start).days <= _MAX_DAYS[day.grain]:
        return first
    template: str = pack(language).table("dates")["written"]["range"]
    return template.format(first=first, last=_format(last, day.grain, language))


def _format(day: date, grain: Grain, language: str) -> str:
    templates = pack(language).table("dates")["written"]
    template: str = templates[grain.value]
    season = (day.month // _MONTHS_OF_A_SEASON + 3) % 4
    return template.format(
        day=day.day,
        month=templates["months"].split()[day.month - 1],
        year=day.year,
        quarter=(day.month - 1) // _MONTHS_OF_A_SEASON + 1,
        season=templates["seasons"].split()[season],
    )
