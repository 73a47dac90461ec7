"""Routes of the upstream: chats, which get memory, and everything else, unchanged."""

from http import HTTPStatus
from typing import Final

from fastapi import HTTPException, Request, Response

from recollect.server.access import CurrentCaller
from recollect.server.errors import (
    AnthropicErrorOut,
    OllamaErrorOut,
    OpenAIErrorOut,
    Refusal,
    Responses,
    error_responses,
)
from recollect.server.proxy.forwarder import CurrentProxy
from recollect.server.proxy.paths import CHATS, is_proxied
from recollect.server.routing import RelayRoute, api_router

router = api_router("chat", errors={}, route_class=RelayRoute)

_EVERY_ROUTE: Final = (401, 403, 429, 502, 503, 504)
_CHAT: Final = (*_EVERY_ROUTE, 413, 415, 422)
_TWICE: Final = "this address has /v1 twice: leave /v1 out of the client's base URL"
_RELAY: Final = (*_EVERY_ROUTE, 400, 404, 413, 415)
_OPENAI_CHAT: Final = error_responses(*_CHAT, model=OpenAIErrorOut)
_OPENAI_RELAY: Final = error_responses(*_RELAY, model=OpenAIErrorOut)
_OLLAMA: Final = error_responses(*sorted({*_CHAT, *_RELAY}), model=OllamaErrorOut)


# The handler reads the raw request, so openapi.toml declares its parameters.
@router.post("/v1/chat/completions", response_class=Response, responses=_OPENAI_CHAT)
async def completions(request: Request, caller: CurrentCaller, proxy: CurrentProxy) -> Response:
    """Forwards the request to `upstream_base_url`, with the memory of `X-Recollect-Agent-Id`.

    The response headers `X-Recollect-Memory` and `X-Recollect-Receipt` report what was used.
    """
    return await proxy.chat(request, caller, CHATS[request.url.path])


for _path, _name, _errors in (
    ("/chat/completions", "completions_without_version", _OPENAI_CHAT),
    ("/v1/messages", "anthropic_messages", error_responses(*_CHAT, model=AnthropicErrorOut)),
    ("/v1/responses", "responses", _OPENAI_CHAT),
    ("/api/chat", "ollama_chat", _OLLAMA),
):
    router.post(_path, name=_name, response_class=Response, responses=_errors)(completions)


@router.get(
    "/v1/models",
    response_class=Response,
    responses=error_responses(*_EVERY_ROUTE, model=OpenAIErrorOut),
)
async def models(request: Request, caller: CurrentCaller, proxy: CurrentProxy) -> Response:
    """Forwards the request to `upstream_base_url`."""
    return await proxy.forward(request, caller)


async def relay(request: Request, caller: CurrentCaller, proxy: CurrentProxy) -> Response:
    """Forwards the request to `upstream_base_url`, with its body in any format, and the reply."""
    if not is_proxied(request.url.path):
        raise HTTPException(HTTPStatus.NOT_FOUND)
    if request.url.path.startswith("/v1/v1/"):
        raise Refusal(HTTPStatus.NOT_FOUND, "not_found", _TWICE)
    return await proxy.forward(request, caller)


def _add_relay(method: str, path: str, name: str, responses: Responses) -> None:
    router.add_api_route(
        path, relay, methods=[method], name=name, response_class=Response, responses=responses
    )


for _method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
    _add_relay(_method, "/v1/{path:path}", f"relay_{_method.lower()}", _OPENAI_RELAY)
for _method in ("GET", "POST"):
    _add_relay(_method, "/api/{path}", f"ollama_{_method.lower()}", _OLLAMA)
