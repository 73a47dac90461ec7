"""How pieces become dates: small grammars over their symbols, one after the other.

A date that was read has the symbol E, one that is complete K; "before" it is <, "after" it >, "since" } and "until" {.
"""

import re
from collections.abc import Callable
from datetime import date

from recollect.recall.time_spans import (
    DAY,
    Span,
    When,
    beside,
    days,
    fixed,
    joined,
    nth,
    part,
    period,
    trailing,
    unit,
    weekday,
    whole_year,
)
from recollect.recall.time_tokens import Piece
from recollect.recall.time_words import Unit

Pieces = list[Piece]
Reader = Callable[[Pieces, date], Piece | None]


def read_dates(pieces: Pieces, today: date) -> Pieces:
    """The pieces with every date in them read."""
    for grammar, readers in _PASSES:
        pieces = _reduced(pieces, grammar, readers, today)
    return pieces


def _reduced(
    pieces: Pieces, grammar: re.Pattern[str], readers: dict[str, Reader], today: date
) -> Pieces:
    """The pieces with each stretch that the grammar knows read as one."""
    done: Pieces = []
    at = 0
    for match in grammar.finditer("".join(piece.symbol for piece in pieces)):
        found = pieces[match.start() : match.end()]
        try:
            read = readers[match.lastgroup or ""](found, today)
        except (ValueError, OverflowError):  # a day that no calendar has
            read = None
        done += pieces[at : match.start()] + ([read] if read else found)
        at = match.end()
    return done + pieces[at:]


def _numbers(pieces: Pieces, symbols: str) -> list[int]:
    return [piece.number for piece in pieces if piece.symbol in symbols]


def _first(pieces: Pieces, symbols: str) -> int | None:
    return next(iter(_numbers(pieces, symbols)), None)


def _date(*whens: When) -> Piece:
    return Piece("E", whens=whens)


# --- years that are named by their distance: last year, el año que viene


def _near_year(pieces: Pieces, today: date) -> Piece:
    return Piece("Y", today.year + _numbers(pieces, "LlXzT")[0])


# --- dates of days, months, seasons and years


def _period(pieces: Pieces) -> When:
    year = _first(pieces, "Y")
    number = _first(pieces, "MS")
    return whole_year(year or 0) if number is None else period(number, year)


def _bare(pieces: Pieces, _today: date) -> Piece:
    return _date(_period(pieces))


def _both(pieces: Pieces, _today: date) -> Piece:
    """Each of two months of one year."""
    year = _first(pieces, "Y")
    return _date(*(period(number, year) for number in _numbers(pieces, "M")))


def _nth(pieces: Pieces, _today: date) -> Piece:
    return _date(nth(_period(pieces), _numbers(pieces, "U")[0], _numbers(pieces, "DOL")[0]))


def _days(pieces: Pieces, _today: date) -> Piece:
    numbers = _numbers(pieces, "DO")
    month = _numbers(pieces, "M")[0]
    return _date(days(month, numbers[0], numbers[-1], _first(pieces, "Y")))


def _near_period(pieces: Pieces, today: date) -> Piece | None:
    when = _period(pieces)
    step = _numbers(pieces, "LlXzT")[0]
    span = when.this(today) if step == 0 else (when.last, when.next)[step > 0](today)
    return _date(fixed(span)) if span else None


# --- dates seen from other dates


def _part(pieces: Pieces, _today: date) -> Piece:
    return _date(*(part(when, pieces[0].number) for when in pieces[-1].whens))


def _dated(pieces: Pieces, _today: date) -> Piece:
    """A weekday before a date adds nothing to it."""
    return pieces[-1]


def _told(pieces: Pieces, today: date) -> Piece:
    """The day something was told, and what "last week" means on it: "last week, as told on 6 November"."""
    anchor = pieces[-1].whens[0]
    # A day that no calendar has, such as 31 June, has no span.
    span = next(anchor.spans(today), None)
    if span is None or span.end - span.start > DAY or _relative(pieces, span.start) is None:
        return pieces[-1]
    return Piece("K", whens=(When(lambda y: _seen_from(pieces, anchor.of(y)), anchor.year), anchor))


def _seen_from(pieces: Pieces, anchor: Span) -> Span:
    return _relative(pieces, anchor.start) or anchor


def _week(pieces: Pieces, today: date) -> Piece:
    """The week of a day, for "the week of 8 May"; "the month of May" is May."""
    kind, anchor = pieces[0].number, pieces[-1].whens[0]
    span = next(anchor.spans(today), None)
    if span is None or kind not in {Unit.WEEK, Unit.WEEKEND} or span.end - span.start > DAY:
        return pieces[-1]
    return _date(When(lambda y: unit(kind, anchor.of(y).start, 0), anchor.year))


def _measured(pieces: Pieces, _today: date) -> Piece | None:
    """For "two weeks before 11 August" that week, and the 11th, on which it was perhaps told."""
    step = 1 if _first(pieces, "F") is not None else -1
    count, kind, day = (_first(pieces, symbols) for symbols in ("DNa", "Uy", "W"))
    anchor = pieces[-1].whens[0]

    def cut(year: int) -> Span:
        span = anchor.of(year)
        if day is not None:
            return weekday(day, span.start if step < 0 else span.end - DAY, step)
        if count is None:
            return beside(kind or 0, span, step)
        return unit(kind or 0, span.start if step < 0 else span.end - DAY, step * count)

    return None if kind == Unit.HALF else Piece("K", whens=(When(cut, anchor.year), anchor))


# --- what is seen from today


def _relative(pieces: Pieces, day: date) -> Span | None:
    """Yesterday, last Friday, next month, as of a day."""
    offset, number, kind = (_first(pieces, symbol) for symbol in "RWU")
    step = _first(pieces, "LlXzT")
    if offset is not None:
        return unit(Unit.DAY, day, offset)
    if number is not None:
        return weekday(number, day, -1 if step is None else step)
    if kind is None or kind in {Unit.DAY, Unit.HALF}:
        return None
    return unit(kind, day, step or 0)


def _from_today(pieces: Pieces, today: date) -> Piece | None:
    span = _relative(pieces, today)
    return _date(fixed(span)) if span else None


def _ago(pieces: Pieces, today: date) -> Piece | None:
    kind = _numbers(pieces, "Uy")[0]
    return (
        None if kind == Unit.HALF else _date(fixed(unit(kind, today, -_numbers(pieces, "DNa")[0])))
    )


def _recent(pieces: Pieces, today: date) -> Piece | None:
    kind, count = _numbers(pieces, "Uy")[0], _first(pieces, "DN")
    if kind == Unit.HALF:
        return None
    if kind == Unit.WEEKEND and count is None:
        return _date(fixed(unit(kind, today, -1)))
    sign = 1 if _first(pieces, "Xz") is not None else -1
    return _date(fixed(trailing(kind, today, sign * (count or 1))))


# --- ranges


def _between(pieces: Pieces, _today: date) -> Piece:
    left, right = (piece.whens[0] for piece in pieces if piece.symbol == "E")
    return Piece("K", whens=(joined(left, right),))


def _bound(symbol: str) -> Reader:
    return lambda pieces, _today: Piece(symbol, whens=pieces[-1].whens[:1])


def _grammar(**rules: tuple[str, Reader]) -> tuple[re.Pattern[str], dict[str, Reader]]:
    """The rules as one pattern, the earlier first."""
    pattern = "|".join(f"(?P<{name}>{rule})" for name, (rule, _) in rules.items())
    return re.compile(pattern), {name: reader for name, (_, reader) in rules.items()}


_YEAR = "(?:[,ot]*Y)?"
_PASSES = (
    _grammar(year=("[LlXzT]y|y[lz]", _near_year)),
    _grammar(
        nth=(f"[DOL]U[oti]+(?:M{_YEAR}|S{_YEAR}|Y)", _nth),
        days=(
            f"(?:D[ot]*[-ab][ot]*D|w[ot]*D[ot]*&[ot]*D)[ot]*M{_YEAR}|(?:Mt?D[-ab]t?D|wMt?D&t?D)(?![ot]*M){_YEAR}",
            _days,
        ),
        day=(f"[DO][ot]*M{_YEAR}|Mt?[DO](?![Uy]){_YEAR}", _days),
        near=("[LlXzT][MS]|[MS][lz]", _near_period),
        both=("(?<![wot])M&M[,ot]*Y", _both),
        month=("[MS][,ot]*Y|Y,?i?t?[MS](?!t?D|[,ot]*Y)", _bare),
        bare=("[MSY]", _bare),
    ),
    _grammar(
        told=("(?:[LXT][UW]|R),?k*[iB]t?E", _told),
        dated=("W,?[it]*E", _dated),
        week=("U[ot]+E", _week),
        measured=("(?:[DNa]o?)?[UyW][BVF][ot]*E", _measured),
    ),
    _grammar(
        ago=("[DNa]o?[Uy]A|(?<!f)[GV][DNa]o?[Uy]", _ago),
        recent=("[LlXzp][DN]o?[Uy]|[DN][Ll][Uy]|p[Uy]", _recent),
        relative=("[LlXzTpit]W|W[lz]|[LlXzT]U|U[lz]|R", _from_today),
    ),
    _grammar(part=("P[-ot]*E", _part)),
    _grammar(
        between=("w[ot]*E&[ot]*E|E[-ab][ot]*E", _between),
        before=("[BV][ot]*E", _bound("<")),
        after=("F[ot]*E", _bound(">")),
        since=("f[ot]*E", _bound("}")),
        until=("b[ot]*E", _bound("{")),
    ),
)
