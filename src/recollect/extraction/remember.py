"""Detects requests to remember something, by the phrases of a language pack."""

import re
from functools import cache

from recollect.languages.pack import pack
from recollect.languages.sentences import sentences
from recollect.languages.words import asks_for_overview, refers_back


def asks_to_remember(sentence: str, language: str) -> bool:
    """Whether a sentence is "remember that …", "from now on …" or the like, and not a question."""
    if sentence.rstrip().endswith("?"):
        return False
    text = sentence.casefold().replace("’", "'")
    if _pattern(language).match(text):
        return True
    # "She said from now on it is over" is not a request.
    return not refers_back(text.split(maxsplit=1)[0]) and bool(
        _somewhere(language, "anywhere").search(text)
    )


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """The phrases, with up to three openers before them and something to remember after."""
    table = pack(language).table("remember")
    openers = "|".join(re.escape(word) for word in table["openers"])
    phrases = "|".join(
        re.escape(phrase) for phrase in sorted(table["phrases"], key=len, reverse=True)
    )
    return re.compile(rf"(?:(?:{openers})[\s,:]+){{0,3}}(?:{phrases})(?!\w)[\s,:]*\w")


def is_one_off(sentence: str, language: str) -> bool:
    """Whether a request applies only this time: "just this once", "show me my notes"."""
    text = sentence.casefold().replace("’", "'")
    if _somewhere(language, "once").search(text):
        return True
    asking = _asking(language).match(text)
    return asking is not None and not _somewhere(language, "lasting").search(text, asking.end())


@cache
def _asking(language: str) -> re.Pattern[str]:
    """The beginning of a request for one answer, with up to four openers."""
    tables = pack(language).table("remember"), pack(language).table("forget")
    openers = "|".join(re.escape(word) for table in tables for word in table["openers"])
    phrases = "|".join(re.escape(phrase) for phrase in tables[0]["asking"])
    return re.compile(rf"\W{{0,8}}(?:(?:{openers})[\s,:]+){{0,4}}(?:{phrases})(?!\w)")


def without_overview_questions(text: str) -> str:
    """The text with blanks for "tell me everything you know about me": that states nothing."""
    for start, end in sentences(text):
        if asks_for_overview(text[start:end]):
            text = text[:start] + " " * (end - start) + text[end:]
    return text


@cache
def _somewhere(language: str, name: str) -> re.Pattern[str]:
    phrases = "|".join(re.escape(phrase) for phrase in pack(language).table("remember")[name])
    return re.compile(rf"(?<!\w)(?:{phrases})(?!\w)")
