"""The dates in a statement, relative to the day of the statement.

A date without a year is the past or the coming one: as the words around it show, as the caller
hints, or else the nearer one, which is not sure. Weekly habits are not dates.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta

from recollect.dates import spans
from recollect.dates.day import Day, Edge, Grain, Leaning
from recollect.dates.grammar import read_statement
from recollect.dates.spans import MonthDay, Span, Weekdays, When
from recollect.dates.tense import Tense
from recollect.dates.tokens import DateToken, may_contain_dates, tokenize
from recollect.dates.vocabulary import Vocabulary, question_vocabulary, statement_vocabulary
from recollect.languages.pack import packs

_EDGES = {
    "E": Edge.ON,
    "K": Edge.ON,
    "}": Edge.SINCE,
    "]": Edge.SINCE,
    "{": Edge.UNTIL,
    "<": Edge.BEFORE,
    ">": Edge.AFTER,
}
# How far ahead a month or a day without a year may be when nothing else decides.
_MONTH_AHEAD = timedelta(days=240)
_DAY_AHEAD = timedelta(days=330)
_WEEK = 7
# How near to a feast a day is that is named beside it.
_NEAR_FEAST = timedelta(days=10)
# A past day is unsure if it is this many days ago, and this many times as far as the coming one.
_LONG_AGO = 180
_FARTHER = 2
# The kinds of dates that an arrangement begins, lasts or ends on.
_ARRANGED = "K]{"
_JOINS = {"E&E", "E,E"}
_AND_ANOTHER = re.compile("E&[ot]*E")
# What may stand between "not" and the date that it denies: "not on the 5th", "instead of the 5th".
_BEFORE_DATE = frozenset("iItoU")


def find_days(
    text: str, said: datetime, language: str | None, leaning: Leaning = Leaning.NONE
) -> tuple[Day, ...]:
    """The dates in a text in order, relative to the day of `said` in its time zone.

    `leaning` is the caller's hint for dates without a year. In a language without a pack, only
    full dates are found.
    """
    known = language if language in packs() else None
    words = statement_vocabulary(known) if known else question_vocabulary(None)
    if not may_contain_dates(text, words.date_words):
        return ()
    tokens = tokenize(text, words, statement=True)
    pieces = read_statement(
        tokens.pieces, said.date(), next_is_of_next_week=words.next_is_of_next_week
    )
    if known is None:
        return tuple(_full_dates(pieces, said.date()))
    if not any(piece.whens for piece in pieces):
        return ()
    return tuple(_DateResolver(pieces, Tense(tokens, known), words, said.date(), leaning).days())


def _full_dates(pieces: list[DateToken], today: date) -> Iterator[Day]:
    for piece in pieces:
        when = piece.whens[0] if piece.whens else None
        if when and not (when.is_open or when.near) and len(piece.whens) == 1:
            yield from (_day(piece, span, sure=True) for span in when.spans(today))


def _day(piece: DateToken, span: Span, *, sure: bool) -> Day:
    when = piece.whens[0]
    return Day(
        start=span.start,
        end=span.end,
        grain=when.grain,
        edge=_EDGES[piece.symbol],
        start_at=piece.start,
        end_at=piece.end,
        relative=when.near or when.is_open,
        sure=sure,
    )


class _DateResolver:
    """Resolves the parsed dates of a text to days."""

    def __init__(
        self,
        pieces: list[DateToken],
        tense: Tense,
        words: Vocabulary,
        today: date,
        leaning: Leaning,
    ) -> None:
        self._pieces = pieces
        self._tense = tense
        self._words = words
        self._today = today
        self._leaning = leaning
        self._symbols = "".join(piece.symbol for piece in pieces)
        # The first feast of each sentence.
        feasts = [piece for piece in reversed(pieces) if piece.holiday]
        self._feasts = {tense.sentence(feast): feast for feast in feasts}

    def days(self) -> Iterator[Day]:
        """The days of all dates, in order."""
        # The last day in the same sentence.
        named: Day | None = None
        sentence = -1
        dated = [
            (at, piece)
            for at, piece in enumerate(self._pieces)
            if piece.whens and piece.symbol in _EDGES
        ]
        denied = self._denied(dated)
        for at, piece in dated:
            if self._tense.sentence(piece) != sentence:
                named, sentence = None, self._tense.sentence(piece)
            day = (
                self._near_feast(at, piece)
                or self._of_named_month(piece, named)
                or self._of_following_month(at, piece)
                or self._of_following_week(at, piece)
                or self._day(at, piece)
            )
            if day:
                named = day if day.grain is Grain.DAY else named
                if at not in denied:
                    yield day

    def _denied(self, dated: list[tuple[int, DateToken]]) -> set[int]:
        """The places of dates that another one of the sentence replaces: the 12th, not the 5th."""
        places = {at for at, piece in dated if self._follows_denial(at, piece)}
        right = {self._tense.sentence(piece) for at, piece in dated if at not in places}
        return {at for at in places if self._tense.sentence(self._pieces[at]) in right}

    def _follows_denial(self, at: int, piece: DateToken) -> bool:
        if _EDGES[piece.symbol] not in {Edge.ON, Edge.SINCE}:
            return False
        before = at - 1
        while before >= 0 and self._symbols[before] in _BEFORE_DATE:
            before -= 1
        return before >= 0 and self._tense.denies(self._pieces[before])

    def _of_named_month(self, piece: DateToken, named: Day | None) -> Day | None:
        """A day of the month named before, or of the next one: "from 28 May, back on the 5th"."""
        when = piece.whens[0]
        if named is None or not isinstance(when, MonthDay):
            return None
        by_then = _EDGES[piece.symbol] is Edge.UNTIL
        around = when.around(named.start.replace(day=1) if by_then else named.start)
        day = _day(piece, around[1], sure=named.sure) if around else None
        return day if day and day.start >= self._today else None

    def _near_feast(self, at: int, piece: DateToken) -> Day | None:
        """A day near a feast named before it: "Christmas is at ours, Mum comes on the 23rd"."""
        when, feast = piece.whens[0], self._feasts.get(self._tense.sentence(piece))
        if feast is None or feast.start > piece.start or not isinstance(when, MonthDay):
            return None
        around = feast.holiday and spans.holiday(feast.holiday).around(self._today)
        if around is None:
            return None
        leaning, sure = self._leans(piece)
        start = _chosen(when, around, leaning, self._today).start
        nearest = min(when.around(start) or around, key=lambda day: abs(day.start - start))
        is_near = abs(nearest.start - start) <= _NEAR_FEAST and not self._is_habit(at, piece)
        return _day(piece, nearest, sure=sure and is_near)

    def _of_following_month(self, at: int, piece: DateToken) -> Day | None:
        """A day of the month named directly after it: "on the 15th and the 16th of June"."""
        match = _AND_ANOTHER.match(self._symbols, at)
        if match is None or not isinstance(piece.whens[0], MonthDay):
            return None
        other = self._pieces[match.end() - 1]
        monthless = not other.whens or isinstance(other.whens[0], MonthDay)
        named = None if monthless else self._day(match.end() - 1, other)
        around = piece.whens[0].around(named.start.replace(day=1)) if named else None
        return _day(piece, around[1], sure=named.sure) if named and around else None

    def _of_following_week(self, at: int, piece: DateToken) -> Day | None:
        """A day of the week named directly after it: "Wednesday and Thursday this week"."""
        match = _AND_ANOTHER.match(self._symbols, at)
        when = piece.whens[0]
        if match is None or not isinstance(when, Weekdays):
            return None
        other = self._pieces[match.end() - 1]
        if not other.whens or other.whens[0].is_open or other.whens[0].grain is not Grain.DAY:
            return None
        named = self._day(match.end() - 1, other)
        if named is None or not named.relative:
            return None
        start = named.start + timedelta(days=when.first - named.start.weekday())
        return _day(piece, Span(start, start + timedelta(days=1)), sure=named.sure)

    def _day(self, at: int, piece: DateToken) -> Day | None:
        when = piece.whens[0]
        around = when.around(self._today)
        if around is None:
            return None
        if not when.is_open:
            one_meaning = len(piece.whens) == 1 or piece.symbol == "K"
            back = self._tense.begins_with("I", piece) and self._tense.implies("looks_back", piece)
            return _day(piece, around[0], sure=one_meaning and not back)
        leaning, sure = self._leans(piece)
        span = _chosen(when, around, leaning, self._today)
        unsure = (
            len(piece.whens) > 1
            or self._is_habit(at, piece)
            or self._is_implausible(around, leaning)
            or self._may_be_of_another_month(piece, leaning)
            or self._may_be_today(when, around)
            or self._may_be_moved_for_good(piece, leaning)
        )
        return replace(_day(piece, span, sure=sure), sure=sure and not unsure)

    def _is_implausible(self, around: tuple[Span, Span], leaning: Leaning) -> bool:
        """Whether a past day is much farther than the coming one, so the tense may mislead."""
        ago, ahead = (abs((span.start - self._today).days) for span in around)
        return leaning is Leaning.PAST and ago > max(_LONG_AGO, _FARTHER * ahead)

    def _may_be_moved_for_good(self, piece: DateToken, leaning: Leaning) -> bool:
        """Whether something was moved to a weekday: to the coming one, or to that of each week."""
        is_weekday = isinstance(piece.whens[0], Weekdays)
        return is_weekday and leaning is Leaning.PAST and self._tense.follows_to(piece)

    def _may_be_today(self, when: When, around: tuple[Span, Span]) -> bool:
        """Whether a weekday is today's, so that it may mean today."""
        return isinstance(when, Weekdays) and (around[1].start - self._today).days == _WEEK

    def _may_be_of_another_month(self, piece: DateToken, leaning: Leaning) -> bool:
        """Whether a day without a month may belong to a month named elsewhere, or was moved."""
        if not isinstance(piece.whens[0], MonthDay):
            return False
        return leaning is Leaning.PAST or any(
            other.whens and other.whens[0].grain is Grain.MONTH for other in self._pieces
        )

    def _leans(self, piece: DateToken) -> tuple[Leaning, bool]:
        """Whether a date without a year is past or future, and whether that is sure."""
        arranged = self._tense.implies("arranged", piece)
        if arranged and piece.symbol in _ARRANGED:
            return Leaning.FUTURE, True
        if piece.symbol == "}":
            return Leaning.PAST, True
        cue = self._tense.near(piece)
        unspecific = isinstance(piece.whens[0], Weekdays | MonthDay)
        if cue is not Leaning.NONE:
            return cue, unspecific or not arranged
        if piece.symbol == "{" or self._leaning is Leaning.FUTURE:
            return Leaning.FUTURE, True
        return self._leaning, self._leaning is Leaning.PAST and not unspecific

    def _is_habit(self, at: int, piece: DateToken) -> bool:
        """Whether it may recur every week or year: Tuesday and Thursday, my birthday."""
        if piece.symbol == "}":
            return False
        if self._tense.implies("habits", piece):
            return True
        return isinstance(piece.whens[0], Weekdays) and self._is_weekly(at, piece)

    def _is_weekly(self, at: int, piece: DateToken) -> bool:
        """Whether a weekday may mean every week: open Monday to Friday, Sunday roast."""
        if piece.symbol == "K" and self._leaning is not Leaning.FUTURE:
            return True
        with_article = (
            self._words.the_weekday_is_habit and self._symbols[max(0, at - 1) : at] == "t"
        )
        if with_article or self._tense.names_something(piece) or self._tense.has_weekly(piece):
            return True
        if "EE" in self._symbols[max(0, at - 1) : at + 2]:
            return True  # "Monday Wednesday and Friday"
        around = (self._symbols[at : at + 3], self._symbols[max(0, at - 2) : at + 1])
        others = (at + 2, at - 2)
        return any(
            joined in _JOINS and isinstance(self._pieces[other].whens[0], Weekdays)
            for joined, other in zip(around, others, strict=True)
        )


def _chosen(when: When, around: tuple[Span, Span], leaning: Leaning, today: date) -> Span:
    past, coming = around
    if leaning is Leaning.NONE:
        limit = _DAY_AHEAD if when.grain is Grain.DAY else _MONTH_AHEAD
        return coming if coming.start - today < limit else past
    return past if leaning is Leaning.PAST else coming
