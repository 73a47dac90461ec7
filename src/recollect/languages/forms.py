"""The values that words name: those of attributes, and those that are known by their form."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from recollect.domain.marks import ATTRIBUTES, POSSESSED
from recollect.domain.similarity import has_stems, stems_of
from recollect.languages.pack import pack, packs
from recollect.languages.words import is_pronoun, refers_back

_FORMS: Final = {
    # Seven to fourteen digits that are no date.
    "phone": re.compile(
        r"(?<![\w.,+-])(?!\d{4}-\d\d-\d\d|\d\d?[./-]\d\d?[./-]\d{2,4}(?!\d))"
        r"[+(]?\d(?:[ ()/.-]{0,2}\d){6,13}(?!\w)"
    ),
    "email": re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++\.\w"),
}

# So many characters before a street somebody is named who lives there.
_NEAR: Final = 200
# Whose these are may be said of anybody.
_PERSONAL: Final = frozenset("age birthday home diet allergy condition medication".split())


class NamedValue(NamedTuple):
    """Which attributes and forms the value has that words name, and the others: whose it is."""

    attributes: frozenset[str]
    forms: tuple[re.Pattern[str], ...]
    rest: str


def value_named(words: str) -> NamedValue:
    """The value that these words name: a phone number for "Anna's mobile number"."""
    tokens, plain = (re.findall(r"[\w-]+", each) for each in (words, without_email(words)))
    said = frozenset(tokens)
    phrases = (each for each in _attribute_phrases() if each[0] not in POSSESSED)
    found = [(name, phrase) for name, phrase in phrases if phrase <= said]
    # "My number" is one of a phone; a passport's may look like one.
    called = {"phone": _words_for("phone", "number") & said, "email": _words_for("email") & said}
    known = _words_for("which").union(*(phrase for _, phrase in found), *called.values())
    return NamedValue(
        attributes=frozenset(name for name, phrase in found if phrase.issubset(plain)),
        forms=tuple(form for name, form in _FORMS.items() if called[name]),
        rest=" ".join(w for w in tokens if w not in known and re.search(r"[^\W\d_]{2}", w)),
    )


@cache
def whose_value(language: str) -> re.Pattern[str]:
    """Matches whose a value is: "anna's address", "address of anna"; a "number" may be a count."""
    table, (values, numbers) = pack(language).table("forget"), _values(language)
    between = "|".join(each if each.endswith("'") else rf"{each}\s" for each in table["belonging"])
    return re.compile(
        rf"(?<!\w)(?:(?P<number>{numbers})|(?:{values})(?:\s(?:{numbers}))?)\s(?:{between})\w"
        rf"|(?:{table['genitive']})\s(?:\w{{1,30}}\s)?(?:{values}|{numbers})(?!\w)"
    )


def is_of_other(text: str, language: str) -> bool:
    """Whether a text gives a value of somebody else, and none of the speaker's: "his number"."""
    said, table = text.casefold().replace("’", "'"), pack(language).table("forget")
    value = rf"\s(?:\w{{1,30}}\s)?(?:{'|'.join(_values(language))})(?!\w)"
    own, theirs = (rf"(?<!\w)(?:{any_of(table[name])}){value}" for name in ("own", "theirs"))
    is_others = whose_value(language).search(said) or re.search(theirs, said)
    return bool(is_others and not re.search(own, said))


@cache
def _values(language: str) -> tuple[str, str]:
    """Patterns of what a language calls personal values, and numbers."""
    own, table = pack(language).table("attribute_words"), pack(language).table("forget")
    named = [*(table[name] for name in _FORMS), *(own[name] for name in _PERSONAL)]
    values = any_of(phrase.replace("_", " ") for phrase in " ".join(named).split())
    return values, any_of(table["number"].split())


def tells_home(text: str, whose: frozenset[str]) -> bool:
    """Whether a text tells where whom these stems name lives, by a verb, a street or a postcode.

    "I live in Leeds with Tom" tells it of the speaker.
    """
    for home in _home().finditer(text) if whose else ():
        before = text[: home.start()][-_NEAR:].casefold()
        for word in reversed(re.findall(r"\w+", before)):
            if (stems := stems_of(word)) and has_stems(whose, stems):
                return True
            if is_pronoun(word) and not refers_back(word):
                break
    return False


@cache
def _home() -> re.Pattern[str]:
    """A verb of living, a street with a number, or a postcode behind a comma or of Britain."""
    living, streets = (any_of(_words_for(name)) for name in ("living", "streets"))
    few = r"(?:\w{1,30}\s){0,3}"
    return re.compile(
        rf"(?i:\b(?:{living})\b|\b\d{{1,4}}(?:\s?[a-z])?,?\s{few}(?:{streets})\b"
        rf"|(?:{streets})\s{few}\d{{1,4}}\b)"
        r"|,\s\d{4,5}\s[^\W\d_a-z]\w|\b[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}\b"
    )


def any_of(phrases: Iterable[str]) -> str:
    """Alternatives, the longest first."""
    return "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))


def attributes_called(text: str) -> tuple[str, ...]:
    """The closed attributes that a text names, and nothing else: "home address"."""
    said = {*re.findall(r"\w{3,}", text.casefold())} - _words_for("which")
    return tuple(name for name, phrase in _attribute_phrases() if said == phrase)


@cache
def _attribute_phrases() -> tuple[tuple[str, frozenset[str]], ...]:
    """What people call the attributes, in any language: each phrase as its words."""
    tables = (pack.table("attribute_words").items() for pack in packs().values())
    return tuple(
        (name, frozenset(re.findall(r"[^_]{3,}", phrase)))
        for name, phrases in chain.from_iterable(tables)
        for phrase in (phrases.split() if name in ATTRIBUTES else ())
    )


@cache
def _words_for(*names: str) -> frozenset[str]:
    """The words of these groups in all languages; "which": those that only tell which value."""
    tables = [{**p.table("forget"), **p.table("attribute_words")} for p in packs().values()]
    return frozenset(" ".join(str(table[name]) for table in tables for name in names).split())


def without_email(text: str) -> str:
    """The text without what calls an e-mail address: that is no "address" where somebody lives."""
    return _email().sub(" ", text)


@cache
def _email() -> re.Pattern[str]:
    return re.compile(
        rf"(?i)(?<!\w)(?:\w+ d[ei] |adresse )?(?:{any_of(_words_for('email'))})(?:[ -]\w+)?(?!\w)"
    )
