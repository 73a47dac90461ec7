"""LoCoMo's score of an answer, as its authors' script computes it.

The stems are PyStemmer's. Those of NLTK, which the authors use, differ for about 1 % of the words.
"""

import re
import statistics
import string
from collections import Counter
from typing import Final

import Stemmer  # type: ignore[import-not-found]  # a C extension without stubs

from recollect.bench.recall import ADVERSARIAL

_MULTI_HOP: Final = 1
_OPEN_DOMAIN: Final = 3
_UNKNOWN: Final = ("no information available", "not mentioned")
_IGNORED: Final = re.compile(r"\b(?:a|an|the|and)\b")
_PUNCTUATION: Final = str.maketrans("", "", string.punctuation)
_stems: Final = Stemmer.Stemmer("porter").stemWords


def f1(answer: str, expected: str, category: int) -> float:
    """The score of an answer, from 0 to 1.

    The expected parts of a multi-hop answer are compared one by one, an open-domain answer without
    its explanation; an adversarial question has no answer, so the reply must say so.
    """
    if category == ADVERSARIAL:
        return float(any(phrase in answer.lower() for phrase in _UNKNOWN))
    if category == _MULTI_HOP:
        given = answer.split(",")
        parts = expected.split(",")
        return statistics.fmean(max(_overlap(text, part) for text in given) for part in parts)
    wanted = expected.partition(";")[0] if category == _OPEN_DOMAIN else expected
    return _overlap(answer, wanted)


def _overlap(answer: str, expected: str) -> float:
    given, wanted = _words(answer), _words(expected)
    common = (given & wanted).total()
    # The same as 2 · precision · recall / (precision + recall).
    return 2 * common / (given.total() + wanted.total()) if common else 0.0


def _words(text: str) -> Counter[str]:
    plain = _IGNORED.sub(" ", text.lower().translate(_PUNCTUATION))
    return Counter(_stems(plain.split()))
