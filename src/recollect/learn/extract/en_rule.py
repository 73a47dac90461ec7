"""English: how a rule is written."""

from typing import Final

from recollect.learn.extract.en_words import PARTS
from recollect.learn.extract.language import expanded, words
from recollect.learn.extract.rules import Rules


def _said(pattern: str) -> str:
    return expanded(pattern, **PARTS)


rule: Final = Rules(words, _said)
