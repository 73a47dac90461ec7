"""What the vector of a question says about its kind: about what is remembered, or a general one.

The weights are for English questions and the vectors of the bundled embedder, which tells less
about other languages; `training/relevance/fit.py` fits them.
"""

from importlib.resources import files
from typing import Final

import numpy as np

from recollect.recall.index_arrays import Floats
from recollect.recall.wording import LIMIT

# The vectors that the weights were fitted on, by the name of their embedder.
FITTED_ON: Final = "recollect-minilm-1-int8"
LANGUAGE: Final = "en"
# One for each number of a vector, and a constant.
_WEIGHTS: Final = np.frombuffer(
    files("recollect.recall").joinpath("question_kind.bin").read_bytes(), "<f4"
)


def question_kind(vector: Floats) -> float:
    """Above 0 for a question about what is remembered, below 0 for a general one."""
    total = float(np.dot(_WEIGHTS[:-1], vector) + _WEIGHTS[-1])
    return max(-LIMIT, min(total, LIMIT))
