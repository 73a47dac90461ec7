"""Validation of a vector that a caller passes in."""

import numpy as np

from recollect.errors import InvalidInput
from recollect.recall.index_arrays import Floats


def check_vector(value: object) -> Floats:
    """A caller's vector, normalized to length 1."""
    try:
        given = np.asarray(value)
        vector = given.astype(np.float64) if given.dtype.kind in "iuf" else np.empty(0)
    except (TypeError, ValueError, OverflowError):
        vector = np.empty(0)
    largest = float(np.abs(vector).max()) if vector.ndim == 1 and len(vector) else 0.0
    if not largest or not np.isfinite(largest):
        message = "vector takes a list of finite numbers that are not all 0"
        raise InvalidInput(message, field="vector")
    # Scale by the largest value first, so that the norm neither overflows nor underflows.
    vector = vector / largest
    return np.asarray(vector / np.linalg.norm(vector), np.float32)
