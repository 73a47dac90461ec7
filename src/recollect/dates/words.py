"""The words that dates are made of, from the [dates] section of the language packs.

Each word has a symbol, so that a text becomes a short string that `grammar.py` reads with small
grammars: "before the 5th of June, 2023" is "BtDoM,Y".

A statement is read with the words of its own language. A question may be in any: it is read with
the words of all packs, those of its own language first, without the words that other packs keep
for themselves (`own`) because they are something else elsewhere.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

from recollect.domain.folding import folded
from recollect.languages.pack import Pack, pack, packs


class Unit(IntEnum):
    """A stretch of the calendar that can be counted."""

    DAY = 1
    WEEK = 2
    WEEKEND = 3
    MONTH = 4
    YEAR = 5
    HALF = 6
    QUARTER = 7


class Feast(NamedTuple):
    """A holiday: its month and first day, or month 0 and its distance from Easter; and its days."""

    month: int
    day: int
    days: int = 1


class Word(NamedTuple):
    """What a word is in a date, and which one: the third month, two, yesterday."""

    symbol: str
    number: int = 0
    feast: Feast | None = None


Words = tuple[str, ...]
OTHER = Word("x")
SPRING, SUMMER, AUTUMN, WINTER = range(13, 17)
# The quarters of a year are periods like the seasons: 21 to 24.
QUARTER_ZERO = 20
FEAST = 30
_SEASONS = {"spring": SPRING, "summer": SUMMER, "autumn": AUTUMN, "winter": WINTER}
_PARTS = {"early": 0, "middle": 1, "late": 2}
# L last, X next and C coming stand before a noun, l and z also behind it. G and V are "ago" said in
# front (V may also be "before"), p is "the past week" up to now. I leads to what is some time
# ahead. h is every, H every Monday, n evenings, m my.
_PLAIN = {
    "last": Word("L", -1),
    "last_either_side": Word("l", -1),
    "next": Word("X", 1),
    "next_either_side": Word("z", 1),
    "after_next": Word("X", 2),
    "coming": Word("C", 1),
    "this": Word("T"),
    "past_up_to_now": Word("p"),
    "ago": Word("A"),
    "ago_in_front": Word("G"),
    "ago_or_before": Word("V"),
    "from_now": Word("q"),
    "before": Word("B"),
    "after": Word("F"),
    "since": Word("f"),
    "starting": Word("s"),
    "from": Word("v"),
    "range_from": Word("r"),
    "until": Word("b"),
    "between": Word("w"),
    "and": Word("&"),
    "to": Word("-"),
    "one_or_to": Word("a", 1),
    "of": Word("o"),
    "the": Word("t"),
    "in": Word("i"),
    "in_ahead": Word("I"),
    "told": Word("k"),
    "every": Word("h"),
    "weekly": Word("H"),
    "parts_of_days": Word("n"),
    "my": Word("m"),
    "nothing": OTHER,
}
_CARRIERS = "MSWRUy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The words of one language or of several, without case and accents."""

    words: Mapping[Words, Word]
    # The longest phrase that begins with a word.
    longest: Mapping[str, int]
    # What a word that is a month and a number is where it is no month.
    numbers: Mapping[str, Word]
    # For a word that is also something else (a verb, a name): what may lead to it.
    leads: Mapping[str, frozenset[str]]
    not_after: Mapping[str, frozenset[str]]
    day_first: bool
    dotted: bool
    next_is_of_next_week: bool
    bare_day_marked: bool
    the_weekday_is_habit: bool
    # Without one of these, or a number, a text holds no date.
    carriers: frozenset[str]
    # The other lists of the packs.
    lists: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def has(self, name: str, word: str) -> bool:
        """Whether a word is in a list of the packs."""
        return word in self.lists.get(name, frozenset())


@cache
def words_of(code: str) -> Vocabulary:
    """The words of one language, for statements."""
    return _vocabulary([_Source(pack(code), spoken=True)])


@cache
def words_for_question(code: str | None) -> Vocabulary:
    """The words of every language, those of this one first."""
    others = [_Source(one, spoken=False) for one in packs().values() if one.code != code]
    return _vocabulary([*others, *([_Source(pack(code), spoken=True)] if code else [])])


@cache
def carriers() -> frozenset[str]:
    """The words of any language that may carry a date, without those that are often another."""
    shared = words_for_question(None)
    spoken = (words_of(code).words.items() for code in packs())
    days = (said[0] for words in spoken for said, word in words if word.symbol == "R")
    return shared.carriers | frozenset(days)


@cache
def marks(key: str) -> frozenset[str]:
    """What the packs write behind a number: "th" of "5th", "s" of "1990s"."""
    return frozenset(mark for one in packs().values() for mark in _split(one.table("dates"), key))


class _Source(NamedTuple):
    pack: Pack
    spoken: bool

    @property
    def table(self) -> Mapping[str, Any]:
        return self.pack.table("dates")

    def words(self) -> Iterator[tuple[Words, Word]]:
        """The words of the pack with their meaning; its own ones only where it is spoken."""
        own = set() if self.spoken else set(map(_phrase, _split(self.table, "own")))
        return ((said, word) for said, word in _meanings(self.table) if said not in own)


def _split(table: Mapping[str, Any], key: str) -> list[str]:
    return list(table.get(key, "").split())


def _phrase(joined: str) -> Words:
    """The words that a text is cut into, for "new_year's_eve"."""
    return tuple(folded(joined).replace("'", "_").strip("_").split("_"))


def _meanings(table: Mapping[str, Any]) -> Iterator[tuple[Words, Word]]:
    for words, word in _listed(table):
        yield from ((_phrase(joined), word) for joined in words.split())


def _listed(table: Mapping[str, Any]) -> Iterator[tuple[str, Word]]:
    yield from ((table.get(name, ""), word) for name, word in _PLAIN.items())
    for number, words in table["numbers"].items():
        yield words, Word("N", int(number))
    for number, words in table["ordinals"].items():
        yield words, Word("O", int(number))
    for name, words in table["parts"].items():
        yield words, Word("P", _PARTS[name])
    for name, words in table["units"].items():
        unit = Unit[name.upper()]
        yield words, Word("y" if unit == Unit.YEAR else "U", unit)
    for number, words in table["offsets"].items():
        yield words, Word("R", int(number))
    for number, words in table["weekdays"].items():
        yield words, Word("W", int(number) - 1)
    for number, words in table["months"].items():
        yield words, Word("M", int(number))
    for name, words in table["seasons"].items():
        yield words, Word("S", _SEASONS[name])
    for day, words in table["holidays"].items():
        yield words, Word("S", FEAST, _feast(day))


def _feast(written: str) -> Feast:
    """The days behind "12-24/3" (three from 24 December) and "easter-2" (Good Friday)."""
    day, _, days = written.partition("/")
    length = int(days or 1)
    if day.startswith("easter"):
        return Feast(0, int(day.removeprefix("easter")), length)
    month, _, number = day.partition("-")
    return Feast(int(month), int(number), length)


def _vocabulary(sources: list[_Source]) -> Vocabulary:
    words: dict[Words, Word] = {}
    numbers: dict[str, Word] = {}
    for source in sources:
        for said, word in source.words():
            if word.symbol == "N" and len(said) == 1:
                numbers[said[0]] = word
            words[said] = word
    longest: dict[str, int] = {}
    for said in words:
        longest[said[0]] = max(len(said), longest.get(said[0], 1))
    spoken = [source.table for source in sources if source.spoken]

    def says(key: str) -> bool:
        return any(table.get(key, False) for table in spoken)

    return Vocabulary(
        words=words,
        longest=longest,
        numbers=numbers,
        leads=_leads(sources, words),
        not_after=_not_after(source.table for source in sources),
        day_first=any(table["numeric"] == "day_first" for table in spoken),
        dotted=says("dotted"),
        next_is_of_next_week=says("next_is_of_next_week"),
        bare_day_marked=says("bare_day_marked"),
        the_weekday_is_habit=says("the_weekday_is_habit"),
        carriers=frozenset(said[0] for said, word in words.items() if word.symbol in _CARRIERS),
        lists=_lists(sources),
    )


def _leads(sources: list[_Source], words: Mapping[Words, Word]) -> dict[str, frozenset[str]]:
    """For each word that some pack is unsure of, what leads to it in the packs that know it."""
    unsure = {said for source in sources for said in _unsure(source.table)}
    found: dict[str, frozenset[str]] = {}
    for source in sources:
        known = dict(source.words())
        for said in unsure & known.keys():
            if known[said] == words[said] and words[said].symbol in "MSW":
                word = " ".join(said)
                leads = _leads_to(word, known[said], source.table)
                found[word] = found.get(word, frozenset()) | leads
    return found


def _unsure(table: Mapping[str, Any]) -> set[Words]:
    """The words of a pack that are dates only behind certain others."""
    rows = (
        table.get("unsure_months", ""),
        table.get("unsure_weekdays", ""),
        *table["seasons"].values(),
        *table["holidays"].values(),
    )
    return {_phrase(word) for row in rows for word in row.split()}


def _leads_to(said: str, word: Word, table: Mapping[str, Any]) -> frozenset[str]:
    for only, leads in table.get("only_after", {}).items():
        if folded(only) == said:
            return _set(leads)
    if word.symbol == "W":
        return _set(table["weekday_leads"])
    more = {"M": "", "S": table["feast_leads" if word.feast else "season_leads"]}
    return _set(table["leads"]) | _set(more[word.symbol])


def _set(words: str) -> frozenset[str]:
    return frozenset(" ".join(_phrase(word)) for word in words.split())


def _not_after(tables: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    rows = (row for table in tables for row in table.get("not_after", {}).items())
    return {folded(word): _set(words) for word, words in rows}


def _lists(sources: list[_Source]) -> dict[str, frozenset[str]]:
    """The lists that are looked words up in; the small words of a language are common ones."""
    found: dict[str, frozenset[str]] = {}
    for source in sources:
        for name, words in source.table.items():
            if isinstance(words, str) and name not in _PLAIN:
                found[name] = found.get(name, frozenset()) | _set(words)
        if source.spoken:
            found["common"] = _set(source.pack.table("detect")["common"])
    return found
