"""Compare the subjects of statements by their distinctive words."""

import re
from typing import Final

from recollect.languages.words import common_words, is_article, is_pronoun

# The subject of a statement that names nobody else.
_USER: Final = "user"
_WORD: Final = re.compile(r"(?<![\w'’+#.-])[\w'’+#.-]*\w[+#]*")


def same_subject(left: str | None, right: str | None) -> bool:
    """Whether two subjects may be the same: "Theo" is "my son Theo"."""
    first, second = distinctive_words(left), distinctive_words(right)
    return first <= second or second <= first


def distinctive_words(name: str | None) -> frozenset[str]:
    """The words of a name that are not common, or are names: Mia; "user" if there are none."""
    plain = (name or _USER).replace("’", "'").replace("'s", "")
    words = {word for word in _WORD.findall(plain) if not _is_plain(word)}
    return frozenset(map(str.casefold, words)) or frozenset({_USER})


def _is_plain(word: str) -> bool:
    is_small = word.islower() or is_pronoun(word) or is_article(word)
    return is_small and word.casefold() in common_words()
