"""The request log: one line per request, without any content."""

import logging
import secrets
import time
from http import HTTPMethod, HTTPStatus
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from recollect.logs import REQUEST_ID, exception_fields
from recollect.server.audit import AuditLog
from recollect.server.client_address import ClientAddresses, client_address
from recollect.server.errors import Refusal
from recollect.server.metrics import ServerMetrics

_log = logging.getLogger("recollect.server")
_METHODS: Final = frozenset(HTTPMethod)


class RequestLog:
    """Middleware that logs each request and answers unexpected errors with 500."""

    def __init__(
        self, app: ASGIApp, metrics: ServerMetrics, addresses: ClientAddresses, audit: AuditLog
    ) -> None:
        self._app = app
        self._audit = audit
        self._addresses = addresses
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and log its outcome."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        REQUEST_ID.set(request_id)
        self._addresses.note(scope)
        began = time.perf_counter()
        status = 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
                MutableHeaders(scope=message)["X-Request-Id"] = request_id
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception as fault:  # noqa: BLE001 - its text may contain user data, so it stops here
            _log.error(
                "unexpected error", extra=exception_fields(fault) | {"request_id": request_id}
            )
            if not status:
                message = f"internal error; see the server log for request id {request_id}"
                refusal = Refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", message)
                await refusal(scope, receive, sent)
        finally:
            seconds = time.perf_counter() - began
            failed = not status or status >= HTTPStatus.INTERNAL_SERVER_ERROR
            fields = _log_fields(scope, status, seconds, request_id)
            method, path = str(fields["method"]), str(fields["path"])
            # Health checks come every second or two and would bury the rest.
            is_quiet = status == HTTPStatus.OK and path.startswith("/health/")
            usual = logging.DEBUG if is_quiet else logging.INFO
            level = logging.WARNING if failed else usual
            self._metrics.served(path, method, status, seconds)
            self._audit.add(scope, method, path, status, request_id)
            _log.log(level, "request", extra=fields)


def _pattern(scope: Scope) -> str:
    """The route's pattern, not the path, which may contain personal names.

    A request that was refused before it reached a route is compared with all of them.
    """
    if (path := getattr(scope.get("route"), "path", None)) is not None:
        return str(path)
    routes = scope["app"].routes if "app" in scope else ()
    found = (getattr(each, "path", None) for each in routes if each.matches(scope)[0] is Match.FULL)
    return next((str(path) for path in found if path), "unknown")


def _log_fields(scope: Scope, status: int, seconds: float, request_id: str) -> dict[str, object]:
    code = scope.get("state", {}).get("error_code")
    return {
        "method": scope["method"] if scope["method"] in _METHODS else "other",
        "path": _pattern(scope),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "client": client_address(scope),
        "request_id": request_id,
    } | ({"error": code} if code else {})
