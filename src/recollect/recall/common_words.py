"""How much a word of a question says: "work" occurs by chance more often than "pottery".

In a memory of a few hundred turns, how often a word occurs there does not tell. The weights are
from the messages in `training/`, by `training/relevance/common_words.py`.
"""

from importlib.resources import files
from typing import Final

import numpy as np


def _read_weights() -> dict[int, float]:
    data = files("recollect.recall").joinpath("common_words.bin").read_bytes()
    terms, tenths = np.frombuffer(data, "<u4").reshape(-1, 2).T
    return dict(zip(terms.tolist(), (tenths / 10).tolist(), strict=True))


_WEIGHTS: Final = _read_weights()


def word_weight(term: int) -> float:
    """The share of its score that a term counts for: less than 1 if it is a common word's."""
    return _WEIGHTS.get(term, 1.0)
