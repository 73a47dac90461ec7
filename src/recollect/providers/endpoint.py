"""One address of a remote model: JSON is posted there, and what goes wrong is told in our own words."""

import json
import re
import time
from collections.abc import Generator, Mapping
from contextlib import closing
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Final

import httpx2

from recollect.errors import Closed, InvalidInput, ProviderError, ProviderUnavailable
from recollect.providers.trust import trusted

EVENT_STREAM: Final = "text/event-stream"

_STATUSES: Final = frozenset(HTTPStatus)
_RETRIED_STATUS: Final = frozenset({408, 409, 425, 429})
# It is too long, or of something the service will not speak of; others may do.
_THIS_ONLY: Final = frozenset({400, 413, 422})
_UNREADABLE: Final = frozenset({400, 422})
# Where a question holds the form of its answer, and what a service says that knows of none.
_FORM_FIELDS: Final = frozenset({"response_format", "output_config"})
_OF_FORMS: Final = re.compile(rb"response_format|json_?schema|output_config", re.IGNORECASE)
_LOOKED_AT: Final = 4096
_NO_FORM: Final = (
    " It may not take the form of an answer as a JSON schema (response_format), which is needed here:"
    " try another service or model, or extractor = rules; then: recollect sync --retry"
)
_HINTS: Final = {
    401: " Check the API key.",
    403: " Check the API key.",
    404: " Check the address and the model's name.",
}
# Stricter than the HTTP library, which fails on some names with an error of the name look-up's own.
_LABEL: Final = r"[a-z0-9_-]{1,63}"
_HOST: Final = re.compile(rf"(?:\[[0-9a-f:.]+\]|{_LABEL}(?:\.{_LABEL})*\.?)(?::\d{{1,5}})?")
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_MAX_ANSWER: Final = 16 * 2**20  # a vector of 4,096 numbers is about 100 kB, a long reply less


class Endpoint:
    """Where a remote model takes its questions.

    Its errors hold neither the key nor what was sent, nor anything the service or the HTTP library says,
    for either may repeat them.
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
        self._url = url
        self._client = httpx2.Client(
            headers=headers, timeout=timeout, transport=transport, verify=trusted()
        )

    def ask(self, body: Mapping[str, object]) -> bytes:
        """The whole answer to one question."""
        # The client's own time-out is per packet, which a slow drip never meets.
        deadline = time.monotonic() + self.timeout
        answer = bytearray()
        with closing(self.parts(body)) as parts:
            for part in parts:
                answer += part
                if len(answer) > _MAX_ANSWER:
                    raise ProviderError(f"{self.name} answered more than any answer can be.")
                if time.monotonic() > deadline:
                    raise self.late()
        return bytes(answer)

    def parts(
        self, body: Mapping[str, object], media_type: str | None = None
    ) -> Generator[bytes, None, None]:
        """The answer as it comes in, in pieces of any size; closing this closes the connection."""
        if self._client.is_closed:
            raise Closed(f"{self.name} has been closed.")
        # Raised outside the handlers, so that no traceback leads to a request with the key in it.
        failure: ProviderError
        begun = False
        try:
            with closing(self._exchange(body, media_type)) as exchange:
                for part in exchange:
                    begun = True
                    yield part
        except httpx2.TimeoutException:
            failure = self.late()
        except (httpx2.NetworkError, httpx2.RemoteProtocolError, httpx2.ProxyError):
            why = "hung up before its answer was complete" if begun else "could not be reached"
            failure = ProviderUnavailable(f"{self.name} {why}.")
        except httpx2.RequestError as error:
            failure = ProviderError(f"{self.name} could not be asked ({type(error).__name__}).")
        else:
            return
        raise failure

    def late(self) -> ProviderUnavailable:
        """The error of an answer that does not come."""
        return ProviderUnavailable(f"{self.name} did not answer in time.")

    def close(self) -> None:
        """Let go of the connections; closing twice is fine."""
        self._client.close()

    def _exchange(
        self, body: Mapping[str, object], media_type: str | None
    ) -> Generator[bytes, None, None]:
        # A lone surrogate has no UTF-8; the service gets a question mark in its place.
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        headers = {"Content-Type": "application/json"}
        with self._client.stream("POST", self._url, content=content, headers=headers) as response:
            if not response.is_success:
                raise self._refusal(response, body)
            if media_type is not None and _media_type(response) != media_type:
                raise ProviderError(f"{self.name} answered something other than {media_type}.")
            yield from response.iter_bytes()

    def _refusal(self, response: httpx2.Response, body: Mapping[str, object]) -> ProviderError:
        status = response.status_code
        # Our own words for it: a reason phrase from the wire could be anything.
        phrase = f" {HTTPStatus(status).phrase}" if status in _STATUSES else ""
        message = f"{self.name} answered {status}{phrase}.{_HINTS.get(status, '')}"
        if is_passing(status):
            return ProviderUnavailable(message, retry_after=_retry_after(response.headers))
        if status not in _UNREADABLE or _FORM_FIELDS.isdisjoint(body):
            return ProviderError(message, this_only=status in _THIS_ONLY)
        # What it says is looked at and not repeated: it may quote what was sent.
        speaks = _OF_FORMS.search(next(response.iter_bytes(_LOOKED_AT), b""))
        return ProviderError(message + _NO_FORM, this_only=not speaks)


def is_passing(status: int) -> bool:
    """Whether a status says that the same request may be answered another time."""
    return status in _RETRIED_STATUS or HTTPStatus.INTERNAL_SERVER_ERROR <= status < 600  # noqa: PLR2004


def address(base_url: str, whose: str) -> httpx2.URL:
    """The address, checked: http or https, a host, and no password."""
    # The address itself stays out of the message: a mistyped one may hold a password.
    try:
        url = httpx2.URL(base_url)
    except httpx2.InvalidURL:
        url = httpx2.URL("")
    named = _HOST.fullmatch(url.netloc.decode("ascii"))
    if url.scheme not in {"http", "https"} or not named or url.userinfo:
        raise InvalidInput(
            f"The {whose}'s address must begin with http:// or https://, name a host, "
            "and hold no user or password.",
            field="base_url",
        )
    return url


def below(base: httpx2.URL, path: str) -> httpx2.URL:
    """The address of a path under another; a query stays where it is."""
    return base.copy_with(path=base.path.rstrip("/") + path)


def check_key(api_key: str, whose: str) -> str:
    """The key, if a header can carry it."""
    if not (api_key.isascii() and api_key.isprintable()):
        raise InvalidInput(
            f"The {whose}'s API key holds characters that no key has.", field="api_key"
        )
    return api_key


def _media_type(response: httpx2.Response) -> str:
    told: str = response.headers.get("Content-Type", "")
    return told.partition(";")[0].strip().lower()


def _retry_after(headers: httpx2.Headers) -> float | None:
    told = headers.get("Retry-After", "").strip()
    if _SECONDS.fullmatch(told):
        return float(told)
    try:
        # By the service's own clock: ours may be wrong.
        wait = parsedate_to_datetime(told) - parsedate_to_datetime(headers.get("Date", ""))
    except (ValueError, TypeError):
        return None
    return max(wait.total_seconds(), 0.0)
