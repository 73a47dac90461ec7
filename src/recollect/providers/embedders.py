"""Embedders: the bundled model, and a cache around any; `http_embedder` has the remote one.

Without an embedder (`None`), search is lexical.
"""

import hashlib
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
import numpy.typing as npt

from recollect.domain.ports import Embedder
from recollect.providers.resilience import Meter
from recollect.providers.runtime import BundledModel

BUNDLED: Final = Path(__file__).parent / "minilm"


class MiniLM:
    """The bundled sentence embedder; needs no key and no network."""

    name: Final = "recollect-minilm-1-int8"
    dims: Final = 384

    def __init__(self, *, folder: Path = BUNDLED, meter: Meter | None = None) -> None:
        self.meter = meter or Meter()
        self._bundled = BundledModel(folder / "model_quantized.onnx", folder / "tokenizer.json")

    def warm(self) -> None:
        """Load and verify the model, and embed one text."""
        self.embed("warm")

    def embed(self, text: str) -> bytes:
        """The unit vector of the text's first 256 tokens."""
        # Measured without the wait for a core.
        with self._bundled.cores, self.meter.measure() as call:
            ids = self._bundled.tokenizer.encode(text)
            call.tokens = len(ids)
            return unit_vector(self._bundled.run(ids, [0] * len(ids)).mean(axis=0))


class _VectorCache:
    """The most recent vectors by key."""

    def __init__(self, entries: int) -> None:
        self._entries = entries
        self._lock = Lock()
        self._vectors: OrderedDict[bytes, bytes] = OrderedDict()
        self._cleared = 0

    def get(self, key: bytes) -> tuple[bytes | None, int]:
        """The vector if it is there, and how often the cache was cleared so far."""
        with self._lock:
            if key in self._vectors:
                self._vectors.move_to_end(key)
            return self._vectors.get(key), self._cleared

    def put(self, key: bytes, vector: bytes, cleared: int) -> None:
        """Add a vector, unless the cache was cleared since it was asked for."""
        with self._lock:
            if cleared != self._cleared:
                return
            self._vectors[key] = vector
            if len(self._vectors) > self._entries:
                self._vectors.popitem(last=False)

    def clear(self) -> None:
        """Forget every vector, including those being computed now."""
        with self._lock:
            self._vectors.clear()
            self._cleared += 1


class CachedEmbedder:
    """An embedder with an LRU cache, keyed by the hash of a text and never the text."""

    def __init__(self, inner: Embedder, *, entries: int = 4096) -> None:
        self._inner = inner
        self._cache = _VectorCache(entries)

    def over(self, inner: Embedder) -> "CachedEmbedder":
        """The same cache over another embedder of the same space."""
        other = CachedEmbedder(inner)
        other._cache = self._cache
        return other

    @property
    def name(self) -> str:
        """The vector space of the inner embedder."""
        return self._inner.name

    @property
    def dims(self) -> int | None:
        """The dimensions of the inner embedder; None until known."""
        return self._inner.dims

    def warm(self) -> None:
        """Warm the inner embedder."""
        self._inner.warm()

    def embed(self, text: str) -> bytes:
        """The text's unit vector, from the cache if possible."""
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        known, cleared = self._cache.get(key)
        if known is not None:
            return known
        vector = self._inner.embed(text)
        self._cache.put(key, vector, cleared)
        return vector

    def clear(self) -> None:
        """Forget every vector, including those being computed now."""
        self._cache.clear()


def unit_vector(vector: npt.ArrayLike) -> bytes:
    """The normalized vector as little-endian float32; it must be finite and not zero."""
    wide = np.asarray(vector, dtype=np.float64)
    wide = wide / np.max(np.abs(wide))  # so that squaring neither overflows nor underflows
    narrow: npt.NDArray[np.float32] = (wide / np.sqrt(np.sum(wide * wide))).astype("<f4")
    return narrow.tobytes()
