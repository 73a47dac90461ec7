"""Embedders: the bundled model, OpenAI-compatible endpoints, and a cache around either.

Without an embedder (`None`), search is lexical.
"""

import hashlib
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Final

import httpx2
import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from recollect import tracing
from recollect.domain.ports import Embedder
from recollect.errors import ProviderError
from recollect.providers.endpoint import Endpoint, address, below, check_key
from recollect.providers.resilience import Breaker, Meter
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
            return _unit(self._bundled.run(ids, [0] * len(ids)).mean(axis=0))


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


class _Item(BaseModel):
    model_config = ConfigDict(strict=True)
    embedding: Annotated[list[FiniteFloat], Field(min_length=1)]


class _Answer(BaseModel):
    data: Annotated[list[_Item], Field(min_length=1, max_length=1)]
    usage: Any = None

    def tokens(self) -> int:
        """The tokens that the service reports; 0 if it does not."""
        total = self.usage.get("total_tokens") if isinstance(self.usage, dict) else None
        return total if isinstance(total, int) else 0


class HttpEmbedder:
    """An embedding model behind an OpenAI-compatible `/embeddings` endpoint.

    Its errors contain neither the key nor the text, nor anything from the service.
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str,
        api_key: str | None,
        breaker: Breaker,
        timeout: float = 60.0,
        transport: httpx2.BaseTransport | None = None,
        meter: Meter | None = None,
    ) -> None:
        base = address(base_url, "embedder")
        key = check_key(api_key, "embedder") if api_key else None
        self.name = f"{base.netloc.decode('ascii')}/{model}"
        self.meter = meter or Meter()
        self._model = model
        self._breaker = breaker
        self._endpoint = Endpoint(
            self.name,
            below(base, "/embeddings"),
            {"Authorization": f"Bearer {key}"} if key else {},
            timeout=timeout,
            transport=transport,
        )
        self._sizing = Lock()
        self._dims: int | None = None

    @property
    def dims(self) -> int | None:
        """The length of a vector; None before the first answer."""
        return self._dims

    def warm(self) -> None:
        """Embed one word, so that a wrong URL, key or model fails now."""
        self.embed("warm")

    def embed(self, text: str) -> bytes:
        """The text's unit vector from the service, in one request."""
        attributes = {
            "gen_ai.operation.name": "embeddings",
            "gen_ai.provider.name": "openai",
            "gen_ai.request.model": self._model,
            "server.address": self._endpoint.url.host,
        }
        with (
            tracing.span(f"embeddings {self._model}", attributes, kind="client") as span,
            self._breaker.guard(),
            self.meter.measure() as call,
        ):
            answer = self._parse(self._endpoint.ask({"model": self._model, "input": text}))
            call.tokens = answer.tokens()
            span.set({"gen_ai.usage.input_tokens": call.tokens})
            return self._checked(answer.data[0].embedding)

    def close(self) -> None:
        """Close the connections; closing twice is fine."""
        self._endpoint.close()

    def _parse(self, body: bytes) -> _Answer:
        try:
            return _Answer.model_validate_json(body)
        except ValidationError:  # it quotes the answer, which may quote the text
            failure = ProviderError(f"{self.name} answered something other than one embedding.")
        raise failure

    def _checked(self, vector: list[float]) -> bytes:
        if not any(vector):
            raise ProviderError(f"{self.name} returned a vector of zeros.")
        with self._sizing:
            if self._dims is None:
                self._dims = len(vector)
        if len(vector) != self._dims:
            raise ProviderError(
                f"{self.name} answered {len(vector)} dimensions, but {self._dims} before."
            )
        return _unit(vector)


def _unit(vector: npt.ArrayLike) -> bytes:
    """The normalized vector as little-endian float32; it must be finite and not zero."""
    wide = np.asarray(vector, dtype=np.float64)
    wide = wide / np.max(np.abs(wide))  # so that squaring neither overflows nor underflows
    narrow: npt.NDArray[np.float32] = (wide / np.sqrt(np.sum(wide * wide))).astype("<f4")
    return narrow.tobytes()
