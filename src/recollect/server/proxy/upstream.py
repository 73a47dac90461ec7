"""The HTTP client for the upstream model server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import httpx2
from pydantic import SecretStr

from recollect.domain.access import matches_pattern
from recollect.server.errors import Refusal
from recollect.server.proxy.echo import echo_transport, is_echo_host
from recollect.server.proxy.headers import Headers
from recollect.server.proxy.paths import OLLAMA_PREFIX
from recollect.server.proxy.request_stream import RequestStream
from recollect.settings import Settings

_CONNECT_SECONDS: Final = 10.0
_MAX_KEEPALIVE: Final = 100


@dataclass(frozen=True, slots=True)
class UpstreamRequest:
    """One request to forward; `path` and `query` are as the caller sent them."""

    method: str
    path: str
    query: str
    headers: Headers
    content: bytes | RequestStream


class Upstream:
    """A model server that requests are forwarded to; `key` is the one that the server has for it.

    `setting` is where its address comes from.
    """

    def __init__(
        self, base_url: str | None, api_key: SecretStr | None, timeout: int, setting: str
    ) -> None:
        self.key = None if api_key is None else api_key.get_secret_value()
        self._base = None if base_url is None else httpx2.URL(base_url)
        self._timeout = timeout
        self._setting = setting
        self._client: httpx2.AsyncClient | None = None

    @property
    def host(self) -> str | None:
        """The name of its host."""
        return None if self._base is None else self._base.host

    @property
    def port(self) -> int | None:
        """Its port."""
        if self._base is None:
            return None
        return self._base.port or (443 if self._base.scheme == "https" else 80)

    @property
    def reply_not_stored(self) -> str | None:
        """Why its replies are not stored; None if they are."""
        return "echo" if is_echo_host(self.host) else None

    @asynccontextmanager
    async def send(self, outgoing: UpstreamRequest) -> AsyncIterator[httpx2.Response]:
        """Yield the upstream's response before its body is read; leaving early hangs up."""
        request = httpx2.Request(
            outgoing.method,
            self._url(outgoing),
            # As bytes: the HTTP library accepts only ASCII strings.
            headers=[(name.encode(), value.encode("latin-1")) for name, value in outgoing.headers],
            content=outgoing.content,
        )
        response = await self._send(request)
        try:
            yield response
        finally:
            await response.aclose()

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()

    async def _send(self, request: httpx2.Request) -> httpx2.Response:
        # `from None`: the library's errors may contain the request, which must not be logged.
        try:
            return await self._open_client().send(request, stream=True)
        except httpx2.TimeoutException:
            raise self._timeout_failure() from None
        except (httpx2.ConnectError, httpx2.ProxyError, httpx2.UnsupportedProtocol):
            raise self._unreachable("could not be reached") from None
        except httpx2.RequestError:
            raise self._unreachable("closed the connection without answering") from None

    def _open_client(self) -> httpx2.AsyncClient:
        if self._client is None:
            assert self._base is not None
            self._client = httpx2.AsyncClient(
                transport=echo_transport(self._base.host),
                # Loading certificates takes time and is useless without TLS.
                verify=self._base.scheme == "https",
                timeout=httpx2.Timeout(
                    self._timeout, connect=min(_CONNECT_SECONDS, self._timeout), pool=None
                ),
                # One stream per client, so no limit.
                limits=httpx2.Limits(
                    max_connections=None, max_keepalive_connections=_MAX_KEEPALIVE
                ),
                follow_redirects=False,
            )
        return self._client

    def _url(self, outgoing: UpstreamRequest) -> httpx2.URL:
        if self._base is None:
            raise Refusal(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "no_upstream",
                "no upstream is configured for this request: set upstream_base_url"
                " (variable RECOLLECT_UPSTREAM_BASE_URL), such as https://api.openai.com/v1"
                " or http://127.0.0.1:11434/v1, or add one for its model to upstreams",
                # Clients that retry automatically would never stop.
                headers={"x-should-retry": "false"},
            )
        # A base URL with a path already includes /v1; otherwise the caller's path decides.
        base_path, path = self._base.raw_path.decode("ascii").rstrip("/"), outgoing.path
        if path.startswith(OLLAMA_PREFIX):
            base_path = base_path.removesuffix("/v1")
        elif base_path:
            path = path.removeprefix("/v1")
        query = outgoing.query.encode("ascii", "replace")
        return self._base.copy_with(path=base_path + path, query=query or None)

    def _timeout_failure(self) -> Refusal:
        message = (
            f"the upstream did not answer within {self._timeout:,} seconds"
            " (setting upstream_timeout_seconds)"
        )
        return Refusal(HTTPStatus.GATEWAY_TIMEOUT, "upstream_timeout", message)

    def _unreachable(self, what: str) -> Refusal:
        message = f"the upstream {what} (setting {self._setting})"
        return Refusal(HTTPStatus.BAD_GATEWAY, "upstream_unreachable", message)


class Upstreams:
    """The upstream of each request: that of the first route that matches, or the default."""

    def __init__(self, settings: Settings) -> None:
        seconds = settings.upstream_timeout_seconds
        self._default = Upstream(
            settings.upstream_base_url, settings.upstream_api_key, seconds, "upstream_base_url"
        )
        self._routes = [
            (route, Upstream(route.base_url, route.api_key, seconds, "upstreams"))
            for route in settings.upstreams
        ]
        # Otherwise a request need not be read to know where it goes.
        self.depend_on_model = any(route.model for route in settings.upstreams)

    def choose(self, model: str | None, key_name: str | None) -> Upstream:
        """Return the upstream for this model and this key of ours."""
        for route, upstream in self._routes:
            if _matches(route.model, model) and route.key in {None, key_name}:
                return upstream
        return self._default

    async def close(self) -> None:
        """Close the connections."""
        for upstream in (self._default, *(upstream for _, upstream in self._routes)):
            await upstream.close()


def _matches(pattern: str | None, model: str | None) -> bool:
    return pattern is None or (model is not None and matches_pattern(pattern, model))
