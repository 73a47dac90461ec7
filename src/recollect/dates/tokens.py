"""A text as the pieces that dates are made of."""

import re
from collections.abc import Collection
from datetime import date
from functools import cache
from typing import NamedTuple

from recollect.dates.spans import Span, When, days, fixed, period
from recollect.dates.words import OTHER, QUARTER_ZERO, Feast, Vocabulary, Word, marks
from recollect.domain.folding import folded


class Piece(NamedTuple):
    """One word or sign, or several that were read as one date, and what it stands for."""

    symbol: str
    number: int = 0
    feast: Feast | None = None
    # A date that can be read in two ways has both, the likelier first.
    whens: tuple[When, ...] = ()
    # Whether a year was named by its distance: last year.
    near: bool = False
    start: int = 0
    end: int = 0


class Token(NamedTuple):
    """A word of the text as it stands there."""

    raw: str
    word: str
    start: int
    end: int


class Cut(NamedTuple):
    """A text cut into tokens, with the piece that each is."""

    tokens: list[Token]
    pieces: list[Piece]


_YEARS = range(1900, 2100)
_DAYS = range(1, 32)
_MONTHS = range(1, 13)
# A number up to this behind a weekday may be the hour.
_HOURS = 24
_QUARTERS = frozenset("1234")
_CENTURY = 100
# No noun, where it is a common word.
_SMALL_WORD = 4
# So many words before a number are looked at for money.
_NEAR = 6
_DIGIT = re.compile(r"\d")
_LETTERS = re.compile(r"[^\W\d_]+")


# Digits are bounded everywhere: a number is a day, a year or a small count, or else it is no date.
@cache
def _token() -> re.Pattern[str]:
    mark = "|".join(sorted(marks("ordinal_marks"), key=len, reverse=True))
    decade = "|".join(marks("decade_marks"))
    return re.compile(
        rf"""
          (?P<word>[^\W\d_]+)
        | (?<![\d/.-])(?P<short>\d{{1,2}}\.\d{{1,2}}\.(?!\d) | \d{{1,2}}/\d{{1,2}}(?![\d/%]))
        | (?P<other>[$€£¥\#]\s?\d[\d.,]* | (?<![\w.,:])\d{{1,3}}(?:,\d{{3}})+(?!\d)
            | \d+\s?[%°€$£] | \d+:\d+ | \d+\.\d+(?!\.?\d))
        | (?<![\d/.-])(?P<ymd>\d{{4}}(?P<sep>[-/.])\d{{1,2}}(?P=sep)\d{{1,2}})(?![\d/-])
        | (?<![\d/.-])(?P<ym>\d{{4}}-\d{{2}})(?![\d-])
        | (?<![\d/.-])(?P<slash>\d{{1,2}}(?P<by>[/-])\d{{1,2}}(?P=by)(?:\d{{4}}|\d\d))(?![\d/])
        | (?<![\d/.-])(?P<dot>\d{{1,2}}\.\s?\d{{1,2}}\.\s?(?:\d{{4}}|\d\d))(?![\d.])
        | (?<![\d/.-])(?P<decade>(?:19|20)\d0)['’]?(?:{decade})\b
        | (?<!\d)(?P<number>\d{{1,4}})(?:{mark}|º|ª|\.(?=\s?(?:[^\W\d]|[-–]\s?\d)))?(?![\w%])
        | (?P<sign>[-–—,])
        | (?P<stop>[.?!;:()\n] | \d+)
        """,
        re.VERBOSE | re.IGNORECASE,
    )


def may_hold_dates(text: str, carriers: Collection[str]) -> bool:
    """Whether a text has anything that a date could be made of; most have not."""
    if _DIGIT.search(text):
        return True
    return any(word in carriers for word in _LETTERS.findall(folded(text)))


def cut(
    text: str, words: Vocabulary, names: Collection[str] = (), *, statement: bool = False
) -> Cut:
    """The pieces of a text and their words; a word in `names` is a month only where it must be."""
    matches = list(_token().finditer(text))
    spelled = [folded(match.group()) for match in matches]
    tokens: list[Token] = []
    pieces: list[Piece] = []
    at = 0
    while at < len(matches):
        phrase = _phrase(spelled, at, words)
        last = at + max(len(phrase) - 1, 0)
        start, end = matches[at].start(), matches[last].end()
        word = " ".join(phrase) or spelled[at]
        tokens.append(Token(text[start:end], word, start, end))
        piece = _meant(words.words[phrase]) if phrase else _piece(matches[at], words)
        pieces.append(piece._replace(start=start, end=end))
        at = last + 1
    _Choice(tokens, pieces, words, names, statement=statement).settle()
    return Cut(tokens, pieces)


def _phrase(spelled: list[str], at: int, words: Vocabulary) -> tuple[str, ...]:
    """The longest phrase from here that has a meaning, or nothing."""
    for size in range(words.longest.get(spelled[at], 0), 0, -1):
        phrase = tuple(spelled[at : at + size])
        if phrase in words.words:
            return phrase
    return ()


def _meant(word: Word) -> Piece:
    return Piece(word.symbol, word.number, word.feast)


def _piece(match: re.Match[str], words: Vocabulary) -> Piece:
    kind = match.lastgroup
    if kind == "word":
        return _meant(OTHER)
    if kind == "sign":
        return Piece("," if match.group() == "," else "-")
    if kind == "number":
        return _number(int(match["number"]))
    return Piece(".") if kind in {"other", "stop"} else _written(match, words)


def _number(number: int) -> Piece:
    if number in _DAYS:
        return Piece("D", number)
    return Piece("Y" if number in _YEARS else "N", number)


def _written(match: re.Match[str], words: Vocabulary) -> Piece:
    """A date in digits; "05/07/2023" may be the 7th of May or, second, the 5th of July."""
    if match["decade"]:
        first_year = int(match["decade"])
        span = Span(date(first_year, 1, 1), date(first_year + 10, 1, 1))
        return _valid(fixed(span, near=False))
    numbers = [int(digits) for digits in re.findall(r"\d+", match.group())]
    if match["ym"]:
        return _valid(period(numbers[1], numbers[0]) if numbers[1] in _MONTHS else None)
    if match["ymd"]:
        return _valid(_day(*numbers))
    first, second, *rest = numbers
    # A version may look like a date with a short year: 1.2.34.
    short_years = match["by"] == "/" or words.dotted
    year = _full_year(rest[0], short_years=short_years) if rest else None
    day_first = _day(year, second, first)
    if words.day_first or "." in match.group():
        return _valid(day_first)
    return _valid(_day(year, first, second), day_first)


def _full_year(number: int, *, short_years: bool) -> int:
    if number >= _CENTURY or not short_years:
        return number
    return number + (1900 if number >= _CENTURY / 2 else 2000)


def _day(year: int | None, month: int, day: int) -> When | None:
    try:
        date(year or 2000, month, day)
    except ValueError:
        return None
    known = year is None or year in _YEARS
    return days(month, day, day, year) if known else None


def _valid(*readings: When | None) -> Piece:
    found = tuple(reading for reading in readings if reading)
    if len(found) > 1 and found[0].of(2000) == found[1].of(2000):
        found = found[:1]
    return Piece("E", whens=found) if found else Piece(".")


# What stands before a month or season that is one: a day or year with "to", "and", "until".
_AFTER_A_DATE = {left + join for left in "MSYDd" for join in "-&ab"}
_BEFORE_A_MONTH = {"-M", "bM", "aM", "&MY"}


class _Choice(NamedTuple):
    """Settles the words that are dates only in some company."""

    tokens: list[Token]
    pieces: list[Piece]
    words: Vocabulary
    names: Collection[str]
    statement: bool

    def settle(self) -> None:
        for at, token in enumerate(self.tokens):
            self.pieces[at] = self._settled(at)._replace(start=token.start, end=token.end)
            if self.pieces[at].symbol == "S" and self._is_quarter(at):
                # The letter of "Q3" is as little as an article.
                self.pieces[at - 1] = self.pieces[at - 1]._replace(symbol="t")

    def _settled(self, at: int) -> Piece:
        piece, word = self.pieces[at], self.tokens[at].word
        if piece.symbol in "MSW" and not self._is_period(at):
            return _meant(self.words.numbers.get(word, OTHER))
        if piece.symbol == "Y" and not self._is_year(at):
            return Piece("N", piece.number)
        if piece.symbol == "R" and not self._is_as_it_seems(at):
            return Piece("x")
        if piece.symbol in "DE" and self._is_quarter(at):
            return Piece("S", QUARTER_ZERO + piece.number)
        if piece.symbol == "E" and piece.whens[0].year is None and not self._is_led_day(at):
            return Piece(".")
        return self._day_settled(at) if piece.symbol == "D" else piece

    def _day_settled(self, at: int) -> Piece:
        """A number that may be a day: of several ("in my 3rd year"), or a date by itself."""
        piece = self.pieces[at]
        if self.tokens[at].raw[-1:].isalpha() and self._symbols(at + 1, at + 2) in {"U", "y"}:
            return piece._replace(symbol="O")
        alone = self.statement and self._is_day_alone(at)
        return piece._replace(symbol="d") if alone else piece

    def _symbols(self, start: int, end: int) -> str:
        return "".join(piece.symbol for piece in self.pieces[max(0, start) : max(0, end)])

    def _word(self, at: int) -> str:
        return self.tokens[at].word if 0 <= at < len(self.tokens) else ""

    # --- months, seasons, weekdays

    def _is_period(self, at: int) -> bool:
        token, symbol = self.tokens[at], self.pieces[at].symbol
        named = token.word in self.names and symbol != "W"
        if symbol == "M" and self._is_called(at):
            return False
        if token.word not in self.words.leads and not named:
            return True
        before, after = self._symbols(at - 2, at), self._symbols(at + 1, at + 4)
        if symbol == "W":
            return self._is_weekday(at, before, after)
        beside = before[-2:] in _AFTER_A_DATE or {after, after[:2]} & _BEFORE_A_MONTH
        if _has_numbers(symbol, before, after) or (beside and not named):
            return True
        return self._is_led(at, named=named)

    def _is_called(self, at: int) -> bool:
        """Whether it is a name or a verb: my name is August, 7 may have come."""
        before = (self._word(at - 1), self._word(at - 2))
        if self.statement and any(self.words.has("called", word) for word in before):
            return True
        return self.tokens[at].raw.islower() and self.words.has("after_a_verb", self._word(at + 1))

    def _is_weekday(self, at: int, before: str, after: str) -> bool:
        return (
            after[:1] == "D"
            or after[:2] in {",D", "-W"}
            or before[-2:] == "W-"
            or self._is_led(at, named=False)
        )

    def _is_led(self, at: int, *, named: bool) -> bool:
        if at == 0:
            return False
        token, lead = self.tokens[at], self.tokens[at - 1].word
        leads = self.words.leads.get(token.word, frozenset())
        if named or lead in leads or self.pieces[at - 1].symbol in {*"LlXzTC"}:
            return self.words.has("firm", lead) or not named
        if self.pieces[at - 1].symbol != "t":
            # Moved to March.
            to = self.statement and self.pieces[at - 1].symbol == "-"
            return to and token.raw.istitle()
        if self.pieces[at].symbol == "S":
            return at > 1 and self.tokens[at - 2].word in leads
        # "the May conference", but "the march" goes somewhere.
        return token.raw.istitle() and self.words.has("months_after_the", token.word)

    # --- years and other numbers

    def _is_year(self, at: int) -> bool:
        """Not a number of people, nor of a model: "XR-2000", "a 2014 Zafira"."""
        if self.words.has("counted", self._word(at + 1)):
            return False
        tokens = self.tokens
        glued = at > 1 and tokens[at - 2].end == tokens[at - 1].start == tokens[at].start - 1
        if glued and self._symbols(at - 2, at) == "x-":
            return False
        return not self.statement or self._is_said_year(at)

    def _is_said_year(self, at: int) -> bool:
        before = self._symbols(at - 2, at)
        dated = before[-1:] in {*"MSyP"} or before[-2:-1] in {*"MSU"}
        if dated or self._symbols(at - 3, at) in {"MD,", "Md,"}:
            return True
        if any(self.words.has("amounts", self._word(at - back)) for back in range(1, _NEAR)):
            return False
        after = self._symbols(at + 1, at + 3)
        if before[-2:] in {"Y-", "Y&", "Yb", "Ya"} or after in {"-Y", "bY", "aY"}:
            return True
        if self._word(at - 1) == "(" and self._word(at + 1) == ")":
            return True
        return self.words.has("year_leads", self._word(at - 1))

    def _is_quarter(self, at: int) -> bool:
        """The number of "Q3"."""
        if at == 0 or self.tokens[at].raw not in _QUARTERS:
            return False
        glued = self.tokens[at - 1].end == self.tokens[at].start
        return glued and self.words.has("quarter_letters", self.tokens[at - 1].word)

    def _is_day_alone(self, at: int) -> bool:
        """Whether a number is a day of the month by itself: the 20th, Saturday 28."""
        if self._symbols(at - 1, at) == "W" and self.pieces[at].number > _HOURS:
            return self._symbols(at + 1, at + 2) not in {*"UyNDYEAS"}
        if not self.words.has("bare_day", self._word(at - 1)):
            return False
        raw, after = self.tokens[at].raw, self._symbols(at + 1, at + 2)
        if self.words.has("counted", self._word(at + 1)) or after in {*"UyNDYEAS"}:
            return False
        if self.words.bare_day_marked and raw.isdigit():
            return False
        # "The 2nd house" is none, "on the 2nd Anna comes" is.
        word = self._word(at + 1)
        small = len(word) <= _SMALL_WORD and self.words.has("common", word)
        alone = after != "x" or small
        return alone or self._symbols(at - 2, at - 1) in {*"ibfsvF"}

    def _is_led_day(self, at: int) -> bool:
        """Whether 14/7 is a day and not a part."""
        lead = self._word(at - 1)
        dotted = "." not in self.tokens[at].raw or self.words.dotted
        known = self.words.has("bare_day", lead) or self.words.has("weekday_leads", lead)
        return self.statement and dotted and known

    # --- words for days

    def _is_as_it_seems(self, at: int) -> bool:
        """Not the mornings that some languages call "tomorrow"."""
        token = self.tokens[at]
        if self.words.has("small", token.word):
            return token.raw.islower()
        return self._word(at - 1) not in self.words.not_after.get(token.word, ())


def _has_numbers(symbol: str, before: str, after: str) -> bool:
    """Whether a day or year stands by the word, or it is "the end of" it, or the one past."""
    if after[:1] in {"Y", "l", "z"} or after[:2] in {"oY", ",Y"}:
        return True
    if symbol == "S":
        return False
    return (
        after[:1] == "D"
        or before[-1:] in {*"DdO"}
        or before in {"Do", "do", "Oo", "Po", "Uo", "P-"}
        or after[:2] in {"tD", "tO"}
    )
