"""Compare the subjects of statements by their distinctive words."""

import re
from typing import Final

from recollect.languages.words import common_words

# The subject of a statement that names nobody else.
_USER: Final = "user"
_WORD: Final = re.compile(r"(?<![\w'’+#.-])[\w'’+#.-]*\w[+#]*")


def same_subject(left: str | None, right: str | None) -> bool:
    """Whether two subjects may be the same: "Theo" is "my son Theo"."""
    first, second = distinctive_words(left), distinctive_words(right)
    return first <= second or second <= first


def distinctive_words(name: str | None) -> frozenset[str]:
    """The words of a name that are not common; "user" if there are none."""
    plain = (name or _USER).casefold().replace("’", "'").replace("'s", "")
    return (frozenset(_WORD.findall(plain)) - common_words()) or frozenset({_USER})
