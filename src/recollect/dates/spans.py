"""Calendar arithmetic: weeks from Monday, northern seasons, Easter, dates without a year."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from recollect.dates.day import Grain
from recollect.dates.vocabulary import AUTUMN, QUARTER_ZERO, SPRING, SUMMER, WINTER, Holiday, Unit

DAY = timedelta(days=1)
# How many years back a month or day without a year is searched.
YEARS_BACK = 3
_DECEMBER = 12
_SEASON_STARTS = {SPRING: 3, SUMMER: 6, AUTUMN: 9, WINTER: 12}
_LENGTHS = {Unit.DAY: 1, Unit.WEEK: 7, Unit.MONTH: 30, Unit.QUARTER: 91, Unit.YEAR: 365}
_GRAINS = {
    Unit.DAY: Grain.DAY,
    Unit.WEEK: Grain.WEEK,
    Unit.WEEKEND: Grain.WEEKEND,
    Unit.MONTH: Grain.MONTH,
    Unit.QUARTER: Grain.QUARTER,
    Unit.YEAR: Grain.YEAR,
}
_SATURDAY = 5
_WEEKDAYS = 7


class Span(NamedTuple):
    """Whole days, the end excluded."""

    start: date
    end: date


@dataclass(frozen=True, slots=True)
class When:
    """A date as stated: its span in any year, and the year if one was stated."""

    in_year: Callable[[int], Span]
    year: int | None = None
    grain: Grain = Grain.DAY
    # Whether it is relative to the day of the statement.
    near: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it has no year, so that it may be past or future."""
        return self.year is None

    def spans(self, today: date) -> Iterator[Span]:
        """The possible spans, latest first; without a year, those begun in the last three years."""
        if self.year is not None:
            span = self._in_year_or_none(self.year)
            yield from (span,) if span else ()
            return
        for year in range(today.year, today.year - YEARS_BACK - 1, -1):
            span = self._in_year_or_none(year)
            if span and _years_before(today, YEARS_BACK) < span.start <= today:
                yield span

    def last(self, today: date) -> Span | None:
        """The latest span that is over."""
        spans = (self._in_year_or_none(year) for year in range(today.year, today.year - 9, -1))
        return next((span for span in spans if span and span.end <= today), None)

    def next(self, today: date) -> Span | None:
        """The first span that is still to come."""
        spans = (self._in_year_or_none(year) for year in range(today.year, today.year + 9))
        return next((span for span in spans if span and span.start > today), None)

    def this(self, today: date) -> Span | None:
        """The span that contains today, else the one of this year."""
        before = self._in_year_or_none(today.year - 1)
        if before and before.start <= today < before.end:
            return before
        return self._in_year_or_none(today.year)

    def around(self, today: date) -> tuple[Span, Span] | None:
        """The latest span that has begun, and the first that is not over."""
        if self.year is not None:
            span = self._in_year_or_none(self.year)
            return (span, span) if span else None
        spans = [span for add in range(-8, 10) if (span := self._in_year_or_none(today.year + add))]
        begun = [span for span in spans if span.start <= today]
        ahead = [span for span in spans if span.end > today]
        return (begun[-1], ahead[0]) if begun and ahead else None

    def _in_year_or_none(self, year: int) -> Span | None:
        try:
            return self.in_year(year)
        except (ValueError, OverflowError):  # 29 February in most years, 30 February always
            return None


def _never(_year: int) -> Span:
    raise ValueError


@dataclass(frozen=True, slots=True)
class Weekdays(When):
    """A weekday, or several in a row, in an unspecified week."""

    in_year: Callable[[int], Span] = _never
    first: int = 0
    last_day: int = 0

    def around(self, today: date) -> tuple[Span, Span] | None:
        """The previous ones, and the next ones."""
        length = ((self.last_day - self.first) % _WEEKDAYS + 1) * DAY
        past, coming = (weekday(self.first, today, step).start for step in (-1, 1))
        return Span(past, past + length), Span(coming, coming + length)


@dataclass(frozen=True, slots=True)
class MonthDay(When):
    """A day of an unspecified month: the 20th."""

    in_year: Callable[[int], Span] = _never
    day: int = 1

    def around(self, today: date) -> tuple[Span, Span] | None:
        """The latest such day until today, and the first one from today."""
        first = today.replace(day=1)
        days = [day for step in range(-2, 4) if (day := self._in_month(_month(first, step)))]
        past = max(day for day in days if day <= today)
        coming = min(day for day in days if day >= today)
        return Span(past, past + DAY), Span(coming, coming + DAY)

    def _in_month(self, first: date) -> date | None:
        try:
            return first.replace(day=self.day)
        except ValueError:
            return None


def fixed(span: Span, grain: Grain = Grain.DAY, *, near: bool = True) -> When:
    """A date that is fully known."""
    return When(lambda _: span, span.start.year, grain, near)


def whole_year(year: int, *, near: bool = False) -> When:
    """A calendar year."""
    return fixed(Span(date(year, 1, 1), date(year + 1, 1, 1)), Grain.YEAR, near=near)


def holiday(day: Holiday, year: int | None = None, *, near: bool = False) -> When:
    """A holiday."""

    def in_year(year: int) -> Span:
        start = date(year, day.month, day.day) if day.month else easter(year) + day.day * DAY
        return Span(start, start + day.days * DAY)

    return When(in_year, year, Grain.DAY, near)


def easter(year: int) -> date:
    """Easter Sunday of the western churches, by the Meeus/Jones/Butcher algorithm."""
    golden = year % 19
    century, rest = divmod(year, 100)
    moon = (
        19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15
    ) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * late + 114, 31)
    return date(year, month, day + 1)


def period(number: int, year: int | None = None, *, near: bool = False) -> When:
    """A month, season or quarter; the winter of a year begins in its December."""
    first, months, grain = number, 1, Grain.MONTH
    if number > QUARTER_ZERO:
        first, months, grain = 3 * (number - QUARTER_ZERO) - 2, 3, Grain.QUARTER
    elif number > _DECEMBER:
        first, months, grain = _SEASON_STARTS[number], 3, Grain.SEASON
    return When(
        lambda y: Span(date(y, first, 1), _month(date(y, first, 1), months)), year, grain, near
    )


def days(month: int, first: int, last: int, year: int | None = None, *, near: bool = False) -> When:
    """A range of days in a month; "28 to 3 March" begins in February."""

    def in_year(year: int) -> Span:
        start = date(year, month, first)
        if last < first:
            start = _month(date(year, month, 1), -1).replace(day=first)
        return Span(start, date(year, month, last) + DAY)

    return When(in_year, year, Grain.DAY, near)


def part(when: When, which: int) -> When:
    """The first half of a date, its middle, or its second half."""

    def cut(year: int) -> Span:
        start, end = when.in_year(year)
        if end - start < 4 * DAY:  # "late yesterday" is yesterday
            return Span(start, end)
        quarter = (end - start) / 4
        halves = (
            Span(start, start + 2 * quarter),
            Span(start + quarter, start + 3 * quarter),
            Span(start + 2 * quarter, end),
        )
        return halves[which]

    return when if isinstance(when, Weekdays | MonthDay) else _changed(when, cut)


def _changed(when: When, in_year: Callable[[int], Span], grain: Grain | None = None) -> When:
    return When(in_year, when.year, grain or when.grain, when.near)


def nth(when: When, kind: int, which: int) -> When:
    """The n-th day, week, weekend, quarter or half of a date (-1 is the last); else the date."""
    if kind == Unit.HALF:
        return part(when, 0 if which == 1 else 2)
    if kind == Unit.QUARTER:
        return period(QUARTER_ZERO + (which if which > 0 else 4), when.year, near=when.near)
    if kind not in {Unit.DAY, Unit.WEEK, Unit.WEEKEND}:
        return when

    def cut(year: int) -> Span:
        start, end = when.in_year(year)
        step, length = (1, 1) if kind == Unit.DAY else (_WEEKDAYS, _WEEKDAYS)
        if kind == Unit.WEEKEND:
            length = 2
            start += ((_SATURDAY - start.weekday()) % _WEEKDAYS) * DAY
            end -= ((end.weekday() - _SATURDAY - length) % _WEEKDAYS) * DAY
        first = end - length * DAY if which < 0 else start + step * (which - 1) * DAY
        if first >= end:
            raise ValueError
        return Span(first, min(first + length * DAY, end))

    return _changed(when, cut, grain_of(kind))


def joined(left: When, right: When) -> When | None:
    """The range between two dates; a year stated once applies to both."""
    if isinstance(left, Weekdays) and isinstance(right, Weekdays):
        return Weekdays(first=left.first, last_day=right.first)
    if any(isinstance(when, Weekdays | MonthDay) for when in (left, right)):
        return None
    year = left.year if left.year is not None else right.year

    def cut(year: int) -> Span:
        start = left.in_year(year if left.year is None else left.year).start
        end = right.in_year(year if right.year is None else right.year).end
        if end > start:
            return Span(start, end)
        if left.year is None and right.year is not None:
            return Span(left.in_year(year - 1).start, end)
        if right.year is None:
            return Span(start, right.in_year(year + 1).end)
        return Span(right.in_year(right.year).start, left.in_year(left.year or year).end)

    return When(cut, year, left.grain, left.near or right.near)


def grain_of(kind: int) -> Grain:
    """The grain of a date counted in a unit."""
    return _GRAINS[Unit(kind)]


def counted(kind: int, day: date, steps: int) -> When:
    """The date a number of calendar units from a day."""
    return fixed(unit(kind, day, steps), grain_of(kind))


def unit(kind: int, day: date, steps: int) -> Span:
    """The calendar unit a number of steps from the one that contains a day."""
    if kind == Unit.DAY:
        return Span(day + steps * DAY, day + (steps + 1) * DAY)
    monday = day + (7 * steps - day.weekday()) * DAY
    if kind == Unit.WEEK:
        return Span(monday, monday + 7 * DAY)
    if kind == Unit.WEEKEND:
        return Span(monday + 5 * DAY, monday + 7 * DAY)
    if kind == Unit.MONTH:
        first = _month(day.replace(day=1), steps)
        return Span(first, _month(first, 1))
    if kind == Unit.QUARTER:
        first = _month(day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1), 3 * steps)
        return Span(first, _month(first, 3))
    return Span(date(day.year + steps, 1, 1), date(day.year + steps + 1, 1, 1))


def trailing(kind: int, today: date, count: int) -> Span:
    """The last units up to and including today, or the next ones from tomorrow."""
    length = count * _LENGTHS.get(Unit(kind), 7) * DAY
    return (
        Span(today + length, today + DAY) if count < 0 else Span(today + DAY, today + DAY + length)
    )


def weekday(number: int, day: date, step: int) -> Span:
    """The weekday before a day (-1), in the same week (0), or after it (1)."""
    if step < 0:
        start = day - ((day.weekday() - number - 1) % _WEEKDAYS + 1) * DAY
    elif step == 0:
        start = day + (number - day.weekday()) * DAY
    else:
        start = day + ((number - day.weekday() - 1) % _WEEKDAYS + 1) * DAY
    return Span(start, start + DAY)


def adjacent(kind: int, anchor: Span, step: int) -> Span:
    """The unit of time directly before (-1) or after (1) a span."""
    if kind == Unit.WEEKEND:
        if step < 0:
            return unit(kind, anchor.start, -1)
        saturday = anchor.end + ((_SATURDAY - anchor.end.weekday()) % _WEEKDAYS) * DAY
        return Span(saturday, saturday + 2 * DAY)
    length = _LENGTHS[Unit(kind)] * DAY
    return (
        Span(anchor.start - length, anchor.start)
        if step < 0
        else Span(anchor.end, anchor.end + length)
    )


def _month(first: date, steps: int) -> date:
    years, month = divmod(first.year * 12 + first.month - 1 + steps, 12)
    return date(years, month + 1, 1)


def _years_before(day: date, years: int) -> date:
    """The same day some years ago; 28 February for 29 February in other than leap years."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return date(day.year - years, 2, 28)
