"""Posts JSON to the endpoint of a remote model, with errors in our own words."""

import json
import re
import time
from collections.abc import Generator, Mapping
from contextlib import closing
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Final

import httpx2

from recollect.domain.loopback import is_loopback
from recollect.errors import Closed, InvalidInput, ProviderError, ProviderUnavailable
from recollect.providers.trust import trusted

EVENT_STREAM: Final = "text/event-stream"

_STATUSES: Final = frozenset(HTTPStatus)
_RETRIED_STATUS: Final = frozenset({408, 409, 425, 429})
# The request is too long or refused for its content; others may succeed.
_THIS_ONLY: Final = frozenset({400, 413, 422})
_UNREADABLE: Final = frozenset({400, 422})
# Fields of a request with a schema, and what services without schemas say about it.
_SCHEMA_FIELDS: Final = frozenset({"response_format", "output_config"})
_ABOUT_SCHEMAS: Final = re.compile(rb"response_format|json_?schema|output_config", re.IGNORECASE)
_EXAMINED: Final = 4096
_NO_SCHEMA: Final = (
    " It may not support JSON schemas (response_format), which are needed here:"
    " try another service or model, or extractor = rules; then: recollect sync --retry"
)
_HINTS: Final = {
    401: " Check the API key.",
    403: " Check the API key.",
    404: " Check the address and the model's name.",
}
# Stricter than the HTTP library, which fails on some names with an unrelated error.
_LABEL: Final = r"[a-z0-9_-]{1,63}"
_HOST: Final = re.compile(rf"(?:\[[0-9a-f:.]+\]|{_LABEL}(?:\.{_LABEL})*\.?)(?::\d{{1,5}})?")
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_MAX_ANSWER: Final = 16 * 2**20  # a vector of 4,096 numbers is about 100 kB, a long reply less


class Endpoint:
    """The endpoint of a remote model.

    Its errors contain neither the key nor the request, nor anything from the service or the HTTP
    library, which may repeat them.
    """

    def __init__(
        self,
        name: str,
        url: httpx2.URL,
        headers: Mapping[str, str],
        *,
        timeout: float,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.name = name
        self.timeout = timeout
        self.url = url
        self._client = httpx2.Client(
            headers=headers, timeout=timeout, transport=transport, verify=trusted()
        )

    def ask(self, body: Mapping[str, object]) -> bytes:
        """The whole answer to one request."""
        # The client's timeout is per packet, so a slow drip would never hit it.
        deadline = time.monotonic() + self.timeout
        answer = bytearray()
        with closing(self.parts(body)) as parts:
            for part in parts:
                answer += part
                if len(answer) > _MAX_ANSWER:
                    raise ProviderError(f"{self.name} sent an answer that is too large.")
                if time.monotonic() > deadline:
                    raise self.timed_out()
        return bytes(answer)

    def parts(
        self, body: Mapping[str, object], media_type: str | None = None
    ) -> Generator[bytes, None, None]:
        """The answer in chunks as it arrives; closing this closes the connection."""
        if self._client.is_closed:
            raise Closed(f"{self.name} has been closed.")
        # Raised outside the handlers, so that no traceback contains the request with its key.
        failure: ProviderError
        begun = False
        try:
            with closing(self._exchange(body, media_type)) as exchange:
                for part in exchange:
                    begun = True
                    yield part
        except httpx2.TimeoutException:
            failure = self.timed_out()
        except httpx2.ConnectError:
            failure = refused = ProviderUnavailable(f"{self.name} could not be reached.")
            refused.is_down = is_loopback(self.url.host)
        except (httpx2.NetworkError, httpx2.RemoteProtocolError, httpx2.ProxyError):
            why = (
                "closed the connection before its answer was complete"
                if begun
                else "could not be reached"
            )
            failure = ProviderUnavailable(f"{self.name} {why}.")
        except httpx2.RequestError as error:
            failure = ProviderError(f"{self.name} could not be called ({type(error).__name__}).")
        else:
            return
        raise failure

    def timed_out(self) -> ProviderUnavailable:
        """The error for a timeout."""
        return ProviderUnavailable(f"{self.name} did not answer in time.")

    def close(self) -> None:
        """Close the connections; closing twice is fine."""
        self._client.close()

    def _exchange(
        self, body: Mapping[str, object], media_type: str | None
    ) -> Generator[bytes, None, None]:
        # A lone surrogate cannot be encoded in UTF-8; a question mark is sent instead.
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        headers = {"Content-Type": "application/json"}
        with self._client.stream("POST", self.url, content=content, headers=headers) as response:
            if not response.is_success:
                raise self._refusal(response, body)
            given = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            if media_type is not None and given != media_type:
                raise ProviderError(f"{self.name} answered something other than {media_type}.")
            yield from response.iter_bytes()

    def _refusal(self, response: httpx2.Response, body: Mapping[str, object]) -> ProviderError:
        status = response.status_code
        # The standard phrase: the one from the service could be anything.
        phrase = f" {HTTPStatus(status).phrase}" if status in _STATUSES else ""
        message = f"{self.name} answered {status}{phrase}.{_HINTS.get(status, '')}"
        if is_passing(status):
            return ProviderUnavailable(message, retry_after=_retry_after(response.headers))
        if status not in _UNREADABLE or _SCHEMA_FIELDS.isdisjoint(body):
            return ProviderError(message, this_only=status in _THIS_ONLY)
        # The answer is examined but not repeated: it may quote the request.
        is_about_schemas = _ABOUT_SCHEMAS.search(next(response.iter_bytes(_EXAMINED), b""))
        return ProviderError(message + _NO_SCHEMA, this_only=not is_about_schemas)


def is_passing(status: int) -> bool:
    """Whether a status means that a retry may succeed."""
    return status in _RETRIED_STATUS or status // 100 == 5  # noqa: PLR2004 - errors of the server


def address(base_url: str, whose: str) -> httpx2.URL:
    """The checked URL: http or https, a host, and no password."""
    # The message does not contain the URL: a mistyped one may contain a password.
    try:
        url = httpx2.URL(base_url)
    except httpx2.InvalidURL:
        url = httpx2.URL("")
    has_host = _HOST.fullmatch(url.netloc.decode("ascii"))
    if url.scheme not in {"http", "https"} or not has_host or url.userinfo:
        raise InvalidInput(
            f"The {whose}'s address must begin with http:// or https://, name a host, "
            "and contain no user or password.",
            field="base_url",
        )
    return url


def below(base: httpx2.URL, path: str) -> httpx2.URL:
    """The URL with a path appended; its query stays."""
    return base.copy_with(path=base.path.rstrip("/") + path)


def check_key(api_key: str, whose: str) -> str:
    """The key, if a header can contain it."""
    if not (api_key.isascii() and api_key.isprintable()):
        raise InvalidInput(f"The {whose}'s API key contains invalid characters.", field="api_key")
    return api_key


def _retry_after(headers: httpx2.Headers) -> float | None:
    value = headers.get("Retry-After", "").strip()
    if _SECONDS.fullmatch(value):
        return float(value)
    try:
        # Relative to the service's clock: ours may be wrong.
        wait = parsedate_to_datetime(value) - parsedate_to_datetime(headers.get("Date", ""))
    except (ValueError, TypeError):
        return None
    return max(wait.total_seconds(), 0.0)
