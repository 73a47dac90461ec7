"""Numbers that are secret: card, account and social security numbers, and lock codes.

Most have a check digit, which distinguishes them from order, phone and book numbers. Otherwise the
words before the number decide.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.redaction.secret_patterns import Span

# How many characters around a number are searched for its meaning.
_NEAR: Final = 40
_QUICK: Final = re.compile(r"\d[\d -]{9}|[A-Z]{2}\d\d ?[A-Z0-9]{4}")
NUMBER_HINTS: Final = tuple(
    "code combination kombination combinación combinaison combo código digicode cvv cvc ssn social sozialversicherung "
    "kryptogramm cryptogramme prüfnummer prüfziffer".split()
)

# --- cards: with separators, or as one run of digits
_CARD: Final = re.compile(
    r"(?<![\w.,+/#-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{13,19})(?![\w/-]|[.,]\d)"
)
# Prefixes and lengths of card numbers.
_ISSUED: Final = re.compile(
    r"4\d{15}|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|3[47]\d{13}|3[068]\d{12}"
)
_CARD_WORDS: Final = re.compile(
    r"\b(?:cards?|credit|debit|visa|mastercard|maestro|amex|\w*karten?|kartennummer|tarjetas?|cartes?)\b"
)
_OTHER_NUMBER_WORDS: Final = re.compile(
    r"\b(?:order|tracking|invoice|shipment|parcel|ticket|case|serial|imei|isbn|ean|gtin|phone|tel|mobile|transaction|reference|ref"
    r"|\w{0,20}(?:nummer|nr)|pedido|factura|seguimiento|teléfono|commande|facture|suivi|téléphone|id)\b[^\n.!?]{0,20}$"
)

# --- persons and accounts
_SSN: Final = re.compile(r"(?<![\w.+/#-])(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w/-])")
_IBAN: Final = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])"
)
_LINK: Final = r"[^\d\n]{0,4}(?:(?:is|was|ist|war|lautet|es|era|est|number|nummer|no|nr|now|jetzt|ahora|maintenant)\b[^\d\n]{0,4}){0,3}"
_NAMED_PERSON: Final = re.compile(
    r"\b(?:ssn|social security(?: number| no\.?)?|sozialversicherungsnummer|(?:número|nº) de (?:la )?seguridad social|(?:numéro de )?sécurité sociale)\b"
    rf"{_LINK}(?P<v>\d[\d -]{{7,19}}\d)(?![\w-])"
)
_CVV: Final = re.compile(
    r"\b(?:cv[vc]2?|(?:card )?security code|(?:karten)?prüf(?:nummer|ziffer)|código de seguridad|cryptogramme)\b"
    rf"(?: (?:code|number|nummer))?{_LINK}(?P<v>\d{{3,4}})(?![\w%/.,:-]*\d)"
)

# --- locks
_LOCK: Final = (
    r"(?:(?:front|back|side|main|garage|car|cellar|gym)[ -])?(?:door|garage|gate|alarm|entry|entrance|access|keypad|lock|lockbox|locker|safe|building|house"
    r"|security|bike lock|padlock|suitcase|wi-?fi|wlan)"
)
_SCHLOSS: Final = r"(?:haus|wohnungs|garagen|keller)?(?:tür|tor|garagen?|alarm|alarmanlagen|tresor|safe|zugangs|zutritts|haus|schloss|spind|fahrradschloss)"
_CERRADURA: Final = r"(?:puerta|garaje|cochera|alarma|portal|caja fuerte|entrada|acceso|edificio|candado|taquilla|casa)"
_SERRURE: Final = (
    r"(?:porte|garage|alarme|portail|coffre(?:-fort)?|immeuble|entrée|accès|cadenas|casier|maison)"
)
_CODE: Final = re.compile(
    rf"\b(?:{_LOCK}[ -]?(?:code|combination|combo)|(?:code|combination|combo) (?:to|for|of|on) (?:(?:the|my|our|his|her|their)(?: \w+)? )?{_LOCK}"
    rf"|{_SCHLOSS}-?(?:codes?|kombination)|(?:code|kombination) (?:für|von|zu|zum|zur|vom|am) (?:(?:de[rnms]|die|das|mein\w*|unser\w*) )?(?:{_SCHLOSS}\w*)"
    rf"|(?:código|clave|combinación) (?:de(?:l| la| mi| nuestr[ao])? )(?:la )?(?:puerta del? )?{_CERRADURA}"
    rf"|(?:digicode|(?:code|combinaison) (?:de |du |d['’])(?:la |l['’]|mon |ma |notre )?(?:porte du? )?{_SERRURE}))\b"
    rf"{_LINK}(?P<v>[#*]?\d(?:[ -]?\d){{2,11}}[#*]?)(?![\w%€$/]|[.,:]\d)"
)


def has_number(text: str) -> bool:
    """Whether the text contains a number long enough to be one of these."""
    return _QUICK.search(text) is not None


def find_numbers(text: str, low: str) -> Iterator[Span]:
    """Every card, account or social security number and lock code; `low` is lower-cased text."""
    if has_number(text):
        yield from _cards(text, low)
        yield from (
            (*found.span(), "ssn")
            for found in _SSN.finditer(text)
            if not _is_other_number(low, found)
        )
        yield from ((*found.span(), "iban") for found in _IBAN.finditer(text) if _is_iban(found[0]))
    for kind, pattern in (("ssn", _NAMED_PERSON), ("cvv", _CVV), ("code", _CODE)):
        yield from ((*found.span("v"), kind) for found in pattern.finditer(low))


def _cards(text: str, low: str) -> Iterator[Span]:
    for found in _CARD.finditer(text):
        digits = re.sub(r"\D", "", found[0])
        near = low[max(0, found.start() - _NEAR) : found.end() + _NEAR]
        named = _CARD_WORDS.search(near) is not None
        issued = _ISSUED.fullmatch(digits) is not None and not _is_other_number(low, found)
        if (named or issued) and _passes_luhn(digits):
            yield *found.span(), "card-number"


def _is_other_number(low: str, found: re.Match[str]) -> bool:
    """Whether the words before a number say that it is something else."""
    return (
        _OTHER_NUMBER_WORDS.search(low[max(0, found.start() - _NEAR) : found.start()]) is not None
    )


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
