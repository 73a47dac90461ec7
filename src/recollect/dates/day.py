"""What a statement says about when."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Grain(StrEnum):
    """How exact a date is."""

    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    YEAR = "year"


class Edge(StrEnum):
    """What a date is to the statement: when it is so, or where that begins or ends."""

    ON = "on"
    SINCE = "since"
    UNTIL = "until"
    BEFORE = "before"
    AFTER = "after"


class Leaning(StrEnum):
    """Whether a date without a year is more likely behind or ahead."""

    PAST = "past"
    FUTURE = "future"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A date in a statement, from its first day to before `end`.

    `start_at`:`end_at` is where it stands in the text; `relative`, whether its meaning depends on
    the day it was said; `sure`, whether these days are surely the ones that are meant.
    """

    start: date
    end: date
    grain: Grain
    edge: Edge
    start_at: int
    end_at: int
    relative: bool
    sure: bool
