"""Dates in Japanese and Chinese, which are written without spaces."""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from recollect.dates.spans import Span, When, days, period, unit, whole_year
from recollect.dates.vocabulary import SEASONS, Unit
from recollect.domain.data_files import read_toml

Edges = tuple[date | None, date | None]

_TABLE: dict[str, Any] = read_toml("recollect.dates", "cjk.toml")
_YEARS: dict[str, int] = _TABLE["years"]
_SEASONS = {word: SEASONS[name] for word, name in _TABLE["seasons"].items()}
_UNITS = {word: Unit[name.upper()] for name, row in _TABLE["units"].items() for word in row.split()}
_NEAR = {
    word: (Unit[name.upper()], int(steps))
    for name, rows in _TABLE["near"].items()
    for steps, row in rows.items()
    for word in row.split()
}
_DIGITS = {"两": 2, "兩": 2, **{digit: at + 1 for at, digit in enumerate("一二三四五六七八九")}}


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_NUMBER = (
    "(?<![0-9])[0-9]{1,3}|[一二两兩三四五六七八九]?十[一二三四五六七八九]?|[一二两兩三四五六七八九]"
)
_TIME = re.compile(
    rf"""
      (?P<count>{_NUMBER})(?P<unit>{_any(_UNITS)})(?:以|之)?前
    | (?:(?:(?<![0-9])(?P<year>(?:19|20)[0-9]{{2}})年|(?P<by>{_any(_YEARS)}))[の的]?)?
      (?:(?P<month>{_NUMBER})月(?:(?P<day>{_NUMBER})[日号號])? | (?<=[年の的])(?P<season>[春夏秋冬]))
      (?P<edge>以前|之前|以降|以来|以後|以后|之后)?
    | (?<![0-9])(?P<whole>(?:19|20)[0-9]{{2}})年(?P<yearly>以前|之前|以降|以来|以後|以后|之后)?
    | (?P<near>{_any(_NEAR)})
    | (?P<far>{_any(_YEARS)})
    """,
    re.VERBOSE,
)
_BEFORE = {"以前", "之前"}


def cjk_spans(text: str, today: date) -> Iterator[Edges]:
    """The ranges of days that a Japanese or Chinese text names; an open side is None."""
    for match in _TIME.finditer(text):
        edge = match["edge"] or match["yearly"]
        try:
            spans = list(_spans(match, today))
        except (ValueError, OverflowError):  # not a valid date
            continue
        if edge:
            yield from ((None, s.start) if edge in _BEFORE else (s.start, None) for s in spans[:1])
        else:
            yield from spans


def _spans(match: re.Match[str], today: date) -> Iterator[Span]:
    if match["count"]:
        yield unit(_UNITS[match["unit"]], today, -_number(match["count"]))
    elif match["near"]:
        kind, steps = _NEAR[match["near"]]
        yield unit(kind, today, steps)
    else:
        yield from _when(match, today).spans(today)


def _when(match: re.Match[str], today: date) -> When:
    if match["whole"]:
        return whole_year(int(match["whole"]))
    if match["far"]:
        return whole_year(today.year + _YEARS[match["far"]])
    year = int(match["year"]) if match["year"] else None
    if match["by"]:
        year = today.year + _YEARS[match["by"]]
    if match["season"]:
        return period(_SEASONS[match["season"]], year)
    month = _number(match["month"])
    if match["day"]:
        day = _number(match["day"])
        return days(month, day, day, year)
    date(2000, month, 1)  # ValueError for month 13
    return period(month, year)


def _number(text: str) -> int:
    """The value of a number in digits or characters: 23, 二十三, 十一, 两."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    return (10 * _DIGITS.get(tens, 1) if ten else 0) + _DIGITS.get(ones, 0)
