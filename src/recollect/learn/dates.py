"""When a statement says something is, was or will be: dates in its text, reckoned from the time it was said.

A language brings its words and the patterns in which they stand (`DateWords`); what they come to is the same
everywhere. Groups of a pattern, all optional: `day`, `month`, `year`, `weekday`, `season`, `number` and `unit`,
`offset` ("tomorrow"), `step` ("last", "next", "ago"), `week` ("next" of "thursday next week"), `over` ("a week" of
"a week on thursday"), `holiday`, `which` ("last year" of "in March last year").
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

_DAY: Final = timedelta(days=1)
_NEVER: Final = re.compile(r"(?!)")
# What stands between "until" and a month.
_PART_OF: Final = re.compile(
    r"(?:the |la |le )?\b(?:end|beginning|start|middle|finales|principios|mediados|fin|début)(?: of| de)?\s*$"
)
_GONE: Final = re.compile("last|letzt|vorig|pasado|derni")
_TO_COME: Final = re.compile("next|nächst|kommend|viene|próximo|prochain")
# What is arranged lies ahead, however it is told: booked for February, postponed to May.
_ARRANGED: Final = re.compile(
    r"\b(?:book|reserv|schedul|regist|ticket|karte|réserv|inscri|billet|entrada)\w*\b.*\bfor\s*$"
    r"|\b(?:für|auf|para|pour)(?: den| el| le)?\s*$"
    r"|\b(?:postponed|put off|pushed|rescheduled|verschoben|verlegt|aplaz\w+|pospuest\w+|reporté\w*|repoussé\w*|décalé\w*)"
    r"\b.*\b(?:to|a|al|au|à)\s*$"
    r"|\b(?:appointment|termin|cita|rendez-vous|rdv)[ ,:]*(?:for|on|am|el|le)?\s*$"
)
_SEASON_STARTS: Final = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_CENTURY: Final = 100
# More days than these that are named together are those of every week.
_TWO: Final = 2
# So many years may pass until a day comes again.
_LEAP: Final = 8
_DECEMBER: Final = 12
# What is still to come is meant up to this far ahead, where neither tense nor preposition tells.
_AHEAD: Final = timedelta(days=240)


class Grain(StrEnum):
    """How exact a date is."""

    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"


class Edge(StrEnum):
    """What a date is to the statement: the time of it, its beginning (past, or still to come), or its end."""

    ON = "on"
    SINCE = "since"
    FROM = "from"
    UNTIL = "until"


@dataclass(frozen=True, slots=True, kw_only=True)
class DateWords:
    """The dates of a language: its words in lower case, its patterns, and how a date is written out.

    `edges` are the words right before a date that make it a beginning or an end. `written` has a form for
    each grain with {day}, {month}, {year}, {season} and the preposition in front, which is left out where the
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
    # Days that have a name: month and day, or 0 and the days from Easter Sunday.
    holidays: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    # What a name stands behind: my daughter April.
    called: frozenset[str] = frozenset()
    # How something is told that has lasted from a date on, or that comes again every year; and a date of one year alone.
    since: re.Pattern[str] = _NEVER
    recurs: re.Pattern[str] = _NEVER
    certain: re.Pattern[str] = _NEVER
    # What stands between the ends of a stretch, Monday to Friday, and between two days, Monday and Friday.
    to: re.Pattern[str] = _NEVER
    also: re.Pattern[str] = _NEVER


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """A date found in a text, from its first day to before `end`; `start_at`:`end_at` is where it stands."""

    start: date
    end: date
    grain: Grain
    edge: Edge
    start_at: int
    end_at: int
    written: str

    @property
    def begins(self) -> datetime:
        """The first moment."""
        return datetime.combine(self.start, time(), UTC)

    @property
    def ends(self) -> datetime:
        """The last second."""
        return datetime.combine(self.end, time(), UTC) - timedelta(seconds=1)


def find_dates(text: str, at: datetime, words: DateWords, *, past: bool | None) -> list[When]:
    """The dates of a text in order; `past` says whether the statement tells of the past, where that is known."""
    today = at.astimezone(UTC).date()
    found: list[tuple[When, re.Match[str]]] = []
    taken: list[tuple[int, int]] = []
    for pattern in words.patterns:
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            if not past and "weekday" in match.groupdict() and _in_a_row(text, words):
                continue
            when = _read(match, text, today, words, past=past)
            if when is not None:
                taken.append(match.span())
                found.append((when, match))
    found.sort(key=lambda one: one[0].start_at)
    return list(_stretched(found, text, words, past=past))


def _stretched(
    found: list[tuple[When, re.Match[str]]], text: str, words: DateWords, *, past: bool | None
) -> Iterator[When]:
    """The dates, the end of each stretch behind its beginning, without days that are those of every week."""
    rest = iter([*found, None])
    one = next(rest)
    while one:
        (when, match), other = one, next(rest)
        if other is None:
            yield when
            return
        last, ends = other
        weekdays = "weekday" in _said(match) and "weekday" in _said(ends)
        certain = bool({"week", "step"} & _said(ends).keys())
        if words.to.fullmatch(text, when.end_at, last.start_at):
            if weekdays and certain:
                yield _read(match, text, last.start, words, past=True) or when
                yield last
            elif not weekdays or past is not None:
                yield when
                yield _read(ends, text, when.start, words, past=False) or last
            one = next(rest)
        elif (
            weekdays
            and when.start > last.start
            and words.also.fullmatch(text, when.end_at, last.start_at)
        ):
            one = next(rest)
        else:
            yield when
            one = other


def _said(match: re.Match[str]) -> Mapping[str, str]:
    return {name: said.lower() for name, said in match.groupdict().items() if said}


def _in_a_row(text: str, words: DateWords) -> bool:
    """Whether several weekdays stand side by side: I train on Monday, Wednesday and Friday."""
    return len(re.findall(rf"\b(?:{'|'.join(words.weekdays)})\b", text, re.IGNORECASE)) > _TWO


def _read(
    match: re.Match[str], text: str, today: date, words: DateWords, *, past: bool | None
) -> When | None:
    ahead = _PART_OF.sub("", text[: match.start()].lower())
    before = ahead.split()[-2:]
    if (
        before
        and before[-1] in words.called
        and match[0][:1].isupper()
        and len(match[0].split()) == 1
    ):
        return None  # my daughter April
    edge = _edge(before, words)
    if past and _ARRANGED.search(ahead):
        past = False
    if edge is Edge.SINCE:
        past = True
    elif edge in {Edge.FROM, Edge.UNTIL}:
        past = past is True
    groups = _said(match)
    try:
        start, end, grain = _span(groups, today, words, past=past)
    except (ValueError, KeyError, OverflowError):  # 30 February, or a word that is none of a date
        return None
    return When(
        start=start,
        end=end,
        grain=grain,
        edge=edge,
        start_at=match.start(),
        end_at=match.end(),
        written=_written(match, start, grain, words, bare=_is_bare(before, groups, words)),
    )


def _is_bare(before: list[str], said: Mapping[str, str], words: DateWords) -> bool:
    """Whether no preposition stands before a date; that of "moved in today" belongs to the verb."""
    if not before:
        return True
    if "offset" in said or "step" in said:
        return not {before[-1], " ".join(before)} & words.edges.keys()
    return before[-1] not in words.prepositions


def _edge(before: list[str], words: DateWords) -> Edge:
    for length in (2, 1):
        found = words.edges.get(" ".join(before[-length:]))
        if found:
            return found
    return Edge.ON


def _span(
    said: Mapping[str, str], today: date, words: DateWords, *, past: bool | None
) -> tuple[date, date, Grain]:
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
    if "over" in said:
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
        return start, start + _DAY, Grain.DAY
    month = words.months[said["month"]] if said["month"] in words.months else int(said["month"])
    months = 0 if day else 1
    span = _nearest(said, (month, day or 1), months, today, words, past=past)
    return *span, Grain.MONTH if months else Grain.DAY


def _season(
    said: Mapping[str, str], today: date, words: DateWords, *, past: bool | None
) -> tuple[date, date, Grain]:
    month = _SEASON_STARTS[words.seasons[said["season"]]]
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
        past = ahead[0][0] - today > _AHEAD
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


def _written(
    match: re.Match[str], start: date, grain: Grain, words: DateWords, *, bare: bool
) -> str:
    """The date so that it can be understood at any time; as it was said where the year was said."""
    groups = match.groupdict()
    if groups.get("year") and not groups.get("step"):
        return match[0]
    front, form = words.written[grain]
    season = next((name for name, first in _SEASON_STARTS.items() if first == start.month), "")
    text = form.format(
        day=start.day,
        month=words.month_names[start.month - 1],
        year=start.year,
        season=words.season_names.get(season, ""),
    )
    if groups.get("holiday"):  # its name says more than the day alone
        return f"{match[0]} ({text})"
    return f"{front} {text}" if bare and front else text


def years_before(at: datetime, count: int, grain: Grain) -> datetime:
    """The start of the year, month or week so many of them ago: since when something has lasted."""
    today = at.astimezone(UTC).date()
    if grain is Grain.YEAR and count > 1:
        day = date(max(1, today.year - count), 1, 1)
    elif grain in {Grain.YEAR, Grain.MONTH}:  # a single year is meant to the month
        day = _later(today.replace(day=1), -count * (_DECEMBER if grain is Grain.YEAR else 1))
    else:
        day = today - count * (7 if grain is Grain.WEEK else 1) * _DAY
    return datetime.combine(day, time(), UTC)
