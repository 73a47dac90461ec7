"""A question as the pieces that dates are made of."""

import re
from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from recollect.recall.folding import folded
from recollect.recall.time_spans import Span, When, days, fixed, period
from recollect.recall.time_words import (
    AFTER_A_VERB,
    CARRIERS,
    CONTINENTAL,
    COUNTED,
    FIRM_LEADS,
    FRENCH,
    LEADS,
    OTHER,
    PHRASES,
    UNSURE,
    WORDS,
)


class Piece(NamedTuple):
    """One word or sign, or several that were read as one date: its symbol and what it stands for."""

    symbol: str
    number: int = 0
    # A date that can be read in two ways has both, the likelier first.
    whens: tuple[When, ...] = ()


class Token(NamedTuple):
    """A word of the text as it stands there."""

    raw: str
    word: str
    start: int
    end: int


_YEARS = range(1900, 2100)
_DAYS = range(1, 32)
_MONTHS = range(1, 13)
# Digits are bounded everywhere: a number is a day, a year or a small count, or else it is no date.
_TOKEN = re.compile(
    r"""
      (?P<word>[^\W\d_]+)
    | (?P<other>[$€£¥\#]\s?\d[\d.,]* | (?<![\w.,:])\d{1,3}(?:,\d{3})+(?!\d) | \d+\s?[%°€$£]
        | \d+:\d+ | \d+\.\d+(?!\.?\d))
    | (?<![\d/.-])(?P<ymd>\d{4}(?P<sep>[-/.])\d{1,2}(?P=sep)\d{1,2})(?![\d/-])
    | (?<![\d/.-])(?P<ym>\d{4}-\d{2})(?![\d-])
    | (?<![\d/.-])(?P<slash>\d{1,2}/\d{1,2}/(?:\d{4}|\d\d))(?![\d/])
    | (?<![\d/.-])(?P<dot>\d{1,2}\.\s?\d{1,2}\.\s?\d{4})(?!\d)
    | (?<![\d/.-])(?P<decade>(?:19|20)\d0)['’]?s\b
    | (?<!\d)(?P<number>\d{1,4})(?:st|nd|rd|th|er|ST|ND|RD|TH|º|ª|\.(?=\s?[^\W\d]))?(?![\w%])
    | (?P<sign>[-–—,])
    | (?P<stop>[.?!;:()] | \d+)
    """,
    re.VERBOSE,
)
_DIGIT = re.compile(r"\d")
_LETTERS = re.compile(r"[^\W\d_]+")
_STARTS = {words[0]: [other for other in PHRASES if other[0] == words[0]] for words in PHRASES}


def may_hold_dates(text: str) -> bool:
    """Whether a text has anything that a date could be made of; most questions have not."""
    return _DIGIT.search(text) is not None or not CARRIERS.isdisjoint(
        _LETTERS.findall(folded(text))
    )


def pieces_of(text: str, names: Collection[str]) -> tuple[list[Piece], list[Token]]:
    """The pieces of a question and their words; a word in `names` is a month only where it must be."""
    matches = list(_TOKEN.finditer(text))
    words = [folded(match.group()) for match in matches]
    tokens: list[Token] = []
    pieces: list[Piece] = []
    at = 0
    while at < len(matches):
        phrase = _phrase(words, at)
        last = at + max(len(phrase) - 1, 0)
        start, end = matches[at].start(), matches[last].end()
        word = " ".join(phrase) or words[at]
        tokens.append(Token(text[start:end], word, start, end))
        pieces.append(Piece(*PHRASES[phrase]) if phrase else _piece(matches[at], word))
        at = last + 1
    _decide(pieces, tokens, names)
    return pieces, tokens


def _phrase(words: list[str], at: int) -> tuple[str, ...]:
    """The words from here that are one, if they are."""
    for phrase in _STARTS.get(words[at], ()):
        if tuple(words[at : at + len(phrase)]) == phrase:
            return phrase
    return ()


def _piece(match: re.Match[str], word: str) -> Piece:
    kind = match.lastgroup
    if kind == "word":
        return Piece(*WORDS.get(word, OTHER))
    if kind == "sign":
        return Piece("," if word == "," else "-")
    if kind == "number":
        return _number(int(match["number"]))
    return _written(match) if kind in {"ymd", "ym", "slash", "dot", "decade"} else Piece(".")


def _number(number: int) -> Piece:
    if number in _DAYS:
        return Piece("D", number)
    return Piece("Y" if number in _YEARS else "N", number)


def _written(match: re.Match[str]) -> Piece:
    """A date in digits; "05/07/2023" may be the 7th of May or, second, the 5th of July."""
    if match["decade"]:
        year = int(match["decade"])
        return Piece("E", whens=(fixed(Span(date(year, 1, 1), date(year + 10, 1, 1))),))
    numbers = [int(part) for part in re.findall(r"\d+", match.group())]
    if match["ym"]:
        return _valid(period(numbers[1], numbers[0]) if numbers[1] in _MONTHS else None)
    if match["ymd"]:
        return _valid(_day(*numbers))
    first, second, year = numbers
    year += 2000 if year < 100 else 0  # noqa: PLR2004 - a year of two digits
    day_first = _day(year, second, first)
    if match["dot"]:
        return _valid(day_first)
    return _valid(_day(year, first, second), day_first)


def _day(year: int, month: int, day: int) -> When | None:
    try:
        date(year, month, day)
    except ValueError:
        return None
    return days(month, day, day, year) if year in _YEARS else None


def _valid(*readings: When | None) -> Piece:
    found = tuple(reading for reading in readings if reading)
    return Piece("E", whens=found) if found else Piece(".")


def _decide(pieces: list[Piece], tokens: list[Token], names: Collection[str]) -> None:
    """Settle the words that are dates only in some company."""
    words = {token.word for token in tokens}
    for at, piece in enumerate(pieces):
        token = tokens[at]
        if piece.symbol in "MS":
            doubtful = token.word in UNSURE or token.word in names
            if doubtful and not _is_period(at, pieces, tokens, names):
                pieces[at] = Piece("N", 7) if token.word == "sept" else Piece("x")
        elif piece.symbol == "Y" and not _is_year(at, pieces, tokens):
            pieces[at] = Piece("N", piece.number)
        elif piece.symbol in "yR" and not _is_as_it_seems(at, pieces, tokens, words):
            pieces[at] = Piece("x")
        elif len(piece.whens) > 1 and not CONTINENTAL.isdisjoint(words):
            pieces[at] = piece._replace(whens=piece.whens[1:])


def _is_period(at: int, pieces: list[Piece], tokens: list[Token], names: Collection[str]) -> bool:
    token = tokens[at]
    after = "".join(piece.symbol for piece in pieces[at + 1 : at + 4])
    before = "".join(piece.symbol for piece in pieces[max(0, at - 2) : at])
    if token.raw.islower() and at + 1 < len(tokens) and tokens[at + 1].word in AFTER_A_VERB:
        return False
    if _has_numbers(pieces[at].symbol, before, after):
        return True
    firm = token.word in names
    if not firm and (before[-2:] in _AFTER_A_DATE or {after, after[:2]} & _BEFORE_A_MONTH):
        return True
    return _is_led(at, tokens, FIRM_LEADS if firm else UNSURE.get(token.word, LEADS))


_AFTER_A_DATE = {left + join for left in "MSYD" for join in "-&ab"}
_BEFORE_A_MONTH = {"-M", "bM", "aM", "&MY"}


def _has_numbers(symbol: str, before: str, after: str) -> bool:
    """Whether a day or year stands by the word, or it is "the end of" it, or the one past."""
    if after[:1] in {"Y", "l", "z"} or after[:2] in {"oY", ",Y"}:
        return True
    if symbol == "S":
        return False
    return (
        after[:1] == "D"
        or before[-1:] in {"D", "O"}
        or before in {"Do", "Oo", "Po", "Uo", "P-"}
        or after[:2] in {"tD", "tO"}
    )


def _is_led(at: int, tokens: list[Token], leads: frozenset[str]) -> bool:
    if at == 0:
        return False
    lead = tokens[at - 1].word
    if lead in {"the", "el", "la", "le", "l", "der", "den", "dem", "las", "les"}:
        if WORDS[tokens[at].word].symbol == "S":
            return at > 1 and tokens[at - 2].word in leads
        # "the May conference", but "the march" goes somewhere.
        return tokens[at].raw.istitle() and tokens[at].word in {"may", "april", "june", "august"}
    return lead in leads


def _is_year(at: int, pieces: list[Piece], tokens: list[Token]) -> bool:
    """Not a number of people, nor of a model: "XR-2000"."""
    if at + 1 < len(tokens) and tokens[at + 1].word in COUNTED:
        return False
    glued = at > 1 and tokens[at - 2].end == tokens[at - 1].start == tokens[at].start - 1
    return not (glued and pieces[at - 2].symbol == "x" and pieces[at - 1].symbol == "-")


def _is_as_it_seems(at: int, pieces: list[Piece], tokens: list[Token], words: set[str]) -> bool:
    """Not "an" in English, "hier" in German, nor the mornings that German and Spanish call "tomorrow"."""
    raw, word = tokens[at].raw, tokens[at].word
    before = tokens[at - 1].word if at else ""
    if word == "an":  # l'an dernier, il y a un an
        return before == "l" or (at > 0 and pieces[at - 1].symbol in "DN")
    if word == "hier":
        return not FRENCH.isdisjoint(words)
    return raw.islower() if word == "morgen" else word != "manana" or before != "la"
