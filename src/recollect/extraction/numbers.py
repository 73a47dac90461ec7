"""Finds the whole numbers in a text, in digits, words, or Chinese or Japanese characters."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Final

from recollect.domain.folding import composed, folded
from recollect.languages.pack import packs

_DIGITS: Final = {"〇": 0, "零": 0, "两": 2, "兩": 2} | {
    digit: at + 1 for at, digit in enumerate("一二三四五六七八九")
}
_TENS: Final = {"十": 10, "百": 100, "千": 1000}
_MYRIADS: Final = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8}
_CHARACTERS: Final = "".join((*_DIGITS, *_TENS, *_MYRIADS))
_FIGURES: Final = r"\d+(?:[.,' ]\d{3})*(?:[.,]\d+)?"
_WRITTEN: Final = re.compile(rf"(?:{_FIGURES})?[{_CHARACTERS}]+|{_FIGURES}")
_WORD: Final = re.compile(rf"{_FIGURES}|[^\W\d_{_CHARACTERS}]+")
# Longer words are not numbers, and splitting them would be slow.
_LONGEST: Final = 60
# Longer runs of characters or words are not an amount.
_MOST_CHARACTERS, _MOST_WORDS = 30, 12
_HUNDRED, _THOUSAND = 100, 1000


def numbers_in(text: str) -> frozenset[int]:
    """Every whole number that the text states."""
    plain = composed(text)
    return frozenset((*_in_characters(plain), *_in_words(plain)))


def _in_characters(text: str) -> Iterator[int]:
    for found in _WRITTEN.finditer(text):
        if len(found[0]) <= _MOST_CHARACTERS:
            yield int(_value(found[0]))


def _value(written: str) -> Decimal:
    """The value of 十二万三千, 35万 or 二〇二六."""
    figures = re.match(_FIGURES, written)
    total = section = Decimal(0)
    digit = _decimal(figures[0]) if figures else Decimal(0)
    for letter in written[figures.end() if figures else 0 :]:
        if letter in _DIGITS:
            digit = digit * 10 + _DIGITS[letter]
        elif letter in _TENS:
            section, digit = section + (digit or 1) * _TENS[letter], Decimal(0)
        else:
            total += (section + digit or 1) * _MYRIADS[letter]
            section = digit = Decimal(0)
    return total + section + digit


def _in_words(text: str) -> Iterator[int]:
    """Numbers in words, alone or after digits: twelve thousand, 3.5 million, zwölftausend."""
    run: list[Decimal] = []
    # "twenty-three" is one word, and so is "quatre-vingt".
    for found in _WORD.finditer(re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", "", text)):
        word = folded(found[0])
        parts = _parts(word)
        if parts:
            run += parts
        elif not (run and word in _joining()):
            yield from _total(run)
            run = []
    yield from _total(run)


def _total(run: list[Decimal]) -> Iterator[int]:
    if not 0 < len(run) <= _MOST_WORDS:
        return
    total = current = Decimal(0)
    for part in run:
        if part == _HUNDRED:
            current = (current or Decimal(1)) * part
        elif part >= _THOUSAND and part in _magnitudes():
            total, current = total + (current or 1) * part, Decimal(0)
        else:
            current += part
    yield int(total + current)


def _parts(word: str) -> list[Decimal]:
    """The numbers that a word is composed of; none if it is anything else."""
    if word[0].isdigit():
        return [_decimal(word)] if len(word) <= _MOST_CHARACTERS else []
    if len(word) > _LONGEST or not _number_words().fullmatch(word):
        return []
    return [Decimal(_values()[each]) for each in _one_word().findall(word) if each in _values()]


def _decimal(figures: str) -> Decimal:
    bare = re.sub(r"[.,' ](?=\d{3}(?!\d))", "", figures).replace(",", ".")
    try:
        return Decimal(bare)
    except InvalidOperation:  # 1.2.3 is no number
        return Decimal(0)


@cache
def _values() -> dict[str, int]:
    values: dict[str, int] = {}
    for pack in packs().values():
        for table in (pack.table("dates")["numbers"], pack.table("numbers")):
            for number, words in table.items():
                if number.isdigit():
                    values |= {folded(word): int(number) for word in words.split()}
    return values


@cache
def _joining() -> frozenset[str]:
    return frozenset(str(pack.table("numbers")["and"]) for pack in packs().values())


@cache
def _magnitudes() -> frozenset[int]:
    return frozenset(number for number in _values().values() if number >= _THOUSAND)


@cache
def _one_word() -> re.Pattern[str]:
    longest_first = sorted((*_values(), *_joining()), key=len, reverse=True)
    return re.compile("|".join(longest_first))


@cache
def _number_words() -> re.Pattern[str]:
    return re.compile(rf"(?:{_one_word().pattern})+")


def differ_in_number_or_letter(text: str, other: str) -> bool:
    """Whether they differ in a number, or in a single-letter word: plan a, plan i."""
    if _has_different_number(text, other):
        return True
    pairs = zip(text.casefold().split(), other.casefold().split(), strict=False)
    return any(
        word != other_word
        and (len(word) == len(other_word) == 1 or _has_different_number(word, other_word))
        for word, other_word in pairs
    )


def _has_different_number(text: str, other: str) -> bool:
    """Whether each states a number that the other does not."""
    numbers, other_numbers = numbers_in(text), numbers_in(other)
    return bool(numbers - other_numbers and other_numbers - numbers)
