"""Who may ask, and how much at once. Pure ASGI, before anything is read or run.

Without keys, what keeps strangers out is that the server listens on loopback only. A web page in the user's own
browser could still reach it: by posting blindly (its Origin tells), or by a name of its own that it lets point
here (the Host tells). With keys both stay refused: a browser may hold one.
"""

import re
from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from recollect.server.errors import Refusal, answer
from recollect.settings import Settings

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})
EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - what a user may choose, with a key
_MB: Final = 2**20
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?")
_JSON = re.compile(r"application/json\s*(?:;\s*charset\s*=\s*\"?utf-?8\"?\s*)?", re.IGNORECASE)
_WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH"})
# Nobody may guess another type than the one we say, embed an answer elsewhere, or (the page itself excepted) keep it.
_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class HostAndOrigin:
    """Answers only requests that are addressed to this machine and come from no foreign web page."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._everywhere = settings.host in EVERYWHERE
        own = frozenset() if self._everywhere else {_in_url(settings.host)}
        self._own = LOOPBACK | own
        self._named = frozenset(settings.allowed_hosts)
        self._origins = frozenset(settings.allowed_origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._host_problem(headers) or self._origin_problem(headers)
        inner = self._app
        if refused:
            inner = answer(scope, HTTPStatus.FORBIDDEN, *refused)
        await inner(scope, receive, _with_headers(send))

    def _host_problem(self, headers: Headers) -> tuple[str, str] | None:
        given = headers.getlist("host")
        name = _host_name(given[0]) if len(given) == 1 else None
        if name in self._named or self._is_own(name):
            return None
        names = ", ".join(sorted(self._own | self._named))
        return "host_not_allowed", (
            f"this server answers to {names}, not to {_shown(given)};"
            " further names go into the setting allowed_hosts"
        )

    def _is_own(self, name: str | None) -> bool:
        # Nobody can let an address, as opposed to a name, point to somewhere else.
        return name in self._own or (self._everywhere and _is_address(name))

    def _origin_problem(self, headers: Headers) -> tuple[str, str] | None:
        given = headers.getlist("origin")
        if all(self._may_call(origin.lower(), headers["host"].lower()) for origin in given):
            return None
        return "origin_not_allowed", (
            f"pages of {_shown(given)} may not call this server;"
            " those that may are in the setting allowed_origins"
        )

    def _may_call(self, origin: str, host: str) -> bool:
        own_page = origin == f"http://{host}" and self._is_own(_host_name(host))
        return own_page or origin in self._origins


class BodyLimits:
    """Lets in bodies of JSON up to a size, whatever their headers say about it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._mb = settings.max_request_mb

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._too_large(_length(scope)) or _type_problem(scope)
        if refusal:
            reply = answer(scope, refusal.status_code, refusal.code, refusal.detail)
            await reply(scope, receive, send)
            return
        await self._app(scope, self._counting(receive), send)

    def _counting(self, receive: Receive) -> Receive:
        total = 0

        async def counted() -> Message:
            nonlocal total
            message = await receive()
            total += len(message.get("body", b""))
            if refusal := self._too_large(total):
                raise refusal
            return message

        return counted

    def _too_large(self, size: int) -> Refusal | None:
        if size <= self._mb * _MB:
            return None
        message = f"the body is larger than {self._mb} MiB (setting max_request_mb)"
        return Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", message)


def _type_problem(scope: Scope) -> Refusal | None:
    """A body must say that it is JSON: forms and plain text can be posted by any web page."""
    headers = Headers(scope=scope)
    given = headers.getlist("content-type")
    carries = bool(given or _length(scope) or "transfer-encoding" in headers)
    if scope["method"] not in _WITH_BODY or not carries:
        return None
    if len(given) == 1 and _JSON.fullmatch(given[0].strip()):
        return None
    message = f"send JSON with the header Content-Type: application/json, not {_shown(given)}"
    return Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message)


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _ALWAYS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def _length(scope: Scope) -> int:
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else 0


def _host_name(host: str) -> str | None:
    found = _HOST.fullmatch(host.lower())
    return found["name"] if found else None


def _is_address(name: str | None) -> bool:
    try:
        return bool(ip_address((name or "").strip("[]")))
    except ValueError:
        return False


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _shown(values: Iterable[str]) -> str:
    return repr(", ".join(values))[:80] if values else "none"
