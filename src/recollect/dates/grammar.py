"""Parse dates: small grammars over the symbols of pieces, applied in sequence.

A parsed date has the symbol E, or K if it is complete; "before" a date is <, "after" it >,
"since" } and "until" {.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date

from recollect.dates import spans
from recollect.dates.spans import DAY, MonthDay, Span, Weekdays, When
from recollect.dates.tokens import DateToken
from recollect.dates.vocabulary import Unit

Pieces = list[DateToken]
Reader = Callable[[Pieces, date], DateToken | None]
Grammar = tuple[re.Pattern[str], dict[str, Reader]]
_STEPS = "LlXzTC"
_COUNTS = "DdNa"
_UNITS = "Uy"


def read_question(pieces: Pieces, today: date) -> Pieces:
    """Replace the dates among the pieces of a question; a bare weekday is the previous one."""
    return _read(pieces, _QUESTION, today)


def read_statement(pieces: Pieces, today: date, *, next_is_of_next_week: bool) -> Pieces:
    """Replace the dates among the pieces of a statement; weekly habits are not dates."""
    return _read(pieces, _STATEMENT[next_is_of_next_week], today)


def _read(pieces: Pieces, grammars: Sequence[Grammar], today: date) -> Pieces:
    symbols = _symbols(pieces)
    for grammar in grammars:
        # Most find nothing.
        if grammar[0].search(symbols):
            pieces = _reduce(pieces, symbols, grammar, today)
            symbols = _symbols(pieces)
    return pieces


def _symbols(pieces: Pieces) -> str:
    return "".join([piece.symbol for piece in pieces])


def _reduce(pieces: Pieces, symbols: str, grammar: Grammar, today: date) -> Pieces:
    """The pieces with each match of the grammar reduced to one piece."""
    pattern, readers = grammar
    done: Pieces = []
    at = 0
    for match in pattern.finditer(symbols):
        matched = pieces[match.start() : match.end()]
        try:
            piece = readers[match.lastgroup or ""](matched, today)
        except (ValueError, OverflowError):  # not a valid date
            piece = None
        done += pieces[at : match.start()] + ([_placed(piece, matched)] if piece else matched)
        at = match.end()
    return done + pieces[at:]


def _placed(piece: DateToken, matched: Pieces) -> DateToken:
    """The piece with the span of the matched ones, unless it has a span."""
    return piece if piece.end else piece._replace(start=matched[0].start, end=matched[-1].end)


def _numbers(pieces: Pieces, symbols: str) -> list[int]:
    return [piece.number for piece in pieces if piece.symbol in symbols]


def _first(pieces: Pieces, symbols: str) -> int | None:
    return next(iter(_numbers(pieces, symbols)), None)


def _date(*whens: When) -> DateToken:
    return DateToken("E", whens=whens)


def _no_date(_pieces: Pieces, _today: date) -> DateToken:
    return DateToken("x")


# --- relative years: last year


def _near_year(pieces: Pieces, today: date) -> DateToken:
    return DateToken("Y", today.year + _numbers(pieces, _STEPS)[0], near=True)


# --- dates of days, months, seasons and years


def _any_near(pieces: Pieces) -> bool:
    return any(piece.near for piece in pieces)


def _period(pieces: Pieces) -> When:
    year, near = _first(pieces, "Y"), _any_near(pieces)
    named = next((piece for piece in pieces if piece.symbol in "MS"), None)
    if named is None:
        return spans.whole_year(year or 0, near=near)
    if named.holiday:
        return spans.holiday(named.holiday, year, near=near)
    return spans.period(named.number, year, near=near)


def _bare(pieces: Pieces, _today: date) -> DateToken:
    holiday = next((piece.holiday for piece in pieces if piece.holiday), None)
    return _date(_period(pieces))._replace(holiday=holiday)


def _both(pieces: Pieces, _today: date) -> DateToken:
    """Two months of one year: May and June 2024."""
    year = _first(pieces, "Y")
    return _date(*(spans.period(number, year) for number in _numbers(pieces, "M")))


def _nth(pieces: Pieces, _today: date) -> DateToken:
    return _date(spans.nth(_period(pieces), _numbers(pieces, "U")[0], _numbers(pieces, "DdOL")[0]))


def _days(pieces: Pieces, _today: date) -> DateToken:
    numbers = _numbers(pieces, "DdO")
    month = _numbers(pieces, "M")[0]
    year, near = _first(pieces, "Y"), _any_near(pieces)
    when = spans.days(month, numbers[0], numbers[-1], year, near=near)
    return DateToken("E" if len(numbers) == 1 else "K", whens=(when,))


def _near_period(pieces: Pieces, today: date) -> DateToken | None:
    when = _period(pieces)
    step = _numbers(pieces, _STEPS)[0]
    span = when.this(today) if step == 0 else (when.last, when.next)[step > 0](today)
    return _date(spans.fixed(span, when.grain)) if span else None


def _day_alone(pieces: Pieces, _today: date) -> DateToken:
    return _date(MonthDay(day=pieces[0].number))


# --- dates relative to other dates


def _part(pieces: Pieces, _today: date) -> DateToken:
    return _date(*(spans.part(when, pieces[0].number) for when in pieces[-1].whens))


def _part_of_now(pieces: Pieces, today: date) -> DateToken | None:
    """A part of the current unit: the end of the month."""
    kind = pieces[-1].number
    if kind in {Unit.DAY, Unit.HALF}:
        return None
    return _date(spans.part(spans.counted(kind, today, 0), pieces[0].number))


def _dated(pieces: Pieces, _today: date) -> DateToken:
    """A weekday before a date adds nothing to it."""
    return pieces[-1]._replace(start=pieces[0].start)


def _reported(pieces: Pieces, today: date) -> DateToken:
    """The day of a report, and what "last week" means on it.

    For example "last week, as told on 6 November".
    """
    anchor = pieces[-1].whens[0]
    # An invalid day, such as 31 June, has no span.
    span = next(anchor.spans(today), None)
    if span is None or span.end - span.start > DAY or _relative(pieces, span.start) is None:
        return pieces[-1]

    def seen_from(year: int) -> Span:
        return _relative(pieces, anchor.in_year(year).start) or anchor.in_year(year)

    return DateToken("K", whens=(When(seen_from, anchor.year), anchor))


def _week(pieces: Pieces, today: date) -> DateToken:
    """The week of a day, for "the week of 8 May"; "the month of May" is May."""
    kind, anchor = pieces[0].number, pieces[-1].whens[0]
    span = next(anchor.spans(today), None)
    if span is None or kind not in {Unit.WEEK, Unit.WEEKEND} or span.end - span.start > DAY:
        return pieces[-1]
    return _date(
        When(
            lambda y: spans.unit(kind, anchor.in_year(y).start, 0),
            anchor.year,
            spans.grain_of(kind),
        )
    )


def _measured(pieces: Pieces, _today: date) -> DateToken | None:
    """For "two weeks before 11 August" that week, and the 11th as a possible day of the report."""
    step = 1 if _first(pieces, "F") is not None else -1
    count, kind, day = (_first(pieces, symbols) for symbols in (_COUNTS, _UNITS, "W"))
    anchor = pieces[-1].whens[0]

    def cut(year: int) -> Span:
        span = anchor.in_year(year)
        if day is not None:
            return spans.weekday(day, span.start if step < 0 else span.end - DAY, step)
        if count is None:
            return spans.adjacent(kind or 0, span, step)
        return spans.unit(kind or 0, span.start if step < 0 else span.end - DAY, step * count)

    return None if kind == Unit.HALF else DateToken("K", whens=(When(cut, anchor.year), anchor))


# --- dates relative to today


def _relative(pieces: Pieces, day: date) -> Span | None:
    """The span of "yesterday", "last Friday" or "next month", relative to a day."""
    offset, number, kind = (_first(pieces, symbol) for symbol in "RWU")
    step = _first(pieces, _STEPS)
    if offset is not None:
        return spans.unit(Unit.DAY, day, offset)
    if number is not None:
        span = spans.weekday(number, day, -1 if step is None else step)
        # "After next" is a week later.
        later = 7 * max(0, (step or 0) - 1) * DAY
        return Span(span.start + later, span.end + later)
    if kind is None or kind in {Unit.DAY, Unit.HALF}:
        return None
    return spans.unit(kind, day, step or 0)


def _from_today(pieces: Pieces, today: date) -> DateToken | None:
    span = _relative(pieces, today)
    kind = _first(pieces, "U")
    return _date(spans.fixed(span, spans.grain_of(kind or Unit.DAY))) if span else None


def _step_weekday(pieces: Pieces, today: date) -> DateToken | None:
    if _first(pieces, _STEPS) != 0:
        return _from_today(pieces, today)
    return _day_of_this_week(spans.weekday(_numbers(pieces, "W")[0], today, 0).start, today)


def _day_of_this_week(day: date, today: date) -> DateToken:
    """A weekday of this week; after it, people may mean that of the coming week."""
    meant = spans.fixed(Span(day, day + DAY))
    later = day + 7 * DAY
    return _date(meant, spans.fixed(Span(later, later + DAY))) if day < today else _date(meant)


def _bare_weekday(pieces: Pieces, _today: date) -> DateToken:
    return _date(Weekdays(first=pieces[0].number, last_day=pieces[0].number))


def _next_weekday(pieces: Pieces, today: date) -> DateToken:
    """For "next Friday" the one of next week, and the coming one, which some people mean."""
    number = _numbers(pieces, "W")[0]
    coming = spans.weekday(number, today, 1)
    week = spans.unit(Unit.WEEK, today, 1).start + number * DAY
    meant = spans.fixed(Span(week, week + DAY))
    return _date(meant) if coming.start == week else _date(meant, spans.fixed(coming))


def _weekday_of_week(pieces: Pieces, today: date) -> DateToken | None:
    """Friday next week."""
    kind, number = _numbers(pieces, "U")[0], _numbers(pieces, "W")[0]
    if kind != Unit.WEEK:
        return None
    step = _numbers(pieces, _STEPS)[0]
    day = spans.unit(kind, today, step).start + number * DAY
    return _date(spans.fixed(Span(day, day + DAY))) if step else _day_of_this_week(day, today)


def _weekday_over(pieces: Pieces, today: date) -> DateToken | None:
    """A week on Friday, the Friday after next."""
    if _first(pieces, "U") not in {None, Unit.WEEK}:
        return None
    weeks = _first(pieces, _COUNTS) or 1
    day = spans.weekday(_numbers(pieces, "W")[0], today, 1).start + 7 * weeks * DAY
    return _date(spans.fixed(Span(day, day + DAY)))


def _distance(sign: int, symbol: str = "E") -> Reader:
    """Two years ago, in two years, or (as a bound) the start of "for two years"."""

    def read(pieces: Pieces, today: date) -> DateToken | None:
        kind, count = _numbers(pieces, _UNITS)[0], _numbers(pieces, _COUNTS)[0]
        if kind == Unit.HALF:
            return None
        return DateToken(symbol, whens=(spans.counted(kind, today, sign * count),))

    return read


def _recent(pieces: Pieces, today: date) -> DateToken | None:
    kind, count = _numbers(pieces, _UNITS)[0], _first(pieces, "DdN")
    if kind == Unit.HALF:
        return None
    if kind == Unit.WEEKEND and count is None:
        return _date(spans.counted(kind, today, -1))
    sign = 1 if _first(pieces, "XzC") is not None else -1
    return _date(spans.fixed(spans.trailing(kind, today, sign * (count or 1))))


# --- ranges


def _between(pieces: Pieces, _today: date) -> DateToken | None:
    left, right = (piece for piece in pieces if piece.symbol == "E")
    when = spans.joined(left.whens[0], right.whens[0])
    return DateToken("K", whens=(when,), start=left.start, end=right.end) if when else None


def _bound(symbol: str) -> Reader:
    return lambda pieces, _today: pieces[-1]._replace(symbol=symbol, whens=pieces[-1].whens[:1])


def _grammar(**rules: tuple[str, Reader]) -> Grammar:
    """The rules as one pattern; earlier rules take precedence."""
    pattern = "|".join(f"(?P<{name}>{rule})" for name, (rule, _) in rules.items())
    return re.compile(pattern), {name: reader for name, (_, reader) in rules.items()}


_YEAR = "(?:[,ot]*Y)?"
_D = "[Dd]"
_DAYS_OF = f"(?:{_D}[ot]*[-ab][ot]*{_D}|w[ot]*{_D}[ot]*&[ot]*{_D})"
_STEP = f"[{_STEPS}]"
_COUNT = f"[{_COUNTS}]o?[Uy]"
_NEAR_YEARS = _grammar(year=(f"{_STEP}y|y[lz]", _near_year))
_CALENDAR = {
    "nth": (f"[DdOL]U[otiI]+(?:M{_YEAR}|S{_YEAR}|Y)", _nth),
    "days": (f"{_DAYS_OF}[ot]*M{_YEAR}", _days),
    "month_days": (f"(?:Mt?{_D}[-ab]t?{_D}|wMt?{_D}&t?{_D})(?![ot]*M){_YEAR}", _days),
    "day": (f"[DdO][ot]*M{_YEAR}|Mt?[DdO](?![Uy]){_YEAR}", _days),
    "near": (f"{_STEP}[MS]|[MS][lz]", _near_period),
    "both": ("(?<![wot])M&M[,ot]*Y", _both),
    "month": ("[MS][,ot]*Y|Y,?[iI]?t?[MS](?!t?[Dd]|[,ot]*Y)", _bare),
    "bare": ("[MSY]", _bare),
}
_REPORTED = {"reported": ("(?:[LXT][UW]|R),?k*[iIB]t?E", _reported)}
_ANCHORED = {
    "dated": ("W,?[iIt]*E", _dated),
    "week": ("U[ot]+E", _week),
    "measured": (f"(?:[{_COUNTS}]o?)?[UyW][BVF][ot]*E", _measured),
}
_AGO = {
    "ago": (f"{_COUNT}A|(?<![fs])[GV]{_COUNT}", _distance(-1)),
    "recent": ("[LlXzCp][DdN]o?[Uy]|[DdN][Ll][Uy]|p[Uy]", _recent),
}
_RELATIVE_TO_TODAY = (f"{_STEP}U(?!otx)|U[lz]|R", _from_today)
_BETWEEN = {"between": ("w[ot]*E&[ot]*E|E[-ab][ot]*E", _between)}
_BOUNDS = {
    "before": ("[BV][ot]*E", _bound("<")),
    "after": ("F[ot]*E", _bound(">")),
    "until": ("b[ot]*E", _bound("{")),
}
_QUESTION = (
    _NEAR_YEARS,
    _grammar(**_CALENDAR),
    _grammar(**_REPORTED, **_ANCHORED),
    _grammar(**_AGO, weekday=(f"[{_STEPS}piIt]W|W[lz]", _from_today), relative=_RELATIVE_TO_TODAY),
    _grammar(part=("P[-ot]*E", _part)),
    _grammar(**_BETWEEN, **_BOUNDS, since=("[fs][ot]*E", _bound("}"))),
)
# Weekly habits: every second Friday, Tuesday and Thursday evenings, on Mondays.
_HABITS = _grammar(
    every=("h[tODdN&]*[UyWMSl]n?", _no_date),
    row=("W(?:[,&]+[tiI]*W){2,}", _no_date),
    evenings=("W(?:[,&]+[tiI]*W)?n", _no_date),
    weekly=("(?:W[,&-])?[tiI]*H(?:[,&-]+[tiIoa]*[HW])*", _no_date),
    own=("m[Ll](?=[UWy])|mR|mW|OW", _no_date),
)


def _statement(next_weekday: Reader) -> tuple[Grammar, ...]:
    week = f"(?:{_STEP}U|U[lz])"
    return (
        _HABITS,
        _NEAR_YEARS,
        _grammar(**_CALENDAR),
        _grammar(alone=("d", _day_alone)),
        _grammar(**_ANCHORED),
        _grammar(
            lasting=(f"[fs]G?{_COUNT}(?!A)", _distance(-1, "}")),
            ahead=(f"[Iw]t?{_COUNT}(?![A&])|{_COUNT}q", _distance(1)),
            **_AGO,
            over=("[aDdN]U[iI]W|WFX|WI[aDdN]U", _weekday_over),
            of_week=(f"W,?[otiI]*{week}|{week},?[otiI]*W", _weekday_of_week),
            next_weekday=("XW", next_weekday),
            step_weekday=(f"{_STEP}W|W[lz]", _step_weekday),
            relative=_RELATIVE_TO_TODAY,
            weekday=("W", _bare_weekday),
        ),
        _grammar(part=("P[-ot]*E", _part), part_of_now=("P[ot]*U", _part_of_now)),
        _grammar(**_BETWEEN),
        _grammar(**_BOUNDS, since=("f[ot]*E", _bound("}")), starting=("[sv][ot]*E", _bound("]"))),
    )


_STATEMENT = {True: _statement(_next_weekday), False: _statement(_from_today)}
