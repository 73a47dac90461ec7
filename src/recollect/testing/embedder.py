"""An embedder without a model: texts that share words lie close together, and nothing else is meant by it."""

import hashlib

import numpy as np
import numpy.typing as npt

_Vector = npt.NDArray[np.float64]


class ToyEmbedder:
    """An `Embedder` that adds up a fixed direction for each word.

    `calls` holds every text it was asked for; each exception put into `failures` is raised once, in order.
    """

    def __init__(self, name: str = "toy", dims: int = 16) -> None:
        self._name = name
        self._dims = dims
        self.calls: list[str] = []
        self.failures: list[Exception] = []

    @property
    def name(self) -> str:
        """The vector space."""
        return self._name

    @property
    def dims(self) -> int:
        """How long a vector is."""
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
        """A unit vector drawn from the word's hash; the name of the space is hashed along."""
        seed = f"{self._name}\n{word}".encode("utf-8", "surrogatepass")
        data = hashlib.shake_256(seed).digest(2 * self._dims)
        drawn = np.frombuffer(data, dtype="<i2").astype(np.float64) + 0.5
        return drawn / np.linalg.norm(drawn)
