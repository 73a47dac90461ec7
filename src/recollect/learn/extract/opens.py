"""Words that leave something open: "I am allergic to" is no statement without what follows, were it a picture of it."""

import re
from collections.abc import Mapping
from typing import Final

# What a sentence does not end with, unless its order is turned round: "the house I grew up in".
_OPEN: Final[Mapping[str, frozenset[str]]] = {
    "en": frozenset(
        "to in at on of for with from by about into near than like as and or a an the my our his her their is are was"
        " am be love likes loves hate hates enjoy adore prefer eat drink have has own called named".split()
    ),
    "de": frozenset(
        "in im am an auf aus bei beim mit nach von vom zu zum zur für gegen über ohne um und oder ist bin sind war heiße"
        " heißt mag liebe hasse esse trinke habe ein eine einen einem einer der die das den dem mein meine".split()
    ),
    "es": frozenset(
        "a al de del en con por para sin sobre contra y o es soy son era está estoy un una el la los las mi mis gusta"
        " gustan encanta encantan odio adoro como bebo tengo llamo llama".split()
    ),
    "fr": frozenset(
        "à au aux de du des en dans chez avec pour par sans sur contre et ou est suis sont était un une le la les mon ma"
        " mes aime adore déteste mange bois ai appelle".split()
    ),
}
_LAST: Final = re.compile(r"[^\W\d_]+(?=\s*\Z)")
# So long is the longest of these words, with some space behind it.
_NEAR: Final = 16
_PICTURE: Final = re.compile(r"[\U0001F300-\U0001FAFF\u2600-\u27BF]")
# Faces, hands, hearts and cheers say how it is meant, and stand for nothing.
_MOOD: Final = re.compile(
    r"[\U0001F600-\U0001F64F\U0001F910-\U0001F92F\U0001F970-\U0001F97A\U0001FAE0-\U0001FAE9\U0001FAF0-\U0001FAF8"
    r"\U0001F446-\U0001F450\U0001F493-\U0001F49F\U0001F4A2-\U0001F4AF\U0001F389\U0001F38A\U0001F525\u2728\u2764\u263A\u2639]"
)


def leaves_open(said: str, code: str) -> bool:
    """Whether some words of a language end where something has to follow."""
    last = _LAST.search(said[-_NEAR:].lower())
    return last is not None and last[0] in _OPEN[code]


def is_word(mark: str, before: str, code: str) -> bool:
    """Whether a picture stands for a word of the sentence, whose words `before` it leave one open."""
    return bool(_PICTURE.match(mark)) and not _MOOD.match(mark) and leaves_open(before, code)
