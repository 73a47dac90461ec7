"""An embedder without a model: texts that share words get similar vectors."""

import hashlib

import numpy as np
import numpy.typing as npt

_Vector = npt.NDArray[np.float64]


class ToyEmbedder:
    """An `Embedder` that sums a fixed direction for each word.

    `calls` lists every embedded text; each exception in `failures` is raised once, in order.
    """

    def __init__(self, name: str = "toy", dims: int = 16) -> None:
        self._name = name
        self._dims = dims
        self.calls: list[str] = []
        self.failures: list[Exception] = []

    @property
    def name(self) -> str:
        """The name of the vector space."""
        return self._name

    @property
    def dims(self) -> int:
        """The number of dimensions of a vector."""
        return self._dims

    def warm(self) -> None:
        """Nothing has to be loaded."""

    def embed(self, text: str) -> bytes:
        """A unit vector of little-endian float32, the same for the same text on every machine."""
        self.calls.append(text)
        if self.failures:
            raise self.failures.pop(0)
        words = text.casefold().split() or [text]
        total = np.sum([self._direction(word) for word in words], axis=0)
        unit: npt.NDArray[np.float32] = (total / np.linalg.norm(total)).astype("<f4")
        return unit.tobytes()

    def _direction(self, word: str) -> _Vector:
        """A unit vector derived from a hash of the word and the name of the space."""
        seed = f"{self._name}\n{word}".encode("utf-8", "surrogatepass")
        data = hashlib.shake_256(seed).digest(2 * self._dims)
        drawn = np.frombuffer(data, dtype="<i2").astype(np.float64) + 0.5
        return drawn / np.linalg.norm(drawn)
