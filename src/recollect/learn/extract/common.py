"""The most frequent words of each language, by which it is told before anything else of it is needed."""

from collections.abc import Mapping
from typing import Final

_ENGLISH: Final = frozenset(
    """the of and a to in is you that it he was for on are as with his they i at be this have from or had by but not what all were we when
    your can said there use an each which she do how their if will up other about out many then them these so some her would
    make like him into time has look two more go see no way could people my than been who its now find down did get come made may
    i'm im it's don't me our us am yes just want need got know really please thanks any should does any work live love
    where why here also because after before very still too much think going one""".split()
)
COMMON: Final[Mapping[str, frozenset[str]]] = {"en": _ENGLISH}
