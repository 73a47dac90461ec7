"""The model elsewhere that completes chats."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import httpx2

from recollect.server.proxy.headers import Headers
from recollect.settings import Settings

_CONNECT_SECONDS: Final = 10.0
_KEPT_OPEN: Final = 100


@dataclass(frozen=True, slots=True)
class Question:
    """One request as it goes on; `path` is as the caller gave it."""

    method: str
    path: str
    query: str
    headers: Headers
    content: bytes


class Unanswered(Exception):
    """The upstream did not answer; what of it the caller may know."""

    def __init__(self, status: HTTPStatus, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


class Upstream:
    """Where requests go on to."""

    def __init__(self, settings: Settings) -> None:
        self._base = (
            None if settings.upstream_base_url is None else httpx2.URL(settings.upstream_base_url)
        )
        self._timeout = settings.upstream_timeout_seconds
        self._client: httpx2.AsyncClient | None = None

    @asynccontextmanager
    async def asked(self, question: Question) -> AsyncIterator[httpx2.Response]:
        """The upstream's answer, its body still to come; leaving early hangs up."""
        request = httpx2.Request(
            question.method,
            self._url(question),
            # As the bytes they came in: the HTTP library would take no signs but ASCII's.
            headers=[(name.encode(), value.encode("latin-1")) for name, value in question.headers],
            content=question.content,
        )
        response = await self._sent(request)
        try:
            yield response
        finally:
            await response.aclose()

    async def close(self) -> None:
        """Let go of the connections."""
        if self._client is not None:
            await self._client.aclose()

    async def _sent(self, request: httpx2.Request) -> httpx2.Response:
        # What the HTTP library says may hold the request, so that it ends here.
        try:
            return await self._connected().send(request, stream=True)
        except httpx2.TimeoutException:
            raise self._late() from None
        except (httpx2.ConnectError, httpx2.ProxyError, httpx2.UnsupportedProtocol):
            raise _unreachable("could not be reached") from None
        except httpx2.RequestError:
            raise _unreachable("hung up without an answer") from None

    def _connected(self) -> httpx2.AsyncClient:
        if self._client is None:
            assert self._base is not None
            self._client = httpx2.AsyncClient(
                # Certificates take a moment to load, and are of no use without encryption.
                verify=self._base.scheme == "https",
                timeout=httpx2.Timeout(
                    self._timeout, connect=min(_CONNECT_SECONDS, self._timeout), pool=None
                ),
                # As many streams at once as there are callers.
                limits=httpx2.Limits(max_connections=None, max_keepalive_connections=_KEPT_OPEN),
                follow_redirects=False,
            )
        return self._client

    def _url(self, question: Question) -> httpx2.URL:
        if self._base is None:
            raise Unanswered(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "no_upstream",
                "there is no upstream to complete chats: set upstream_base_url"
                " (variable RECOLLECT_UPSTREAM_BASE_URL), such as https://api.openai.com/v1"
                " or http://127.0.0.1:11434/v1",
            )
        # An address without a path leaves it to the caller whether there is a /v1.
        rooted = self._base.path.rstrip("/")
        path = question.path.removeprefix("/v1") if rooted else question.path
        return self._base.copy_with(path=rooted + path, query=question.query.encode() or None)

    def _late(self) -> Unanswered:
        message = (
            f"the upstream did not answer within {self._timeout:,} seconds"
            " (setting upstream_timeout_seconds)"
        )
        return Unanswered(HTTPStatus.GATEWAY_TIMEOUT, "upstream_timeout", message)


def _unreachable(what: str) -> Unanswered:
    message = f"the upstream {what} (setting upstream_base_url)"
    return Unanswered(HTTPStatus.BAD_GATEWAY, "upstream_unreachable", message)
