"""Detects requests to remember something, by the phrases of a language pack."""

import re
from functools import cache

from recollect.languages.pack import pack
from recollect.languages.words import refers_back


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
    """Whether a request applies only this time: "just this once", "only for today"."""
    return bool(_somewhere(language, "once").search(sentence.casefold().replace("’", "'")))


@cache
def _somewhere(language: str, name: str) -> re.Pattern[str]:
    phrases = "|".join(re.escape(phrase) for phrase in pack(language).table("remember")[name])
    return re.compile(rf"(?<!\w)(?:{phrases})(?!\w)")
