"""Split a text into the pieces that dates are made of."""

import re
from collections.abc import Collection
from datetime import date
from functools import cache
from typing import NamedTuple

from recollect.dates.spans import Span, When, days, fixed, period
from recollect.dates.vocabulary import OTHER, QUARTER_ZERO, Holiday, Vocabulary, number_suffixes
from recollect.domain.folding import folded


class DateToken(NamedTuple):
    """A word or sign, or several parsed as one date, with its symbol."""

    symbol: str
    number: int = 0
    holiday: Holiday | None = None
    # An ambiguous date has both meanings, the likelier first.
    whens: tuple[When, ...] = ()
    # Whether a year is relative: last year.
    near: bool = False
    start: int = 0
    end: int = 0


class Token(NamedTuple):
    """A word of the text, raw and folded, with its span."""

    raw: str
    word: str
    start: int
    end: int


class TokenizedText(NamedTuple):
    """The tokens of a text, and the piece for each."""

    tokens: list[Token]
    pieces: list[DateToken]


_YEARS = range(1900, 2100)
_DAYS = range(1, 32)
_MONTHS = range(1, 13)
# A number up to this after a weekday may be the hour.
_HOURS = 24
_QUARTERS = frozenset("1234")
_CENTURY = 100
# A common word up to this length is not a noun.
_SMALL_WORD = 4
# The number of words before a number that are searched for words of money.
_AMOUNT_REACH = 6
_DIGIT = re.compile(r"\d")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3])[:.][0-5]\d")
_LETTERS = re.compile(r"[^\W\d_]+")
_PLAIN = OTHER.symbol


# All digits are bounded: a date contains only days, years and small counts.
@cache
def _token() -> re.Pattern[str]:
    mark = "|".join(sorted(number_suffixes("ordinal_marks"), key=len, reverse=True))
    decade = "|".join(number_suffixes("decade_marks"))
    return re.compile(
        rf"""
        # Nothing begins with a space, and to try everything there takes as long as all else.
        (?=[^ ])(?:
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
        )
        """,
        re.VERBOSE | re.IGNORECASE,
    )


def may_contain_dates(text: str, date_words: Collection[str]) -> bool:
    """Whether a text has a digit or a date word; most texts have neither."""
    if _DIGIT.search(text):
        return True
    return any(word in date_words for word in _LETTERS.findall(folded(text)))


def tokenize(
    text: str, words: Vocabulary, names: Collection[str] = (), *, statement: bool = False
) -> TokenizedText:
    """Tokenize a text; a word in `names` is a month only if it cannot be a name."""
    matches = list(_token().finditer(text))
    spelled = [folded(match.group()) for match in matches]
    tokens: list[Token] = []
    pieces: list[DateToken] = []
    at = 0
    while at < len(matches):
        match, word = matches[at], spelled[at]
        phrase = _phrase(spelled, at, words) if word in words.longest else ()
        if len(phrase) > 1:
            at, word = at + len(phrase) - 1, " ".join(phrase)
        start, end = match.start(), matches[at].end()
        tokens.append(Token(text[start:end], word, start, end))
        if phrase or match.lastgroup == "word":
            known = words.words[phrase] if phrase else OTHER
            pieces.append(DateToken(*known, start=start, end=end))
        else:
            pieces.append(_piece(match, words)._replace(start=start, end=end))
        at += 1
    _Disambiguation(tokens, pieces, words, names, statement=statement).apply()
    return TokenizedText(tokens, pieces)


def _phrase(spelled: list[str], at: int, words: Vocabulary) -> tuple[str, ...]:
    """The longest phrase of the vocabulary from here, or nothing."""
    for size in range(words.longest.get(spelled[at], 0), 0, -1):
        phrase = tuple(spelled[at : at + size])
        if phrase in words.words:
            return phrase
    return ()


def _piece(match: re.Match[str], words: Vocabulary) -> DateToken:
    kind = match.lastgroup
    if kind == "sign":
        return DateToken("," if match.group() == "," else "-")
    if kind == "number":
        return _number(int(match["number"]))
    return DateToken(".") if kind in {"other", "stop"} else _numeric_date(match, words)


def _number(number: int) -> DateToken:
    if number in _DAYS:
        return DateToken("D", number)
    return DateToken("Y" if number in _YEARS else "N", number)


def _numeric_date(match: re.Match[str], words: Vocabulary) -> DateToken:
    """A date in digits; "05/07/2023" may be 7 May or, less likely, 5 July."""
    if match["decade"]:
        first_year = int(match["decade"])
        span = Span(date(first_year, 1, 1), date(first_year + 10, 1, 1))
        return _date_piece(fixed(span, near=False))
    numbers = [int(digits) for digits in re.findall(r"\d+", match.group())]
    if match["ym"]:
        return _date_piece(period(numbers[1], numbers[0]) if numbers[1] in _MONTHS else None)
    if match["ymd"]:
        return _date_piece(_day(*numbers))
    first, second, *rest = numbers
    # A version number may look like a date with a short year: 1.2.34.
    short_years = match["by"] == "/" or words.dotted
    year = _full_year(rest[0], short_years=short_years) if rest else None
    day_first = _day(year, second, first)
    if words.day_first or "." in match.group():
        return _date_piece(day_first)
    return _date_piece(_day(year, first, second), day_first)


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


def _date_piece(*readings: When | None) -> DateToken:
    found = tuple(reading for reading in readings if reading)
    if len(found) > 1 and found[0].in_year(2000) == found[1].in_year(2000):
        found = found[:1]
    return DateToken("E", whens=found) if found else DateToken(".")


# A date plus "to", "and" or "until", before a word that is then a month or season.
_AFTER_A_DATE = {left + join for left in "MSYDd" for join in "-&ab"}
_BEFORE_A_MONTH = {"-M", "bM", "aM", "&MY"}


class _Disambiguation(NamedTuple):
    """Decides on the words that are dates only in some contexts."""

    tokens: list[Token]
    pieces: list[DateToken]
    words: Vocabulary
    names: Collection[str]
    statement: bool

    def apply(self) -> None:
        for at, token in enumerate(self.tokens):
            # Most are plain words, which mean the same anywhere.
            if self.pieces[at].symbol == _PLAIN:
                continue
            self.pieces[at] = self._resolved(at)._replace(start=token.start, end=token.end)
            if self.pieces[at].symbol == "S" and self._is_quarter(at):
                # Treat the letter of "Q3" as an article.
                self.pieces[at - 1] = self.pieces[at - 1]._replace(symbol="t")

    def _resolved(self, at: int) -> DateToken:
        piece, word = self.pieces[at], self.tokens[at].word
        if piece.symbol in "MSW" and not self._is_period(at):
            known = self.words.numbers.get(word, OTHER)
            # "Christmas is at ours" is no date, but says which 23rd is meant.
            return DateToken(known.symbol, known.number, piece.holiday)
        if piece.symbol == "Y" and not self._is_year(at):
            return DateToken("N", piece.number)
        if piece.symbol == "R" and not self._is_relative_day(at):
            return DateToken("x")
        if piece.symbol in "DE" and self._is_quarter(at):
            return DateToken("S", QUARTER_ZERO + piece.number)
        if piece.symbol == "E" and piece.whens[0].year is None and not self._is_introduced_day(at):
            return DateToken(".")
        return self._resolved_day(at) if piece.symbol == "D" else piece

    def _resolved_day(self, at: int) -> DateToken:
        """A number that may be an ordinal ("in my 3rd year"), or a day by itself."""
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
        if symbol == "M" and self._is_name_or_verb(at):
            return False
        if token.word not in self.words.leads and not named:
            return True
        before, after = self._symbols(at - 2, at), self._symbols(at + 1, at + 4)
        if symbol == "W":
            return self._is_weekday(at, before, after)
        in_range = before[-2:] in _AFTER_A_DATE or {after, after[:2]} & _BEFORE_A_MONTH
        if _has_numbers(symbol, before, after) or (in_range and not named):
            return True
        return self._is_preceded(at, named=named)

    def _is_name_or_verb(self, at: int) -> bool:
        """Whether a month is a name or a verb: my name is August, 7 may have come."""
        before = (self._word(at - 1), self._word(at - 2))
        if self.statement and any(self.words.has("called", word) for word in before):
            return True
        return self.tokens[at].raw.islower() and self.words.has("after_a_verb", self._word(at + 1))

    def _is_weekday(self, at: int, before: str, after: str) -> bool:
        return (
            after[:1] == "D"
            or after[:2] in {",D", "-W"}
            or before[-2:] == "W-"
            or self._is_time_of_day(at + 1)
            or self._is_preceded(at, named=False)
        )

    def _is_time_of_day(self, at: int) -> bool:
        """Whether a time of day is here: 5.15, 17:20, 11am, morning."""
        word = self._word(at)
        if word.isdigit():
            word = self._word(at + 1)
        return self.words.has("times_of_day", word) or _CLOCK.fullmatch(word) is not None

    def _is_preceded(self, at: int, *, named: bool) -> bool:
        if at == 0:
            return False
        token, lead = self.tokens[at], self.tokens[at - 1].word
        leads = self.words.leads.get(token.word, frozenset())
        if named or lead in leads or self.pieces[at - 1].symbol in {*"LlXzTC"}:
            return self.words.has("firm", lead) or not named
        if self.pieces[at - 1].symbol != "t":
            # "moved to March"
            after_to = self.statement and self.pieces[at - 1].symbol == "-"
            return after_to and token.raw.istitle()
        if self.pieces[at].symbol == "S":
            return at > 1 and self.tokens[at - 2].word in leads
        # "the May conference", but not "the march"
        return token.raw.istitle() and self.words.has("months_after_the", token.word)

    # --- years and other numbers

    def _is_year(self, at: int) -> bool:
        """Whether a number is a year, not a count or a model: "XR-2000", "a 2014 Zafira"."""
        if self.words.has("counted", self._word(at + 1)):
            return False
        tokens = self.tokens
        glued = at > 1 and tokens[at - 2].end == tokens[at - 1].start == tokens[at].start - 1
        if glued and self._symbols(at - 2, at) == "x-":
            return False
        return not self.statement or self._is_year_in_statement(at)

    def _is_year_in_statement(self, at: int) -> bool:
        before = self._symbols(at - 2, at)
        dated = before[-1:] in {*"MSyP"} or before[-2:-1] in {*"MSU"}
        if dated or self._symbols(at - 3, at) in {"MD,", "Md,"}:
            return True
        if any(
            self.words.has("amounts", self._word(at - back)) for back in range(1, _AMOUNT_REACH)
        ):
            return False
        after = self._symbols(at + 1, at + 3)
        if before[-2:] in {"Y-", "Y&", "Yb", "Ya"} or after in {"-Y", "bY", "aY"}:
            return True
        if self._word(at - 1) == "(" and self._word(at + 1) == ")":
            return True
        return self.words.has("year_leads", self._word(at - 1))

    def _is_quarter(self, at: int) -> bool:
        """Whether a number is the 3 of "Q3"."""
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
        # "the 2nd house" is not a day, "on the 2nd Anna comes" is
        word = self._word(at + 1)
        small = len(word) <= _SMALL_WORD and self.words.has("common", word)
        alone = after != "x" or small
        return alone or self._symbols(at - 2, at - 1) in {*"ibfsvF"}

    def _is_introduced_day(self, at: int) -> bool:
        """Whether 14/7 is a date and not a fraction."""
        lead = self._word(at - 1)
        dotted = "." not in self.tokens[at].raw or self.words.dotted
        known = self.words.has("bare_day", lead) or self.words.has("weekday_leads", lead)
        return self.statement and dotted and known

    # --- words for days

    def _is_relative_day(self, at: int) -> bool:
        """Whether "tomorrow" is not the word for morning, which some languages share."""
        token = self.tokens[at]
        if self.words.has("small", token.word):
            return token.raw.islower()
        return self._word(at - 1) not in self.words.not_after.get(token.word, ())


def _has_numbers(symbol: str, before: str, after: str) -> bool:
    """Whether the context has a day or year, "the end of", or "last"."""
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
