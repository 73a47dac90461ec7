"""The routes of the API: their strict JSON bodies, their words in OpenAPI, and their errors."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute

from recollect.domain.data_files import read_toml
from recollect.server.errors import Responses, error_responses
from recollect.server.json_body import StrictRequest

WORDS: Final = read_toml("recollect.server", "openapi.toml")
# Every route: no key, no access, invalid input, too many wrong keys, and a busy database.
_EVERY_ROUTE: Final = error_responses(401, 403, 422, 429, 503)
NOT_FOUND: Final = error_responses(404)
TAKES_BODY: Final = error_responses(400, 413, 415)
WRITES: Final = error_responses(409, 507)


class StrictRoute(APIRoute):
    """A route that reads its JSON body strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return FastAPI's handler, which gets a request that reads its body strictly."""
        handle = super().get_route_handler()

        async def read_strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return read_strictly


class ApiRoute(StrictRoute):
    """A route with the words of `openapi.toml` in its OpenAPI entry, named for its function."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        name = options["name"] or endpoint.__name__
        # A second name of a route has the words of the first, except for its own.
        words = WORDS["routes"][endpoint.__name__] | WORDS["routes"][name]
        extra = words.get("openapi", {})
        if examples := words.get("examples"):
            extra = extra | {
                "requestBody": {"content": {"application/json": {"examples": examples}}}
            }
        if words.get("right") == "open":
            extra = extra | {"security": []}
        options |= {
            "operation_id": name,
            "summary": words["summary"],
            "response_description": words["returns"],
            "openapi_extra": extra,
        }
        super().__init__(path, endpoint, **options)


def api_router(tag: str, prefix: str = "", errors: Responses = _EVERY_ROUTE) -> APIRouter:
    """Return a router for routes of the API that all have these errors."""
    return APIRouter(prefix=prefix, tags=[tag], route_class=ApiRoute, responses=errors)
