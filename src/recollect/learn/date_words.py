"""The dates of a language: its words, and the patterns in which they stand.

Groups of a pattern, all optional: `day`, `month`, `year`, `weekday`, `season`, `number` and `unit`, `offset` ("tomorrow"),
`step` ("last", "next", "ago"), `week` ("next" of "thursday next week"), `over` ("a week" of "a week on thursday"),
`holiday`, `which` ("last year" of "in March last year"), `last` (14 of "3 to 14 March").
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Final

_NEVER: Final = re.compile(r"(?!)")


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
    """What a date is to the statement: the time of it, its beginning (past, or still to come), its end, or what it follows."""

    ON = "on"
    SINCE = "since"
    FROM = "from"
    UNTIL = "until"
    AFTER = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class DateWords:
    """The dates of a language: its words in lower case, its patterns, and how a date is written out.

    `edges` are the words right before a date that make it a beginning or an end. `written` has a form for
    each grain with {day}, {month}, {year}, {season}, {quarter} and the preposition in front, which is left out where the
    text has one of `prepositions` already.
    """

    patterns: tuple[re.Pattern[str], ...]
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    seasons: Mapping[str, str]
    units: Mapping[str, Grain]
    numbers: Mapping[str, int]
    offsets: Mapping[str, int]
    steps: Mapping[str, int]
    edges: Mapping[str, Edge]
    prepositions: frozenset[str]
    written: Mapping[Grain, tuple[str, str]]
    month_names: tuple[str, ...]
    season_names: Mapping[str, str]
    # Whether "next friday" is the one of next week, as in English, and not the first to come.
    next_of_next_week: bool = False
    # The quarters of a year, as they are written.
    quarter_names: tuple[str, str, str, str] = ("Q1", "Q2", "Q3", "Q4")
    # Days that have a name: month and day, or 0 and the days from Easter Sunday.
    holidays: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    # What a name stands behind: my daughter April.
    called: frozenset[str] = frozenset()
    # What only looks like a date: calle Dos de Mayo, the name June, the years 1984 to 1987 that are missing.
    no_date: re.Pattern[str] = _NEVER
    # How something is told that has lasted from a date on, or that comes again every year; and a date of one year alone.
    since: re.Pattern[str] = _NEVER
    recurs: re.Pattern[str] = _NEVER
    # What is liked is so in the summer of any year.
    likes: re.Pattern[str] = _NEVER
    certain: re.Pattern[str] = _NEVER
    # What stands between the ends of a stretch, Monday to Friday, and between two days, Monday and Friday.
    to: re.Pattern[str] = _NEVER
    also: re.Pattern[str] = _NEVER
    # An hour; how a day is meant that was named before; and what is so on many days.
    clock: re.Pattern[str] = _NEVER
    that_day: re.Pattern[str] = _NEVER
    habit: re.Pattern[str] = _NEVER
    # What parts a clause into parts that may have a tense of their own, and what shows that one is of the present.
    joints: re.Pattern[str] = _NEVER
    present: re.Pattern[str] = _NEVER
    # What is so for a time only; and how long that is, as `number` and `unit`.
    passing: re.Pattern[str] = _NEVER
    length: re.Pattern[str] = _NEVER
    # What lasted for a time that is over.
    over: re.Pattern[str] = _NEVER
    # What begins where that ended which was told before it, "until June, then …", and how that is written.
    then: re.Pattern[str] = _NEVER
    onwards: str = ""
    # A verb of the present that may as well be of the past: "nos casamos".
    either: re.Pattern[str] = _NEVER
    # A weekday (|) that names a thing, "no more Friday deploys", and one of these things that is on one day.
    day_names: re.Pattern[str] = _NEVER
    on_one_day: re.Pattern[str] = _NEVER
    # A stretch (up to |) that looks back: I haven't smoked in ten years, the first Monday in forty years.
    looks_back: re.Pattern[str] = _NEVER
    # How long ago (up to |) something began that goes on, and the word for since when: vivo aquí hace 12 años.
    goes_on: tuple[re.Pattern[str], str] = (_NEVER, "")
    # What a day or a month without a year says when of any year: I was born on 12 May.
    born: re.Pattern[str] = _NEVER

    def day(self, day: date) -> str:
        """A day written out, without a preposition."""
        _, form = self.written[Grain.DAY]
        return form.format(day=day.day, month=self.month_names[day.month - 1], year=day.year)
