"""Dates in Japanese and Chinese, which are written without spaces."""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from recollect.dates.spans import Span, When, days, period, unit, whole_year
from recollect.dates.vocabulary import AUTUMN, SPRING, SUMMER, WINTER, Unit

Edges = tuple[date | None, date | None]

_YEARS = {"前年": -2, "去年": -1, "昨年": -1, "今年": 0, "来年": 1, "明年": 1}
_SEASONS = {"春": SPRING, "夏": SUMMER, "秋": AUTUMN, "冬": WINTER}
_NEAR: dict[str, tuple[Unit, int]] = {
    word: (kind, steps)
    for kind, steps, words in (
        (Unit.DAY, -2, "一昨日 おととい 前天"),
        (Unit.DAY, -1, "昨日 昨天 昨晚 昨夜 きのう"),
        (Unit.DAY, 0, "今日 今天 今朝 今晚"),
        (Unit.DAY, 1, "明日 明天"),
        (Unit.WEEKEND, -1, "先週末 上周末 上週末"),
        (Unit.WEEKEND, 0, "今週末 这周末 本周末 這週末"),
        (Unit.WEEK, -1, "先週 上周 上週 上星期 上个星期 上個星期"),
        (Unit.WEEK, 0, "今週 这周 本周 這週 本週 这个星期 這個星期"),
        (Unit.WEEK, 1, "来週 下周 下週 下星期 下个星期 下個星期"),
        (Unit.MONTH, -1, "先月 上个月 上個月 上月"),
        (Unit.MONTH, 0, "今月 这个月 這個月 本月"),
        (Unit.MONTH, 1, "来月 下个月 下個月"),
    )
    for word in words.split()
}
_UNITS = {
    word: kind
    for kind, words in (
        (Unit.DAY, "日 天"),
        (Unit.WEEK, "週間 周 週 个星期 個星期 星期"),
        (Unit.MONTH, "か月 ヶ月 カ月 ヵ月 个月 個月"),
        (Unit.YEAR, "年"),
    )
    for word in words.split()
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
