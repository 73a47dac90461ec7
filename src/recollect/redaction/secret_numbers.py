"""Numbers that are secret: card, account and social security numbers, and lock codes.

Most have a check digit, which distinguishes them from order, phone and book numbers. Otherwise the
words before the number decide.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.redaction.secret_patterns import Span
from recollect.redaction.tables import patterns

# How many characters around a number are searched for its meaning.
_NEAR: Final = 40
_QUICK: Final = re.compile(r"\d[\d -]{9}|[A-Z]{2}\d\d ?[A-Z0-9]{4}")
NUMBER_HINTS: Final = tuple(
    "code combination kombination combinación combinaison combo código digicode cvv cvc ssn social"
    " sozialversicherung otp kryptogramm cryptogramme prüfnummer prüfziffer routing blz"
    " bankleitzahl".split()
)
_PATTERNS: Final = patterns("numbers")


def has_number(text: str) -> bool:
    """Whether the text contains a number long enough to be one of these."""
    return _QUICK.search(text) is not None


def find_numbers(text: str, low: str) -> Iterator[Span]:
    """Every card, account or social security number and lock code; `low` is lower-cased text."""
    if has_number(text):
        yield from _cards(text, low)
        ssns = _PATTERNS["ssn"].finditer(text)
        yield from ((*found.span(), "ssn") for found in ssns if not _is_other_number(low, found))
        ibans = _PATTERNS["iban"].finditer(text)
        yield from ((*found.span(), "iban") for found in ibans if _is_iban(found[0]))
    for kind in ("ssn", "account", "cvv", "code"):
        named = _PATTERNS[f"named_{kind}"].finditer(low)
        yield from ((*found.span("v"), kind) for found in named)


def _cards(text: str, low: str) -> Iterator[Span]:
    for found in _PATTERNS["card"].finditer(text):
        digits = re.sub(r"\D", "", found[0])
        near = low[max(0, found.start() - _NEAR) : found.end() + _NEAR]
        named = _PATTERNS["card_words"].search(near) is not None
        issued = _PATTERNS["issued_card"].fullmatch(digits) is not None
        if (named or (issued and not _is_other_number(low, found))) and _passes_luhn(digits):
            yield *found.span(), "card-number"


def _is_other_number(low: str, found: re.Match[str]) -> bool:
    """Whether the words before a number say that it is something else."""
    before = low[max(0, found.start() - _NEAR) : found.start()]
    return _PATTERNS["other_number_words"].search(before) is not None


def _passes_luhn(digits: str) -> bool:
    """Whether the last digit satisfies the Luhn checksum."""
    if len(set(digits)) == 1:
        return False
    doubled = [sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2]]
    return (sum(doubled) + sum(map(int, digits[-1::-2]))) % 10 == 0


def _is_iban(written: str) -> bool:
    """Whether the IBAN check digits are correct."""
    bare = written.replace(" ", "")
    min_length = 15
    rearranged = "".join(str(int(character, 36)) for character in bare[4:] + bare[:4])
    return len(bare) >= min_length and int(rearranged) % 97 == 1
