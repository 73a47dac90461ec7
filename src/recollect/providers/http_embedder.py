"""The embedder behind an OpenAI-compatible endpoint."""

from threading import Lock
from typing import Annotated, Any

import httpx2
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from recollect import tracing
from recollect.errors import ProviderError
from recollect.providers.embedders import unit_vector
from recollect.providers.endpoint import Endpoint, address, below, check_key
from recollect.providers.resilience import Breaker, Meter


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
        return unit_vector(vector)
