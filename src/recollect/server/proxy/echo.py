"""An upstream to try the proxy without a model: it replies with what a model would have read."""

import json
import time
from http import HTTPStatus
from typing import Any, Final

import httpx2

from recollect.domain.echo import FIRST_LINE
from recollect.server.proxy.content import text_of

# No host can have this name (RFC 2606), so nothing is ever sent to it.
ECHO_URL: Final = "http://echo.invalid/v1"
_HOST: Final = "echo.invalid"
_MODELS: Final = {"object": "list", "data": [{"id": "echo", "object": "model"}]}
_UNKNOWN: Final = "the echo upstream only answers POST /v1/chat/completions and GET /v1/models"


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
        if request.url.path == "/v1/models":
            return _json(HTTPStatus.OK, _MODELS)
        if request.url.path != "/v1/chat/completions":
            return _error(HTTPStatus.NOT_FOUND, _UNKNOWN)
        try:
            body = json.loads(content)
            message = {"role": "assistant", "content": _echo(body["messages"])}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return _error(HTTPStatus.BAD_REQUEST, "this is no chat completion request")
        if body.get("stream") is not True:
            reply = _completion("chat.completion", {"message": message})
            return _json(HTTPStatus.OK, reply)
        chunk = _completion("chat.completion.chunk", {"delta": message})
        said = f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n"
        return _response(HTTPStatus.OK, "text/event-stream", said)


def _echo(messages: list[dict[str, Any]]) -> str:
    read = (f"[{message['role']}]\n{text_of(message.get('content'))}" for message in messages)
    return "\n\n".join([FIRST_LINE, *read])


def _completion(kind: str, said: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "echo",
        "object": kind,
        "created": int(time.time()),
        "model": "echo",
        "choices": [{"index": 0, "finish_reason": "stop", **said}],
    }


def _error(status: HTTPStatus, message: str) -> httpx2.Response:
    return _json(status, {"error": {"message": message, "type": "invalid_request_error"}})


def _json(status: HTTPStatus, value: object) -> httpx2.Response:
    return _response(status, "application/json", json.dumps(value))


def _response(status: HTTPStatus, kind: str, text: str) -> httpx2.Response:
    """Return a response whose body is still to be read, as from a server."""
    headers = {"Content-Type": kind}
    return httpx2.Response(status, headers=headers, stream=httpx2.ByteStream(text.encode()))
