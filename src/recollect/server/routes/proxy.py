"""Routes of the upstream: chats, which get memory, and everything else under `/v1`, unchanged."""

from typing import Final

from fastapi import Request, Response

from recollect.server.access import CurrentCaller
from recollect.server.errors import error_responses
from recollect.server.proxy.forwarder import CurrentProxy
from recollect.server.proxy.paths import CHATS
from recollect.server.routing import api_router

router = api_router("chat", errors=error_responses(403, 502, 503))

_CHAT: Final = error_responses(413, 415, 422, 504)
_RELAY: Final = error_responses(400, 413, 415, 504)


# The handler reads the raw request, so openapi.toml declares its parameters.
@router.post("/v1/chat/completions", response_class=Response, responses=_CHAT)
async def completions(request: Request, caller: CurrentCaller, proxy: CurrentProxy) -> Response:
    """Forwards the request to `upstream_base_url`, with the memory of `X-Recollect-Agent-Id`.

    The response headers `X-Recollect-Memory` and `X-Recollect-Receipt` report what was used.
    """
    return await proxy.chat(request, caller, CHATS[request.url.path])


for _path, _name in {
    "/chat/completions": "completions_without_version",
    "/v1/messages": "anthropic_messages",
    "/v1/responses": "responses",
}.items():
    router.post(_path, name=_name, response_class=Response, responses=_CHAT)(completions)


@router.get("/v1/models", response_class=Response, responses=error_responses(504))
async def models(request: Request, caller: CurrentCaller, proxy: CurrentProxy) -> Response:
    """Forwards the request to `upstream_base_url`."""
    return await proxy.forward(request, caller)


async def relay(request: Request, caller: CurrentCaller, proxy: CurrentProxy) -> Response:
    """Forwards the request to `upstream_base_url`, with its body in any format, and the reply."""
    return await proxy.forward(request, caller)


for _method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
    router.add_api_route(
        "/v1/{path:path}",
        relay,
        methods=[_method],
        name=f"relay_{_method.lower()}",
        response_class=Response,
        responses=_RELAY,
    )
