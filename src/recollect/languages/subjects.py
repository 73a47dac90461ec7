"""Whom a statement is about, by the words that tell one from another."""

import re
from typing import Final

from recollect.languages.words import common_words

# Whom a statement is about when nobody else is named.
_USER: Final = "user"
_WORD: Final = re.compile(r"[\w'’+#.-]*\w[+#]*")


def same_subject(one: str | None, other: str | None) -> bool:
    """Whether two statements may be about the same: "Theo" is "my son Theo"."""
    first, second = telling_words(one), telling_words(other)
    return first <= second or second <= first


def telling_words(name: str | None) -> frozenset[str]:
    """The words of a name that tell it from others; the user's own where there are none."""
    said = (name or _USER).casefold().replace("’", "'").replace("'s", "")
    return (frozenset(_WORD.findall(said)) - common_words()) or frozenset({_USER})
