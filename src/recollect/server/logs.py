"""One line for each request, and none that holds a word of what anybody said."""

import logging
import secrets
import time
from http import HTTPMethod, HTTPStatus
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from recollect.logs import traced
from recollect.server.errors import answer
from recollect.server.metrics import Metrics

_log = logging.getLogger("recollect.server")
_METHODS: Final = frozenset(HTTPMethod)


class RequestLog:
    """Logs each request once, and answers 500 for what nobody expected: the wall of the HTTP door."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and write down what became of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
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
        except Exception as fault:  # noqa: BLE001 - the wall: its words may be people's, so they end here
            _log.error("unexpected error", extra=traced(fault) | {"request_id": request_id})
            if not status:
                await _sorry(scope, request_id)(scope, receive, sent)
        finally:
            seconds = time.perf_counter() - began
            failed = not status or status >= HTTPStatus.INTERNAL_SERVER_ERROR
            level = logging.WARNING if failed else logging.INFO
            line = _line(scope, status, seconds, request_id)
            self._metrics.served(str(line["path"]), str(line["method"]), status, seconds)
            _log.log(level, "request", extra=line)


def _line(scope: Scope, status: int, seconds: float, request_id: str) -> dict[str, object]:
    code = scope.get("state", {}).get("error_code")
    return {
        "method": scope["method"] if scope["method"] in _METHODS else "other",
        # The route's own pattern: what a caller puts into a path may be anybody's name.
        "path": getattr(scope.get("route"), "path", None) or "unknown",
        "status": status,
        "ms": round(seconds * 1000, 1),
        "request_id": request_id,
    } | ({"error": code} if code else {})


def _sorry(scope: Scope, request_id: str) -> ASGIApp:
    message = f"something went wrong here; the log says where, under the request id {request_id}"
    return answer(scope, HTTPStatus.INTERNAL_SERVER_ERROR, "internal", message)
