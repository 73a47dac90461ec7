"""The result types for dates in statements."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


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
