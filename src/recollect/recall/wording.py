"""Whether a message is worded like a question about what is remembered, or like a general one.

Rules for the wording are in `intent.toml`; this adds what they miss. The weights of words and pairs
of words were fitted on questions in English, German, Spanish and French by
`training/relevance/fit.py`.
"""

import math
import re
from itertools import pairwise
from typing import Final

from recollect.domain.data_files import read_toml
from recollect.domain.folding import composed

# Of a longer message, the words at the start and at the end are read: one of them asks.
_ENDS: Final = 15
# A longer word also counts by its start, so that its other forms are known.
_START: Final = 5
# No wording is surer than this.
LIMIT: Final = 3.0
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|\?")


def _read_weights() -> dict[str, float]:
    table = read_toml("recollect.recall", "wording.toml")["weights"]
    return {
        piece: float(weight)
        for weight, pieces in table.items()
        for piece in " ".join(pieces.split()).split(", ")
    }


_WEIGHTS: Final = _read_weights()


def split_pieces(text: str) -> tuple[set[str], float]:
    """The pieces of a text that may have a weight, and the share that each counts for.

    They are its words, pairs of words, the first words together, and the starts of long words.
    """
    plain = composed(text).casefold().replace("’", "'")
    words = ["0" if word.isdigit() else word for word in _WORD.findall(plain)]
    if len(words) > 2 * _ENDS:
        words = words[:_ENDS] + words[-_ENDS:]
    marked = ["^", *words, "$"]
    pieces = {*words, *map(" ".join, pairwise(marked)), " ".join(marked[:3]), " ".join(marked[:4])}
    pieces |= {f"{word[:_START]}…" for word in words if len(word) > _START}
    # About 1 for ten words; many words are not a surer sign than a few.
    return pieces, 4 / math.sqrt(len(words) + 6)


def wording(text: str) -> float:
    """Above 0 for the wording of a question about what is remembered, below 0 for a general one."""
    pieces, each = split_pieces(text)
    # Exact, because the order of a set is not the same in every process.
    total = math.fsum(_WEIGHTS.get(piece, 0.0) for piece in pieces)
    return max(-LIMIT, min(each * total, LIMIT))
