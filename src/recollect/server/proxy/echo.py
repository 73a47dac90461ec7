"""An upstream to try the proxy without a model: it replies with what a model would have read."""

import json
from http import HTTPStatus
from typing import Final

import httpx2

from recollect.domain.echo import FIRST_LINE
from recollect.server.proxy.body import read
from recollect.server.proxy.dialects.ollama import OLLAMA
from recollect.server.proxy.echo_replies import MODEL, reply
from recollect.server.proxy.errors import error_body
from recollect.server.proxy.paths import CHATS

# No host can have this name (RFC 2606), so nothing is ever sent to it.
ECHO_URL: Final = "http://echo.invalid/v1"
_HOST: Final = "echo.invalid"
# What the clients of OpenAI and of Anthropic read.
_MODEL: Final = {
    "id": MODEL,
    "object": "model",
    "created": 0,
    "owned_by": "recollect",
    "type": "model",
    "display_name": MODEL,
    "created_at": "1970-01-01T00:00:00Z",
}
_MODELS: Final = {
    "object": "list",
    "data": [_MODEL],
    "has_more": False,
    "first_id": MODEL,
    "last_id": MODEL,
}
_UNKNOWN: Final = (
    "the echo upstream only answers GET /v1/models and chats: POST /v1/chat/completions,"
    " /v1/responses, /v1/messages and /api/chat"
)
_UNREADABLE: Final = "this is no request of this chat API"


def echo_transport(host: str) -> httpx2.AsyncBaseTransport | None:
    """Return what answers in place of the echo upstream; None for any other host."""
    return EchoTransport() if is_echo_host(host) else None


def is_echo_host(host: str | None) -> bool:
    """Whether this is the host of the echo upstream."""
    return host == _HOST


class EchoTransport(httpx2.AsyncBaseTransport):
    """Answers requests in this process."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Reply to a chat with its own messages."""
        content = await request.aread()
        path = request.url.path
        if path == "/v1/models":
            return _response(HTTPStatus.OK, "application/json", json.dumps(_MODELS))
        if path not in CHATS or request.method != "POST":
            return _error(request, HTTPStatus.NOT_FOUND, "not_found", _UNKNOWN)
        dialect = CHATS[path]
        body = read(content, dialect)
        streamed = None if body is None else _wants_stream(content, default=dialect is OLLAMA)
        if body is None or streamed is None:
            return _error(request, HTTPStatus.BAD_REQUEST, "bad_request", _UNREADABLE)
        said = "\n\n".join([FIRST_LINE, *(f"[{m.role}]\n{m.text}" for m in body.messages)])
        return _response(HTTPStatus.OK, *reply(dialect, said, streamed=streamed))


def _wants_stream(content: bytes, *, default: bool) -> bool | None:
    """Whether the reply is to be streamed, which is Ollama's default; None if it is not JSON."""
    try:
        return json.loads(content).get("stream", default) is True
    except (ValueError, RecursionError):
        return None


def _error(request: httpx2.Request, status: HTTPStatus, code: str, message: str) -> httpx2.Response:
    """Return an error in the format that the client expects."""
    headers = [(name.lower(), value) for name, value in request.headers.raw]
    scope = {"path": request.url.path, "headers": headers}
    return _response(
        status,
        "application/json",
        json.dumps(error_body(scope, status, {"code": code, "message": message})),
    )


def _response(status: HTTPStatus, kind: str, text: str) -> httpx2.Response:
    """Return a response whose body is still to be read, as from a server."""
    headers = {"Content-Type": kind}
    return httpx2.Response(status, headers=headers, stream=httpx2.ByteStream(text.encode()))
