"""Unit vectors as bytes."""

import numpy as np
import numpy.typing as npt


def unit(vector: npt.ArrayLike) -> bytes:
    """The normalized vector as little-endian float32; it must be finite and not zero."""
    wide = np.asarray(vector, dtype=np.float64)
    wide = wide / np.max(np.abs(wide))  # so that squaring neither overflows nor underflows
    narrow: npt.NDArray[np.float32] = (wide / np.sqrt(np.sum(wide * wide))).astype("<f4")
    return narrow.tobytes()
