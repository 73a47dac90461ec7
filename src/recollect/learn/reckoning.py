"""The days that are meant: what the words of a date come to, reckoned from the day they were said."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Final

from recollect.learn.date_words import DateWords, Grain
from recollect.model.clock import start_of

_DAY: Final = timedelta(days=1)
_GONE: Final = re.compile("last|letzt|vorig|pasado|derni")
_TO_COME: Final = re.compile("next|nächst|kommend|viene|próximo|prochain")
_CENTURY: Final = 100
SEASON_STARTS: Final = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
# So many years may pass until a day comes again.
_LEAP: Final = 8
_DECEMBER: Final = 12
# What is still to come is meant up to this far ahead, where neither tense nor preposition tells.
_AHEAD: Final = timedelta(days=240)
# A day is told by its number alone up to a year ahead: the wedding is on 4 October, in January. What is over has its year.
_DAY_AHEAD: Final = timedelta(days=330)


def span(
    said: Mapping[str, str], today: date, words: DateWords, *, past: bool | None
) -> tuple[date, date, Grain]:
    """The first day that is meant by the groups of a pattern (see `DateWords`), the one behind the last, how exact it is."""
    if "offset" in said:
        day = today + words.offsets[said["offset"]] * _DAY
        return day, day + _DAY, Grain.DAY
    if "unit" in said:
        return _units(said, today, words)
    for name, read in _BY_NAME.items():
        if name in said:
            return read(said, today, words, past=past)
    year = _year(said["year"])
    return date(year, 1, 1), date(year + 1, 1, 1), Grain.YEAR


def _weekday(
    said: Mapping[str, str], today: date, words: DateWords, *, past: bool | None
) -> tuple[date, date, Grain]:
    number = words.weekdays[said["weekday"]]
    week = words.steps[said["week"]] if "week" in said else words.steps.get(said.get("step", ""), 0)
    if "week" in said or (week > 0 and words.next_of_next_week):
        day = today + (number - today.weekday() + 7 * week) * _DAY
    elif words.steps.get(said.get("step", ""), -1 if past else 1) < 0:
        day = today - ((today.weekday() - number - 1) % 7 + 1) * _DAY
    else:
        day = today + ((number - today.weekday() - 1) % 7 + 1) * _DAY
    if "over" in said or (week > 1 and "week" not in said):  # übernächsten Freitag
        day += 7 * _DAY
    return day, day + _DAY, Grain.DAY


def _units(said: Mapping[str, str], today: date, words: DateWords) -> tuple[date, date, Grain]:
    grain = words.units[said["unit"]]
    count = _number(said["number"], words) if "number" in said else 1
    steps = count * words.steps[said["step"]] if "step" in said else 0
    if grain is Grain.DAY:
        return today + steps * _DAY, today + (steps + 1) * _DAY, grain
    monday = today + (7 * steps - today.weekday()) * _DAY
    if grain is Grain.WEEK:
        return monday, monday + 7 * _DAY, grain
    if grain is Grain.WEEKEND:
        return monday + 5 * _DAY, monday + 7 * _DAY, grain
    if grain is Grain.MONTH:
        first = _later(today.replace(day=1), steps)
        return first, _later(first, 1), grain
    if grain is Grain.QUARTER:
        first = _later(today.replace(month=(today.month - 1) // 3 * 3 + 1, day=1), 3 * steps)
        return first, _later(first, 3), grain
    return date(today.year + steps, 1, 1), date(today.year + steps + 1, 1, 1), Grain.YEAR


def _month_or_day(
    said: Mapping[str, str], today: date, words: DateWords, *, past: bool | None
) -> tuple[date, date, Grain]:
    # "el primero de octubre" is its first.
    day = int(re.sub(r"\D", "", said["day"]) or 1) if "day" in said else 0
    if "month" not in said:
        first = today.replace(day=1)
        step = 0 if (day < today.day) == bool(past) or day == today.day else (-1 if past else 1)
        first = _later(first, step)
        start = first.replace(day=day)
        return start, _behind(start, said), Grain.DAY
    month = words.months[said["month"]] if said["month"] in words.months else int(said["month"])
    if not day:
        return *_nearest(said, (month, 1), 1, today, words, past=past), Grain.MONTH
    if _last_day(said) < day and "last" in said:  # 28 to 3 March
        month = (month - 2) % _DECEMBER + 1
    start, _ = _nearest(said, (month, day), 0, today, words, past=past)
    return start, _behind(start, said), Grain.DAY


def _last_day(said: Mapping[str, str]) -> int:
    return int(re.sub(r"\D", "", said.get("last", "")) or 0)


def _behind(start: date, said: Mapping[str, str]) -> date:
    """The day behind a day, or behind the stretch of days that begins on it."""
    last = _last_day(said)
    if not last:
        return start + _DAY
    month = start if last >= start.day else _later(start.replace(day=1), 1)
    return month.replace(day=last) + _DAY


def _season(
    said: Mapping[str, str], today: date, words: DateWords, *, past: bool | None
) -> tuple[date, date, Grain]:
    month = SEASON_STARTS[words.seasons[said["season"]]]
    return *_nearest(said, (month, 1), 3, today, words, past=past), Grain.SEASON


def _holiday(
    said: Mapping[str, str], today: date, words: DateWords, *, past: bool | None
) -> tuple[date, date, Grain]:
    month, day = words.holidays[said["holiday"]]
    years = [_year(said["year"])] if "year" in said else [today.year + step for step in (-1, 0, 1)]
    days = [date(year, month, day) if month else easter(year) + day * _DAY for year in years]
    step = words.steps.get(said.get("step", ""), 0)
    before = [one for one in days if one <= today]
    after = [one for one in days if one >= today]
    start = before[-1] if before and (not after or step < 0 or (past and step == 0)) else after[0]
    return start, start + _DAY, Grain.DAY


def easter(year: int) -> date:
    """Easter Sunday of the western churches, by the rule of Meeus, Jones and Butcher."""
    golden = year % 19
    century, rest = divmod(year, 100)
    moon = (
        19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15
    ) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * late + 114, 31)
    return date(year, month, day + 1)


_BY_NAME: Final = {
    "holiday": _holiday,
    "weekday": _weekday,
    "month": _month_or_day,
    "day": _month_or_day,
    "season": _season,
}


def _nearest(
    said: Mapping[str, str],
    begins: tuple[int, int],
    months: int,
    today: date,
    words: DateWords,
    *,
    past: bool | None,
) -> tuple[date, date]:
    """The day (of no `months`) or the months that begin on this month and day, in the year that is meant."""
    if "year" in said:
        return _lasting(date(_year(said["year"]), *begins), months)
    if "which" in said:  # March of last year
        later = -1 if _GONE.search(said["which"]) else 1 if _TO_COME.search(said["which"]) else 0
        return _lasting(date(today.year + later, *begins), months)
    years = range(today.year - _LEAP, today.year + _LEAP + 1)
    every = [span for year in years if (span := _in_year(year, begins, months))]
    begun = [span for span in every if span[0] <= today]
    ahead = [span for span in every if span[1] > today]
    step = words.steps.get(said["step"], 0) if "step" in said else None
    if step is not None and step > 0:
        ahead = [span for span in ahead if span[0] >= today]
    if step is not None and step < 0:  # last November, said in November
        begun = [span for span in begun if span[1] <= today]
    if not (begun and ahead):
        raise ValueError
    if step == 0:  # this summer, whatever the tense
        past = begun[-1] == ahead[0] or begun[-1][0].year == today.year
    elif step is not None:
        past = step < 0
    if past is None:
        past = ahead[0][0] - today > (_AHEAD if months else _DAY_AHEAD)
    return begun[-1] if past else ahead[0]


def _in_year(year: int, begins: tuple[int, int], months: int) -> tuple[date, date] | None:
    try:
        return _lasting(date(year, *begins), months)
    except ValueError:  # 29 February
        return None


def _lasting(start: date, months: int) -> tuple[date, date]:
    return start, _later(start, months) if months else start + _DAY


def _year(said: str) -> int:
    year = int(said)
    return year + 2000 if year < _CENTURY else year


def _number(said: str, words: DateWords) -> int:
    return int(said) if said.isdigit() else words.numbers[said]


def _later(first: date, months: int) -> date:
    years, month = divmod(first.year * _DECEMBER + first.month - 1 + months, _DECEMBER)
    return date(years, month + 1, 1)


def length_after(at: datetime, count: int, grain: Grain) -> tuple[datetime, datetime]:
    """From the day on which something is said to the last moment of it so many days, weeks, months or years later."""
    today = at.date()
    if grain in {Grain.YEAR, Grain.MONTH}:
        first = _later(today.replace(day=1), count * (_DECEMBER if grain is Grain.YEAR else 1))
        day = min(first.replace(day=1) + (today.day - 1) * _DAY, _later(first, 1) - _DAY)
    else:
        day = today + count * (7 if grain is Grain.WEEK else 1) * _DAY
    start, end = (start_of(one, at.tzinfo) for one in (today, day + _DAY))
    return start, end - timedelta(seconds=1)


def years_before(at: datetime, count: int, grain: Grain) -> datetime:
    """The start of the year, month or week so many of them ago: since when something has lasted."""
    today = at.date()
    if grain is Grain.YEAR and count > 1:
        day = date(max(1, today.year - count), 1, 1)
    elif grain in {Grain.YEAR, Grain.MONTH}:  # a single year is meant to the month
        day = _later(today.replace(day=1), -count * (_DECEMBER if grain is Grain.YEAR else 1))
    else:
        day = today - count * (7 if grain is Grain.WEEK else 1) * _DAY
    return start_of(day, at.tzinfo)
