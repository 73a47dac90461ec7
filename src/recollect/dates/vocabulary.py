"""The words in dates, from the [dates] section of the language packs.

Each word has a symbol, so that a text becomes a short string that `grammar.py` parses:
"before the 5th of June, 2023" is "BtDoM,Y".

A statement is parsed with the words of its language. A question may be in any language: it is
parsed with the words of all packs, its own language taking precedence, except those that other
packs list as `own` because they mean something else in other languages.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

from recollect.domain.data_files import read_toml
from recollect.domain.folding import folded
from recollect.languages.pack import Pack, pack, packs


class Unit(IntEnum):
    """A calendar unit that can be counted."""

    DAY = 1
    WEEK = 2
    WEEKEND = 3
    MONTH = 4
    YEAR = 5
    HALF = 6
    QUARTER = 7


class Holiday(NamedTuple):
    """A holiday: its month and first day, or 0 and its offset from Easter; and its length."""

    month: int
    day: int
    days: int = 1


class Word(NamedTuple):
    """The symbol of a word in a date, with its number: month 3, two, yesterday."""

    symbol: str
    number: int = 0
    holiday: Holiday | None = None


Words = tuple[str, ...]
OTHER = Word("x")
SPRING, SUMMER, AUTUMN, WINTER = range(13, 17)
# The quarters of a year are periods like the seasons: 21 to 24.
QUARTER_ZERO = 20
HOLIDAY = 30
SEASONS = {"spring": SPRING, "summer": SUMMER, "autumn": AUTUMN, "winter": WINTER}
_PARTS = {"early": 0, "middle": 1, "late": 2}
_PLAIN = {
    name: Word(*values) for name, values in read_toml("recollect.dates", "symbols.toml").items()
}
_DATE_SYMBOLS = "MSWRUy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The date words of one or several languages, without case and accents."""

    words: Mapping[Words, Word]
    # The length of the longest phrase that begins with a word.
    longest: Mapping[str, int]
    # The number meant by a word that can also be a month.
    numbers: Mapping[str, Word]
    # For a word that may also be a verb or a name: the words that must precede it.
    leads: Mapping[str, frozenset[str]]
    not_after: Mapping[str, frozenset[str]]
    day_first: bool
    dotted: bool
    next_is_of_next_week: bool
    bare_day_marked: bool
    the_weekday_is_habit: bool
    # A text with neither a number nor one of these contains no date.
    date_words: frozenset[str]
    # The other word lists of the packs.
    lists: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def has(self, name: str, word: str) -> bool:
        """Whether a word is in one of the other word lists."""
        return word in self.lists.get(name, frozenset())


@cache
def statement_vocabulary(code: str) -> Vocabulary:
    """The vocabulary of one language, for statements."""
    return _vocabulary([_Source(pack(code), is_primary=True)])


@cache
def question_vocabulary(code: str | None) -> Vocabulary:
    """The vocabulary of all languages, in which this one takes precedence."""
    others = [_Source(other, is_primary=False) for other in packs().values() if other.code != code]
    return _vocabulary([*others, *([_Source(pack(code), is_primary=True)] if code else [])])


@cache
def date_words() -> frozenset[str]:
    """The words of all languages that can be part of a date, except ambiguous ones."""
    shared = question_vocabulary(None)
    vocabularies = (statement_vocabulary(code).words.items() for code in packs())
    days = (phrase[0] for words in vocabularies for phrase, word in words if word.symbol == "R")
    return shared.date_words | frozenset(days)


@cache
def number_suffixes(key: str) -> frozenset[str]:
    """Suffixes of numbers in all packs: "th" in "5th", "s" in "1990s"."""
    tables = (pack.table("dates") for pack in packs().values())
    return frozenset(suffix for table in tables for suffix in _split(table, key))


class _Source(NamedTuple):
    pack: Pack
    is_primary: bool

    @property
    def table(self) -> Mapping[str, Any]:
        return self.pack.table("dates")

    def words(self) -> Iterator[tuple[Words, Word]]:
        """The words of the pack with their meaning; its `own` ones only if the text is in it."""
        own = set() if self.is_primary else set(map(_phrase, _split(self.table, "own")))
        listed = ((words.split(), word) for words, word in _listed(self.table))
        found = ((_phrase(joined), word) for each, word in listed for joined in each)
        return ((phrase, word) for phrase, word in found if phrase not in own)


def _split(table: Mapping[str, Any], key: str) -> list[str]:
    return list(table.get(key, "").split())


def _phrase(joined: str) -> Words:
    """The tokens of a phrase in a pack, such as "new_year's_eve"."""
    return tuple(folded(joined).replace("'", "_").strip("_").split("_"))


def _listed(table: Mapping[str, Any]) -> Iterator[tuple[str, Word]]:
    yield from ((table.get(name, ""), word) for name, word in _PLAIN.items())
    for section, word_of in _SECTIONS.items():
        yield from ((words, word_of(key)) for key, words in table[section].items())


def _unit_word(name: str) -> Word:
    unit = Unit[name.upper()]
    return Word("y" if unit == Unit.YEAR else "U", unit)


def _parse_holiday(written: str) -> Holiday:
    """Parse "12-24/3" (three days from 24 December) or "easter-2" (Good Friday)."""
    day, _, days = written.partition("/")
    length = int(days or 1)
    if day.startswith("easter"):
        return Holiday(0, int(day.removeprefix("easter")), length)
    month, _, number = day.partition("-")
    return Holiday(int(month), int(number), length)


# The other sections of a table, and the meaning of their keys; a later section takes precedence.
_SECTIONS: Mapping[str, Callable[[str], Word]] = {
    "numbers": lambda number: Word("N", int(number)),
    "ordinals": lambda number: Word("O", int(number)),
    "parts": lambda name: Word("P", _PARTS[name]),
    "units": _unit_word,
    "offsets": lambda number: Word("R", int(number)),
    "weekdays": lambda number: Word("W", int(number) - 1),
    "months": lambda number: Word("M", int(number)),
    "seasons": lambda name: Word("S", SEASONS[name]),
    "holidays": lambda day: Word("S", HOLIDAY, _parse_holiday(day)),
}


def _vocabulary(sources: list[_Source]) -> Vocabulary:
    words: dict[Words, Word] = {}
    numbers: dict[str, Word] = {}
    for source in sources:
        for phrase, word in source.words():
            if word.symbol == "N" and len(phrase) == 1:
                numbers[phrase[0]] = word
            words[phrase] = word
    longest: dict[str, int] = {}
    for phrase in words:
        longest[phrase[0]] = max(len(phrase), longest.get(phrase[0], 1))
    primary = [source.table for source in sources if source.is_primary]

    def is_set(key: str) -> bool:
        return any(table.get(key, False) for table in primary)

    return Vocabulary(
        words=words,
        longest=longest,
        numbers=numbers,
        leads=_leads(sources, words),
        not_after=_not_after(source.table for source in sources),
        day_first=any(table["numeric"] == "day_first" for table in primary),
        dotted=is_set("dotted"),
        next_is_of_next_week=is_set("next_is_of_next_week"),
        bare_day_marked=is_set("bare_day_marked"),
        the_weekday_is_habit=is_set("the_weekday_is_habit"),
        date_words=frozenset(
            phrase[0] for phrase, word in words.items() if word.symbol in _DATE_SYMBOLS
        ),
        lists=_lists(sources),
    )


def _leads(sources: list[_Source], words: Mapping[Words, Word]) -> dict[str, frozenset[str]]:
    """The words that must precede each ambiguous word, from the packs that have it."""
    ambiguous = {phrase for source in sources for phrase in _ambiguous(source.table)}
    result: dict[str, frozenset[str]] = {}
    for source in sources:
        known = dict(source.words())
        for phrase in ambiguous & known.keys():
            if known[phrase] == words[phrase] and words[phrase].symbol in "MSW":
                word = " ".join(phrase)
                leads = _leads_to(word, known[phrase], source.table)
                result[word] = result.get(word, frozenset()) | leads
    return result


def _ambiguous(table: Mapping[str, Any]) -> set[Words]:
    """The words of a pack that are dates only after certain other words."""
    rows = (
        table.get("unsure_months", ""),
        table.get("unsure_weekdays", ""),
        *table["seasons"].values(),
        *table["holidays"].values(),
    )
    return {_phrase(word) for row in rows for word in row.split()}


def _leads_to(text: str, word: Word, table: Mapping[str, Any]) -> frozenset[str]:
    for only, leads in table.get("only_after", {}).items():
        if folded(only) == text:
            return _set(leads)
    if word.symbol == "W":
        return _set(table["weekday_leads"])
    more = {"M": "", "S": table["feast_leads" if word.holiday else "season_leads"]}
    return _set(table["leads"]) | _set(more[word.symbol])


def _set(words: str) -> frozenset[str]:
    return frozenset(" ".join(_phrase(word)) for word in words.split())


def _not_after(tables: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    rows = (row for table in tables for row in table.get("not_after", {}).items())
    return {folded(word): _set(words) for word, words in rows}


def _lists(sources: list[_Source]) -> dict[str, frozenset[str]]:
    """The other word lists of the packs; "common" has the common words of the language."""
    lists: dict[str, frozenset[str]] = {}
    for source in sources:
        for name, words in source.table.items():
            if isinstance(words, str) and name not in _PLAIN:
                lists[name] = lists.get(name, frozenset()) | _set(words)
        if source.is_primary:
            lists["common"] = _set(source.pack.table("detect")["common"])
    return lists
