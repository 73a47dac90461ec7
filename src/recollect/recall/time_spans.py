"""The calendar behind dates: weeks from Monday, seasons of the northern half, and what a date without a year means."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from recollect.recall.time_words import AUTUMN, CHRISTMAS, HALLOWEEN, SPRING, SUMMER, WINTER, Unit

DAY = timedelta(days=1)
# How far back a month or day without its year is looked for.
YEARS_BACK = 3
_DECEMBER = 12
_SEASON_STARTS = {SPRING: 3, SUMMER: 6, AUTUMN: 9, WINTER: 12}
_FEASTS = {CHRISTMAS: (12, 24, 3), HALLOWEEN: (10, 31, 1)}
_LENGTHS = {Unit.DAY: 1, Unit.WEEK: 7, Unit.MONTH: 30, Unit.YEAR: 365}
_SATURDAY = 5
_WEEKDAYS = 7


class Span(NamedTuple):
    """Whole days, the last one excluded."""

    start: date
    end: date


@dataclass(frozen=True, slots=True)
class When:
    """A date as it was said: what it is in each year, and the year where that was said too."""

    of: Callable[[int], Span]
    year: int | None = None

    def spans(self, today: date) -> Iterator[Span]:
        """The stretches meant; without a year, those that have begun in the last three, the latest first."""
        if self.year is not None:
            known = self._in(self.year)
            yield from (known,) if known else ()
            return
        for year in range(today.year, today.year - YEARS_BACK - 1, -1):
            span = self._in(year)
            if span and _years_before(today, YEARS_BACK) < span.start <= today:
                yield span

    def last(self, today: date) -> Span | None:
        """The latest one that is over."""
        spans = (self._in(year) for year in range(today.year, today.year - 9, -1))
        return next((span for span in spans if span and span.end <= today), None)

    def next(self, today: date) -> Span | None:
        """The first one still to come."""
        spans = (self._in(year) for year in range(today.year, today.year + 9))
        return next((span for span in spans if span and span.start > today), None)

    def this(self, today: date) -> Span | None:
        """The one that is now, else the one of this year."""
        before = self._in(today.year - 1)
        return before if before and before.start <= today < before.end else self._in(today.year)

    def _in(self, year: int) -> Span | None:
        try:
            return self.of(year)
        except (ValueError, OverflowError):  # 29 February is not in every year, 30 February in none
            return None


def fixed(span: Span) -> When:
    """A date that is fully known."""
    return When(lambda _: span, span.start.year)


def whole_year(year: int) -> When:
    """That year."""
    return fixed(Span(date(year, 1, 1), date(year + 1, 1, 1)))


def period(number: int, year: int | None = None) -> When:
    """A month, season or feast; the winter of a year begins in its December."""
    if number in _FEASTS:
        month, day, days = _FEASTS[number]
        return When(lambda y: Span(date(y, month, day), date(y, month, day) + days * DAY), year)
    first, months = (number, 1) if number <= _DECEMBER else (_SEASON_STARTS[number], 3)
    return When(lambda y: Span(date(y, first, 1), _month(date(y, first, 1), months)), year)


def days(month: int, first: int, last: int, year: int | None = None) -> When:
    """The days of a month from the first to the last named."""
    return When(lambda y: Span(date(y, month, first), date(y, month, last) + DAY), year)


def part(when: When, which: int) -> When:
    """The first half of a date, its middle, or its second half."""

    def cut(year: int) -> Span:
        start, end = when.of(year)
        if end - start < 4 * DAY:  # "late yesterday" is yesterday
            return Span(start, end)
        quarter = (end - start) / 4
        bounds = ((0, 2), (1, 3), (2, 4))[which]
        return Span(start + bounds[0] * quarter, end if which == 2 else start + bounds[1] * quarter)  # noqa: PLR2004

    return When(cut, when.year)


def nth(when: When, kind: int, which: int) -> When:
    """The n-th day, week, weekend or half of a date, or the last for -1; else the date itself."""
    if kind == Unit.HALF:
        return part(when, 0 if which == 1 else 2)
    if kind not in {Unit.DAY, Unit.WEEK, Unit.WEEKEND}:
        return when

    def cut(year: int) -> Span:
        start, end = when.of(year)
        step, length = (1, 1) if kind == Unit.DAY else (_WEEKDAYS, _WEEKDAYS)
        if kind == Unit.WEEKEND:
            length = 2
            start += ((_SATURDAY - start.weekday()) % _WEEKDAYS) * DAY
            end -= ((end.weekday() - _SATURDAY - length) % _WEEKDAYS) * DAY
        first = end - length * DAY if which < 0 else start + step * (which - 1) * DAY
        if first >= end:
            raise ValueError
        return Span(first, min(first + length * DAY, end))

    return When(cut, when.year)


def joined(left: When, right: When) -> When:
    """From the first date to the second; a year said once holds for both."""
    year = left.year if left.year is not None else right.year

    def cut(year: int) -> Span:
        start = left.of(year if left.year is None else left.year).start
        end = right.of(year if right.year is None else right.year).end
        if end > start:
            return Span(start, end)
        if left.year is None and right.year is not None:
            return Span(left.of(year - 1).start, end)
        if right.year is None:
            return Span(start, right.of(year + 1).end)
        return Span(right.of(right.year).start, left.of(left.year or year).end)

    return When(cut, year)


def unit(kind: int, day: date, steps: int) -> Span:
    """The calendar day, week, weekend, month or year that lies some steps from the one of this day."""
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
    return Span(date(day.year + steps, 1, 1), date(day.year + steps + 1, 1, 1))


def trailing(kind: int, today: date, count: int) -> Span:
    """The last so many units up to and with today, or the next ones from tomorrow."""
    length = count * _LENGTHS.get(Unit(kind), 7) * DAY
    return (
        Span(today + length, today + DAY) if count < 0 else Span(today + DAY, today + DAY + length)
    )


def weekday(number: int, day: date, step: int) -> Span:
    """The last such weekday before a day (-1), that of its week (0), or the next one after it (1)."""
    if step < 0:
        start = day - ((day.weekday() - number - 1) % _WEEKDAYS + 1) * DAY
    elif step == 0:
        start = day + (number - day.weekday()) * DAY
    else:
        start = day + ((number - day.weekday() - 1) % _WEEKDAYS + 1) * DAY
    return Span(start, start + DAY)


def beside(kind: int, anchor: Span, step: int) -> Span:
    """The day, week, weekend, month or year that ends where a date begins (-1) or begins where it ends (1)."""
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
    """The same day so many years ago; the last of February where it was no leap year."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return date(day.year - years, 2, 28)
