"""A cache around any embedder."""

import hashlib
from collections import OrderedDict
from threading import Lock

from recollect.domain.ports import Embedder


class CachedEmbedder:
    """An embedder with an LRU cache, keyed by the hash of a text and never the text."""

    def __init__(self, inner: Embedder, *, entries: int = 4096) -> None:
        self._inner = inner
        self._entries = entries
        self._lock = Lock()
        self._vectors: OrderedDict[bytes, bytes] = OrderedDict()
        self._cleared = 0

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
        with self._lock:
            cleared = self._cleared
            if key in self._vectors:
                self._vectors.move_to_end(key)
                return self._vectors[key]
        vector = self._inner.embed(text)
        self._remember(key, vector, cleared)
        return vector

    def clear(self) -> None:
        """Forget every vector, including those being computed now."""
        with self._lock:
            self._vectors.clear()
            self._cleared += 1

    def _remember(self, key: bytes, vector: bytes, cleared: int) -> None:
        with self._lock:
            if cleared != self._cleared:
                return
            self._vectors[key] = vector
            if len(self._vectors) > self._entries:
                self._vectors.popitem(last=False)
