"""OpenAI-compatible chat completions from the upstream model, with an agent's memory."""

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from recollect.server.access import CurrentCaller
from recollect.server.errors import error_responses
from recollect.server.proxy.forwarder import CurrentProxy

router = APIRouter(tags=["chat"])

_ERRORS: Final[dict[int | str, dict[str, Any]]] = error_responses(403, 413, 415, 422, 502, 503, 504)
_HEADERS: Final = [
    ("X-Recollect-Agent-Id", "The agent whose memory to use; without it, no memory is used."),
    ("X-Conversation-Id", "The conversation; by default identified by its first messages."),
    ("X-Recollect-Memory", "`off`: neither use nor update memory for this request."),
]
# The handler reads the raw request, so its parameters are declared here.
_OPENAPI: Final[dict[str, Any]] = {
    "parameters": [
        {
            "name": name,
            "in": "header",
            "required": False,
            "description": description,
            "schema": {"type": "string"},
        }
        for name, description in _HEADERS
    ],
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {"type": "object", "additionalProperties": True},
                "examples": {
                    "question": {
                        "summary": "One question",
                        "value": {
                            "model": "your-model-name",
                            "messages": [
                                {"role": "user", "content": "What did we talk about last time?"}
                            ],
                        },
                    }
                },
            }
        },
    },
}


@router.post(
    "/v1/chat/completions",
    summary="Complete a chat",
    response_description="The upstream's response",
    response_class=Response,
    responses=_ERRORS,
    openapi_extra=_OPENAPI,
)
async def completions(request: Request, caller: CurrentCaller, proxy: CurrentProxy) -> Response:
    """Forwards the request to `upstream_base_url`, with the memory of `X-Recollect-Agent-Id`.

    The response headers `X-Recollect-Memory` and `X-Recollect-Receipt` report what was used.
    """
    return await proxy.completion(request, caller)


router.post(
    "/chat/completions",
    name="completions_without_version",
    summary="Complete a chat (unversioned alias)",
    response_description="The upstream's response",
    response_class=Response,
    responses=_ERRORS,
    openapi_extra=_OPENAPI,
)(completions)


@router.get(
    "/v1/models",
    summary="List the upstream's models",
    response_description="The upstream's response",
    response_class=Response,
    responses=error_responses(403, 502, 503, 504),
)
async def models(request: Request, caller: CurrentCaller, proxy: CurrentProxy) -> Response:  # noqa: ARG001 - the dependency checks the key
    """Forwards the request to `upstream_base_url`."""
    return proxy.forward(request)
