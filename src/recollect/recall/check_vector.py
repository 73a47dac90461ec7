"""A vector that a caller hands in, checked."""

import numpy as np

from recollect.errors import InvalidInput
from recollect.recall.index import Floats


def check_vector(value: object) -> Floats:
    """A caller's vector, at length one."""
    try:
        given = np.asarray(value)
        vector = given.astype(np.float64) if given.dtype.kind in "iuf" else np.empty(0)
    except (TypeError, ValueError, OverflowError):
        vector = np.empty(0)
    greatest = float(np.abs(vector).max()) if vector.ndim == 1 and len(vector) else 0.0
    if not greatest or not np.isfinite(greatest):
        message = "vector takes a list of finite numbers that are not all 0"
        raise InvalidInput(message, field="vector")
    # First by the greatest, so that neither very large nor very small numbers are lost.
    vector = vector / greatest
    return np.asarray(vector / np.linalg.norm(vector), np.float32)
