"""Checks of Host, Origin, content type and body size. Pure ASGI, before anything is read or run.

Without keys the server is protected by listening on loopback only. A web page in the user's
browser could still reach it by cross-site requests (rejected by Origin) or DNS rebinding (rejected
by Host). With keys both checks stay: the browser may have a key.
"""

import re
from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from recollect.domain.loopback import LOOPBACK
from recollect.server.errors import Refusal
from recollect.server.paths import IMPORT
from recollect.server.proxy.headers import AGENT
from recollect.server.proxy.paths import takes_any_type
from recollect.settings import Settings

ALL_INTERFACES: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - users may choose it, with a key
_MB: Final = 2**20
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?")
_JSON = re.compile(r"application/json\s*(?:;\s*charset\s*=\s*\"?utf-?8\"?\s*)?", re.IGNORECASE)
# OAuth requires forms here; nothing in them takes effect without a key or token in the form itself.
_FORM = re.compile(r"application/x-www-form-urlencoded\s*(?:;.*)?", re.IGNORECASE)
_FROM_ANY_PAGE: Final = re.compile(
    r"(?:application/x-www-form-urlencoded|multipart/form-data|text/plain)\b|$", re.IGNORECASE
)
_FORM_PATHS: Final = frozenset({"/oauth/authorize", "/oauth/token"})
# No web page of another site can send these headers unasked.
_NOT_CROSS_SITE: Final = ("authorization", "x-api-key", "api-key", "x-recollect-key", *AGENT)
_WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH"})
# No type sniffing, no embedding by other sites, and no caching (except of the page itself).
_RESPONSE_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class HostAndOrigin:
    """Middleware that rejects requests with a foreign Host or Origin."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._all_interfaces = settings.host in ALL_INTERFACES
        in_url = f"[{settings.host}]" if ":" in settings.host else settings.host
        own = frozenset() if self._all_interfaces else {in_url}
        self._own = LOOPBACK | own
        self._allowed_hosts = frozenset(settings.allowed_hosts)
        self._origins = frozenset(settings.allowed_origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or respond with an error."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        inner = self._host_problem(headers) or self._origin_problem(headers) or self._app
        await inner(scope, receive, _with_headers(send))

    def _host_problem(self, headers: Headers) -> Refusal | None:
        given = headers.getlist("host")
        name = host_name(given[0]) if len(given) == 1 else None
        if name in self._allowed_hosts or self._is_own(name):
            return None
        names = ", ".join(sorted(self._own | self._allowed_hosts))
        message = (
            f"this server answers to {names}, not to {_quoted(given)};"
            " add other names to the setting allowed_hosts"
        )
        return Refusal(HTTPStatus.FORBIDDEN, "host_not_allowed", message)

    def _is_own(self, name: str | None) -> bool:
        # DNS rebinding needs a name, so any plain IP address is safe.
        return name in self._own or (self._all_interfaces and _is_address(name))

    def _origin_problem(self, headers: Headers) -> Refusal | None:
        given = headers.getlist("origin")
        if all(self._may_call(origin.lower(), headers["host"].lower()) for origin in given):
            return None
        message = (
            f"pages from {_quoted(given)} may not call this server;"
            " add allowed origins to the setting allowed_origins"
        )
        return Refusal(HTTPStatus.FORBIDDEN, "origin_not_allowed", message)

    def _may_call(self, origin: str, host: str) -> bool:
        own_page = origin == f"http://{host}" and self._is_own(host_name(host))
        return own_page or origin in self._origins


class BodyLimits:
    """Middleware that accepts only JSON bodies up to a size, counted as they arrive, and files."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._request_mb = settings.max_request_mb
        self._import_mb = settings.max_import_mb

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or respond with an error."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        inner = self._too_large(_length(scope), path) or _type_problem(scope) or self._app
        await inner(scope, self._counting(receive, path), send)

    def _counting(self, receive: Receive, path: str) -> Receive:
        total = 0

        async def counted() -> Message:
            nonlocal total
            message = await receive()
            total += len(message.get("body", b""))
            if refusal := self._too_large(total, path):
                raise refusal
            return message

        return counted

    def _too_large(self, size: int, path: str) -> Refusal | None:
        is_file = path == IMPORT
        most = self._import_mb if is_file else self._request_mb
        if size <= most * _MB:
            return None
        setting = "max_import_mb" if is_file else "max_request_mb"
        message = f"the body is larger than {most} MiB (setting {setting})"
        return Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", message)


def _type_problem(scope: Scope) -> Refusal | None:
    """Require a JSON content type: any web page can post forms and plain text."""
    headers = Headers(scope=scope)
    given = headers.getlist("content-type")
    carries = bool(given or _length(scope) or "transfer-encoding" in headers)
    if scope["method"] not in _WITH_BODY or not carries:
        return None
    if takes_any_type(scope["path"]) and any(name in headers for name in _NOT_CROSS_SITE):
        return None
    if scope["path"] == IMPORT:
        return _file_type_problem(given)
    is_form = scope["path"] in _FORM_PATHS
    if len(given) == 1 and (_FORM if is_form else _JSON).fullmatch(given[0].strip()):
        return None
    expected = "a form" if is_form else "JSON with the header Content-Type: application/json"
    message = f"send {expected}, not {_quoted(given)}"
    return Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message)


def _file_type_problem(given: list[str]) -> Refusal | None:
    """Accept a file of any type, except those that any web page can send."""
    if len(given) == 1 and not _FROM_ANY_PAGE.match(given[0].strip()):
        return None
    message = (
        "send the file itself as the body, with the header Content-Type: application/octet-stream"
        f" (curl --data-binary @FILE), not {_quoted(given)}"
    )
    return Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message)


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _RESPONSE_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def _length(scope: Scope) -> int:
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else 0


def host_name(host: str) -> str | None:
    """Return the name in a Host header, without the port."""
    found = _HOST.fullmatch(host.lower())
    return found["name"] if found else None


def _is_address(name: str | None) -> bool:
    try:
        return bool(ip_address((name or "").strip("[]")))
    except ValueError:
        return False


def _quoted(values: Iterable[str]) -> str:
    return repr(", ".join(values))[:80] if values else "none"
