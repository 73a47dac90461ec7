"""Whether somebody asks to have something remembered, by the phrases of a language's pack."""

import re
from functools import cache

from recollect.languages.pack import pack


def asks_to_remember(sentence: str, language: str) -> bool:
    """Whether a sentence is "remember that …", "from now on …" or the like, and no question."""
    if sentence.rstrip().endswith("?"):
        return False
    return _pattern(language).match(sentence.casefold().replace("’", "'")) is not None


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """The phrases, with up to two small words before them and something to remember behind."""
    table = pack(language).table("remember")
    openers = "|".join(re.escape(word) for word in table["openers"])
    phrases = "|".join(
        re.escape(phrase) for phrase in sorted(table["phrases"], key=len, reverse=True)
    )
    return re.compile(rf"(?:(?:{openers})[\s,:]+){{0,3}}(?:{phrases})(?!\w)[\s,:]*\w")
