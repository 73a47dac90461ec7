"""Split a text into sentences, including carelessly typed ones."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from recollect.languages.pack import pack
from recollect.languages.words import (
    common_words,
    greetings,
    is_abbreviation,
    is_pronoun,
    refers_back,
)

# The end of a sentence: punctuation before a space, a line break, a redacted part, a bullet. It is
# looked for only where punctuation begins: "???…x" must not be read again from each of its signs.
_MARKS: Final = ".!?…。！？"
_STOP: Final = re.compile(
    rf"(?<![{_MARKS}])[{_MARKS}]++[\"”»)\]]*+(?=\s|$)|[。！？]+|[\n\x00]+|\s[•–—]\s"
)
_LAST_WORD: Final = re.compile(r"[\w.]+\Z")
# How many characters back the word before a full stop is searched.
_REACH: Final = 24
# List and heading marks before a sentence; "#" and "-" directly before a word belong to it.
_FRONT: Final = re.compile(r"(?:[\s\x00]|[-*•–—·>#]+(?=[\s\x00]|$))*")
_BACK: Final = " \t\r\n\x00•–—·"
# A statement has at least two words after its opener.
_TWO_WORDS: Final = re.compile(r"\S+\s+\S+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LETTERS_WITH_DOTS: Final = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The spans of the sentences of a text, without surrounding space."""
    start = 0
    for stop in _STOP.finditer(text):
        if _is_inside(text, stop):
            continue
        yield from _trimmed(text, start, stop.end())
        start = stop.end()
    yield from _trimmed(text, start, len(text))


def before_reason(sentence: str, language: str) -> str:
    """A sentence without the reason that it gives: "I moved to York because …"."""
    return _reason(language).split(sentence, maxsplit=1)[0]


def after_place(sentence: str, language: str) -> int:
    """Where a sentence goes on after "In this repo,"; 0 if it does not begin so."""
    places = "|".join(pack(language).table("rules")["places"])
    found = re.match(rf"\W{{0,4}}(?:{places}),?\s+(?=\w)", sentence, re.IGNORECASE)
    return found.end() if found else 0


def main_clause(sentence: str, language: str) -> str:
    """What stands before a reason, and before the first comma or semicolon."""
    return re.split("[,;]", before_reason(sentence, language), maxsplit=1)[0]


@cache
def _reason(language: str) -> re.Pattern[str]:
    reasons = pack(language).table("sentences")["reasons"]
    return re.compile(rf",?(?<!\s)\s+(?:{reasons})\b", re.IGNORECASE)


def after_openers(text: str, language: str) -> int:
    """The position after openers like "And", "Also", "Yes, …"; 0 if nothing follows them."""
    opener = _openers(language).match(text)
    return opener.end() if opener and _TWO_WORDS.match(text, opener.end()) else 0


def after_greeting(text: str, language: str) -> int:
    """The position of the speaker's "I" after "Hi," or "ok, well,"; 0 if none is there.

    What follows "ok," must not refer to the message before: "ok, I like it".
    """
    greeting = _greeting().match(text)
    opener = None if greeting else _openers(language).match(text, len(text) - len(text.lstrip()))
    start = greeting or opener
    first = start and _WORD.match(text, start.end())
    if not first or not is_pronoun(first[0]) or refers_back(first[0]):
        return 0
    answers = opener and any(map(refers_back, _WORD.findall(text, first.end())))
    return 0 if answers else first.start()


def after_denial(text: str, language: str, start: int = 0) -> int:
    """Where a text goes on after "That's wrong," or "Not true."; 0 if it does not begin so."""
    denial = _denial(language).match(text, start)
    return denial.start(1) if denial and not refers_back(denial[1], language) else 0


@cache
def _denial(language: str) -> re.Pattern[str]:
    table = pack(language).table("compare")
    that, wrong = ("|".join(table[name]).replace("'", "['’]") for name in ("that", "wrong"))
    return re.compile(rf"\s*(?:(?:{that}) )?(?:{wrong})\s*[,;.!:–—-]+\s+(\w+)", re.IGNORECASE)


def without_fillers(text: str, language: str) -> str:
    """The text with spaces for the "Actually" or "That's wrong" before "I moved"."""
    parts: list[str] = []
    done = 0
    for start, end in sentences(text):
        if denied := after_denial(text, language, start):
            parts += text[done:start], " " * (denied - start)
            done = denied
        filler = _fillers(language).match(text, start, end)
        first = filler and _WORD.match(text, filler.end(), end)
        if not filler or not first or refers_back(first[0]):
            continue
        # Also before an apostrophe: j'habite.
        if is_pronoun(first[0], language) or is_pronoun(f"{first[0]}'", language):
            parts += text[done:start], " " * (filler.end() - start)
            done = filler.end()
    return "".join((*parts, text[done:]))


@cache
def _fillers(language: str) -> re.Pattern[str]:
    words = str(pack(language).table("sentences")["fillers"]).replace("_", r"\s").split()
    return re.compile(rf"(?:{'|'.join(words)})\s+", re.IGNORECASE)


@cache
def _greeting() -> re.Pattern[str]:
    words = "|".join(word.replace("_", r"\s+") for word in greetings())
    return re.compile(rf"\A\s*(?:{words})(?:(?:\s+[^\W\d_]+)?\s*[,!:.–—-]+\s*|\s+)", re.IGNORECASE)


@cache
def _openers(language: str) -> re.Pattern[str]:
    table = pack(language).table("sentences")
    joins, answers = ("|".join(str(table[name]).split()) for name in ("openers", "answers"))
    return re.compile(rf"(?:(?:{joins})[\s,:]+|(?:{answers})\s*[,!:.–—-]+\s+)+", re.IGNORECASE)


def _is_inside(text: str, stop: re.Match[str]) -> bool:
    """Whether a mark does not end a sentence: Dr. Haas, 3. Mai, J. Smith, 10 – 12 May."""
    if stop[0].strip() in {"–", "—"}:
        return _is_range(text, stop)
    if stop[0] != ".":
        return False
    word = _LAST_WORD.search(text, max(0, stop.start() - _REACH), stop.start())
    if word is None or _ends_with_number(text, word, stop.end()):
        return False
    after = text[stop.end() : stop.end() + 2].strip()[:1]
    if len(word[0]) == 1:
        # "J. Smith", but not "the number is 4471-B."
        alone = word.start() == 0 or text[word.start() - 1] in " \t\n(“\"'’"
        return alone and _is_initial(word[0], after)
    return _is_part_of_word(word[0], after)


def _ends_with_number(text: str, word: re.Match[str], end: int) -> bool:
    """Whether a sentence ends with a number: "I am 43. My son …", but no "1. My son …"."""
    after = _WORD.match(text, end + 1) if word[0].isdigit() else None
    is_listed = not text[: word.start()].rpartition("\n")[2].strip(" \t-*•–—>#")
    return after is not None and not is_listed and after[0][0].isupper() and is_pronoun(after[0])


def _is_part_of_word(word: str, after: str) -> bool:
    """Whether the full stop after a word belongs to it, judging by the next character."""
    if word.isdigit():
        return len(word) <= 2  # noqa: PLR2004 - the day of a month, the number of a floor
    before_names = is_abbreviation(word.lower(), before_names=True)
    small = after.islower() or after.isdigit()
    if _LETTERS_WITH_DOTS.fullmatch(word):
        # 5 p.m. ends a sentence, the U.S. Open does not.
        return small or word.isupper() or before_names
    if small:
        # Also one that ends in another, which a pack lists with a hyphen.
        ends = (f"-{word.lower()[-size:]}" for size in (2, 3, 4))
        numbered = f"{word.lower()}#" if after.isdigit() else ""
        return any(map(is_abbreviation, (word.lower(), numbered, *ends)))
    # "Dr. Haas" has an abbreviation, "I said no. He left." has none.
    return before_names and word.lower() not in common_words()


def _is_initial(letter: str, after: str) -> bool:
    """Whether a single letter is an initial or an abbreviation: A. Smith, z. B."""
    if letter.isdigit():
        return True
    return letter.isalpha() and letter != "I" and bool(after)


def _is_range(text: str, stop: re.Match[str]) -> bool:
    """Whether a dash joins two numbers or two names: 10 – 12 May, Hamburg – Lisbon."""
    before = text[max(0, stop.start() - _REACH) : stop.start()].split()
    after = text[stop.end() : stop.end() + 1]
    last = before[-1][:1] if before else ""
    return (last.isdigit() and after.isdigit()) or (last.isupper() and after.isupper())


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    front = _FRONT.match(text, start, end)
    start = front.end() if front else start
    while end > start and text[end - 1] in _BACK:
        end -= 1
    if end > start:
        yield start, end
