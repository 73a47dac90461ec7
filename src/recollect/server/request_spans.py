"""A span for each request, without its path and query: they may contain names and questions."""

from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from recollect import tracing

# Nobody wants to see every probe and every file of the page.
_UNTRACED: Final = ("/health/", "/help/", "/metrics", "/static/")


class RequestSpans:
    """Middleware that records each request, as a part of the trace that its headers name."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and record its outcome."""
        if scope["type"] != "http" or not tracing.is_on() or scope["path"].startswith(_UNTRACED):
            await self._app(scope, receive, send)
            return
        headers = dict(Headers(scope=scope).items())
        method = scope["method"]
        attributes = {"http.request.method": method, "url.scheme": scope["scheme"]}
        with tracing.span(method, attributes, kind="server", carrier=headers) as span:

            async def sent(message: Message) -> None:
                if message["type"] == "http.response.start":
                    status = int(message["status"])
                    span.set({"http.response.status_code": status})
                    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                        span.fail(scope.get("state", {}).get("error_code") or str(status))
                await send(message)

            try:
                await self._app(scope, receive, sent)
            finally:
                if route := getattr(scope.get("route"), "path", None):
                    span.name(f"{method} {route}")
                    span.set({"http.route": route})
