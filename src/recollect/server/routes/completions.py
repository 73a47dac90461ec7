"""Chat completions as OpenAI serves them, from the model upstream, with what an agent remembers."""

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from recollect.server.access import CurrentVisitor
from recollect.server.errors import documented
from recollect.server.proxy.desk import CurrentProxy

router = APIRouter(tags=["chat"])

_ANSWERS: Final[dict[int | str, dict[str, Any]]] = documented(403, 413, 415, 422, 502, 503, 504)
_HEADERS: Final = [
    ("X-Recollect-Agent-Id", "Whose memory; left out, the request is passed on as it is."),
    ("X-Conversation-Id", "Which conversation; left out, it is known by how it began."),
    ("X-Recollect-Memory", "`off`: this request neither shows nor keeps anything."),
]
# Read from the request as they are, so that the OpenAPI is told here.
_ASKED: Final[dict[str, Any]] = {
    "parameters": [
        {
            "name": name,
            "in": "header",
            "required": False,
            "description": what,
            "schema": {"type": "string"},
        }
        for name, what in _HEADERS
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
    response_description="The upstream's answer, as it comes",
    response_class=Response,
    responses=_ANSWERS,
    openapi_extra=_ASKED,
)
async def completions(request: Request, visitor: CurrentVisitor, proxy: CurrentProxy) -> Response:
    """Passes the request on to `upstream_base_url`, with memory where `X-Recollect-Agent-Id` names an agent.

    The reply tells by `X-Recollect-Memory` what became of memory, and by `X-Recollect-Receipt` what was shown.
    """
    return await proxy.completion(request, visitor)


router.post(
    "/chat/completions",
    name="completions_without_version",
    summary="The same without a version",
    response_description="The upstream's answer, as it comes",
    response_class=Response,
    responses=_ANSWERS,
    openapi_extra=_ASKED,
)(completions)


@router.get(
    "/v1/models",
    summary="List the upstream's models",
    response_description="The upstream's answer",
    response_class=Response,
    responses=documented(403, 502, 503, 504),
)
async def models(request: Request, visitor: CurrentVisitor, proxy: CurrentProxy) -> Response:  # noqa: ARG001 - who may not come in is stopped there
    """Passes the question on to `upstream_base_url`."""
    return proxy.plain(request)
