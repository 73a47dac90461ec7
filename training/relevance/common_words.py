"""Count how common words are in messages, so that a common one says less about a question.

    PYTHONPATH=src python training/relevance/common_words.py

counts in how many of the messages in `training/` each stem occurs, by language, and writes
`src/recollect/recall/common_words.bin`: pairs of little-endian 32-bit numbers, a term and tenths.
Run it again when the terms change (`ANALYZER`).
"""

import math
import re
from collections import Counter
from pathlib import Path

import numpy as np

from recollect.recall.terms import language_of, terms

ROOT = Path(__file__).parents[2]
FOLDERS = ("dialogues", "highlights", "strict")
LANGUAGES = ("en", "de", "es", "fr", "it", "pt")
OUT = ROOT / "src/recollect/recall/common_words.bin"
# A word as common as the first (-log of its share) counts least, one as rare as the second fully.
COMMON, RARE, LEAST = 3.0, 7.0, 4
LEAST_COUNT = 10
_MESSAGE = re.compile(r"[A-Z]\w*: (.+)")
_MARKS = re.compile(r"\{[^>{}]*>|[{}]")


def messages() -> list[str]:
    """The messages of the dialogues, without their marks."""
    paths = [path for name in FOLDERS for path in sorted((ROOT / "training" / name).glob("*.txt"))]
    found = (
        _MESSAGE.match(line) for path in paths for line in path.read_text("utf-8").splitlines()
    )
    return [_MARKS.sub("", match[1]) for match in found if match]


def main() -> None:
    """Write each term that is common in a language, with its weight in tenths."""
    total: Counter[str] = Counter()
    count: Counter[tuple[str, int]] = Counter()
    for text in messages():
        language = language_of(text)
        if language in LANGUAGES:
            total[language] += 1
            count.update((language, term) for term in set(terms(text, language)))
    weights: dict[int, int] = {}
    for (language, term), number in count.items():
        if number >= LEAST_COUNT:
            rarity = -math.log(number / total[language])
            tenths = max(LEAST, math.floor(10 * (rarity - COMMON) / (RARE - COMMON)))
            weights[term] = min(tenths, weights.get(term, 10))
    common = sorted((term, tenths) for term, tenths in weights.items() if tenths < 10)
    OUT.write_bytes(np.array(common, "<u4").tobytes())
    print(f"{len(common):,} of {len(count):,} terms are common in {total.total():,} messages")


if __name__ == "__main__":
    main()
