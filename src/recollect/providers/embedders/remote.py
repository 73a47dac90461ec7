"""Any embedding model behind an OpenAI-compatible endpoint."""

import re
import time
from http import HTTPStatus
from threading import Lock
from typing import Annotated, Any, Final

import httpx2
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from recollect.errors import InvalidInput, ProviderError, ProviderUnavailable
from recollect.providers.embedders.unit import unit
from recollect.providers.resilience import Breaker, Meter

_STATUSES: Final = frozenset(HTTPStatus)
_RETRIED_STATUS: Final = frozenset({408, 409, 425, 429})
_HINTS: Final = {
    401: " Check the API key.",
    403: " Check the API key.",
    404: " Check the address and the model's name.",
}
# Stricter than the HTTP library, which fails on some names with an error of the name look-up's own.
_LABEL: Final = r"[a-z0-9_-]{1,63}"
_HOST: Final = re.compile(rf"(?:\[[0-9a-f:.]+\]|{_LABEL}(?:\.{_LABEL})*\.?)(?::\d{{1,5}})?")
_MAX_ANSWER: Final = 16 * 2**20  # a vector of 4,096 numbers is about 100 kB


class _Item(BaseModel):
    model_config = ConfigDict(strict=True)
    embedding: Annotated[list[FiniteFloat], Field(min_length=1)]


class _Answer(BaseModel):
    data: Annotated[list[_Item], Field(min_length=1, max_length=1)]
    usage: Any = None

    def tokens(self) -> int:
        """As counted by the service; many do not count."""
        total = self.usage.get("total_tokens") if isinstance(self.usage, dict) else None
        return total if isinstance(total, int) else 0


class HttpEmbedder:
    """An embedding model behind an OpenAI-compatible `/embeddings` endpoint.

    Its errors hold neither the key nor the text, nor anything the service or the HTTP library says,
    for either may repeat them.
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
        base = _base(base_url)
        self.name = f"{base.netloc.decode('ascii')}/{model}"
        self.meter = meter or Meter()
        self._model = model
        self._url = base.copy_with(path=base.path.rstrip("/") + "/embeddings")
        self._breaker = breaker
        self._timeout = timeout
        self._client = httpx2.Client(
            headers=_authorization(api_key), timeout=timeout, transport=transport
        )
        self._sizing = Lock()
        self._dims: int | None = None

    @property
    def dims(self) -> int | None:
        """Known from the first answer on."""
        return self._dims

    def warm(self) -> None:
        """Embed one word, so that a wrong address, key or model shows now."""
        self.embed("warm")

    def embed(self, text: str) -> bytes:
        """The text's unit vector, as the service sees it; one request."""
        return self._breaker.call(lambda: self._metered(text))

    def close(self) -> None:
        """Let go of the connections; closing twice is fine."""
        self._client.close()

    def _metered(self, text: str) -> bytes:
        with self.meter.measure() as call:
            answer = self._parse(self._ask(text))
            call.tokens = answer.tokens()
            return self._checked(answer.data[0].embedding)

    def _ask(self, text: str) -> bytes:
        # Raised outside the handlers, so that no traceback leads to a request with the key in it.
        failure: ProviderError
        try:
            return self._exchange(text)
        except httpx2.TimeoutException:
            failure = ProviderUnavailable(f"{self.name} did not answer in time.")
        except (httpx2.NetworkError, httpx2.RemoteProtocolError, httpx2.ProxyError):
            failure = ProviderUnavailable(f"{self.name} could not be reached.")
        except httpx2.RequestError as error:
            failure = ProviderError(f"{self.name} could not be asked ({type(error).__name__}).")
        raise failure

    def _exchange(self, text: str) -> bytes:
        # A lone surrogate has no UTF-8; the service gets a question mark in its place.
        sendable = text.encode("utf-8", "replace").decode("utf-8")
        body = {"model": self._model, "input": sendable}
        deadline = time.monotonic() + self._timeout
        with self._client.stream("POST", self._url, json=body) as response:
            if not response.is_success:
                raise self._refusal(response)
            return self._read(response, deadline)

    def _read(self, response: httpx2.Response, deadline: float) -> bytes:
        """The whole body; the client's own time-out is per packet, which a slow drip never meets."""
        body = bytearray()
        for part in response.iter_bytes():
            body += part
            if len(body) > _MAX_ANSWER:
                raise ProviderError(f"{self.name} answered more than any vector can be.")
            if time.monotonic() > deadline:
                raise ProviderUnavailable(f"{self.name} did not answer in time.")
        return bytes(body)

    def _refusal(self, response: httpx2.Response) -> ProviderError:
        status = response.status_code
        # Our own words for it: a reason phrase from the wire could be anything.
        phrase = f" {HTTPStatus(status).phrase}" if status in _STATUSES else ""
        message = f"{self.name} answered {status}{phrase}.{_HINTS.get(status, '')}"
        if status in _RETRIED_STATUS or response.is_server_error:
            return ProviderUnavailable(message)
        return ProviderError(message)

    def _parse(self, body: bytes) -> _Answer:
        try:
            return _Answer.model_validate_json(body)
        except ValidationError:  # it quotes the answer, and the answer may quote the text
            failure = ProviderError(f"{self.name} answered something other than one embedding.")
        raise failure

    def _checked(self, vector: list[float]) -> bytes:
        if not any(vector):
            raise ProviderError(f"{self.name} answered a vector of zeros.")
        with self._sizing:
            if self._dims is None:
                self._dims = len(vector)
        if len(vector) != self._dims:
            raise ProviderError(
                f"{self.name} answered {len(vector)} dimensions, but {self._dims} before."
            )
        return unit(vector)


def _base(base_url: str) -> httpx2.URL:
    # The address itself stays out of the message: a mistyped one may hold a password.
    try:
        url = httpx2.URL(base_url)
    except httpx2.InvalidURL:
        url = httpx2.URL("")
    named = _HOST.fullmatch(url.netloc.decode("ascii"))
    if url.scheme not in {"http", "https"} or not named or url.userinfo:
        raise InvalidInput(
            "The embedder's address must begin with http:// or https://, name a host, "
            "and hold no user or password.",
            field="base_url",
        )
    return url


def _authorization(api_key: str | None) -> dict[str, str]:
    if not api_key:
        return {}
    if not (api_key.isascii() and api_key.isprintable()):
        raise InvalidInput(
            "The embedder's API key holds characters that no key has.", field="api_key"
        )
    return {"Authorization": f"Bearer {api_key}"}
