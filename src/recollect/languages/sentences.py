"""Where sentences begin and end in a text, also in what people type in a hurry."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from recollect.languages.pack import pack, packs
from recollect.languages.words import common_words

# What ends a sentence: marks with a space behind them, a line break, a blanked part, a bullet.
_STOP: Final = re.compile(r"[.!?…。！？]+[\"”»)\]]*(?=\s|$)|[。！？]+|[\n\x00]+|\s[•–—]\s")
_LAST_WORD: Final = re.compile(r"[\w.]+\Z")
# How far back the word before a full stop is looked for.
_REACH: Final = 24
# The marks of a list or a heading before a sentence; "#" and "-" right before a word belong to it.
_FRONT: Final = re.compile(r"(?:[\s\x00]|[-*•–—·>#]+(?=[\s\x00]|$))*")
_BACK: Final = " \t\r\n\x00•–—·"
# A statement has at least so many words behind what opens it.
_FEWEST_WORDS: Final = re.compile(r"\S+\s+\S+")
_LETTERS_WITH_DOTS: Final = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The places of the sentences of a text, each without the space around it."""
    start = 0
    for stop in _STOP.finditer(text):
        if _is_inside(text, stop):
            continue
        yield from _trimmed(text, start, stop.end())
        start = stop.end()
    yield from _trimmed(text, start, len(text))


def after_openers(text: str, language: str) -> int:
    """Where a statement begins to say something, behind "And", "Also", "Yes, …"; 0 where that is all it says."""
    found = _openers(language).match(text)
    return found.end() if found and _FEWEST_WORDS.match(text, found.end()) else 0


@cache
def _openers(language: str) -> re.Pattern[str]:
    table = pack(language).table("sentences")
    joins, answers = ("|".join(str(table[name]).split()) for name in ("openers", "answers"))
    return re.compile(rf"(?:(?:{joins})[\s,:]+|(?:{answers})\s*[,!:.–—-]+\s+)+", re.IGNORECASE)


def _is_inside(text: str, stop: re.Match[str]) -> bool:
    """Whether a mark is no end: Dr. Haas, 3. Mai, J. Smith, 10 – 12 May."""
    if stop[0].strip() in {"–", "—"}:
        return _is_range(text, stop)
    if stop[0] != ".":
        return False
    found = _LAST_WORD.search(text, max(0, stop.start() - _REACH), stop.start())
    if found is None:
        return False
    after = text[stop.end() : stop.end() + 2].strip()[:1]
    if len(found[0]) == 1:
        # "J. Smith", but not "the number is 4471-B."
        alone = found.start() == 0 or text[found.start() - 1] in " \t\n(“\"'’"
        return alone and _is_initial(found[0], after)
    return _goes_on(found[0], after)


def _goes_on(word: str, after: str) -> bool:
    """Whether the full stop behind a word belongs to it, by the character that follows."""
    if word.isdigit():
        return len(word) <= 2  # noqa: PLR2004 - the day of a month, the number of a floor
    before_names = word.lower() in _shortened("before_names")
    small = after.islower() or after.isdigit()
    if _LETTERS_WITH_DOTS.fullmatch(word):
        # 5 p.m. ends a sentence, the U.S. Open does not.
        return small or word.isupper() or before_names
    if small:
        return _is_shortened(word.lower())
    # "Dr. Haas" is a shortened word, "I said no. He left." has none.
    return before_names and word.lower() not in common_words()


def _is_shortened(word: str) -> bool:
    """Whether a word is a known abbreviation, or ends in one that is written with a hyphen before it in a pack."""
    known = _shortened("before_names") | _shortened("abbreviations")
    return word in known or any(f"-{word[-size:]}" in known for size in (2, 3, 4))


def _is_initial(letter: str, after: str) -> bool:
    """Whether a single letter is the first of a name or of a shortened word: A. Smith, z. B."""
    if letter.isdigit():
        return True
    return letter.isalpha() and letter != "I" and bool(after)


def _is_range(text: str, stop: re.Match[str]) -> bool:
    """Whether a dash joins two numbers or two names: 10 – 12 May, Hamburg – Lisbon."""
    before = text[max(0, stop.start() - _REACH) : stop.start()].split()
    after = text[stop.end() : stop.end() + 1]
    last = before[-1][:1] if before else ""
    return (last.isdigit() and after.isdigit()) or (last.isupper() and after.isupper())


@cache
def _shortened(section: str) -> frozenset[str]:
    tables = [pack.table("sentences") for pack in packs().values()]
    return frozenset(word for table in tables for word in str(table[section]).split())


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    front = _FRONT.match(text, start, end)
    start = front.end() if front else start
    while end > start and text[end - 1] in _BACK:
        end -= 1
    if end > start:
        yield start, end
