"""The routes of the API: their strict JSON bodies, their words in OpenAPI, and their errors."""

from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import Any, Final, get_args

from fastapi import APIRouter, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel

from recollect.domain.data_files import read_toml
from recollect.errors import InvalidInput
from recollect.server.errors import Responses, error_responses
from recollect.server.json_body import StrictRequest

WORDS: Final = read_toml("recollect.server", "openapi.toml")
# Every route: no key, no access, invalid input, too many wrong keys, and a busy database.
_EVERY_ROUTE: Final = error_responses(401, 403, 422, 429, 503)
NOT_FOUND: Final = error_responses(404)
TAKES_BODY: Final = error_responses(400, 413, 415)
WRITES: Final = error_responses(409, 507)
_LONGEST_NAME: Final = 80
_TEXT: Final = {"type": "string"}
_REPLY_SCHEMAS: Final = {"application/json": {"type": "object"}, "*/*": {}}


class StrictRoute(APIRoute):
    """A route that reads its JSON body strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return FastAPI's handler, which gets a request that reads its body strictly."""
        handle = super().get_route_handler()

        async def read_strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return read_strictly


class RelayRoute(StrictRoute):
    """A route with the words of `openapi.toml` in its OpenAPI entry, named for its function.

    It takes any query parameter: an upstream may know it, and a probe may add one.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        name = options["name"] or endpoint.__name__
        # A second name of a route has the words of the first, except for its own.
        words = WORDS["routes"][endpoint.__name__] | WORDS["routes"][name]
        extra = words.get("openapi", {})
        if words.get("takes_memory_headers"):
            extra = extra | {"parameters": WORDS["memory_headers"]}
        if examples := words.get("examples"):
            body = {"content": {"application/json": {"examples": examples}}}
            extra = extra | {"requestBody": body}
        if words.get("right") == "open":
            extra = extra | {"security": []}
        options |= {
            "responses": _with_reply(words, options.get("responses") or {}),
            "operation_id": name,
            "summary": words["summary"],
            "response_description": words["returns"],
            "openapi_extra": extra,
        }
        super().__init__(path, endpoint, **options)


def _with_reply(words: Mapping[str, Any], responses: Responses) -> Responses:
    """The responses of a route with the types and headers of what it relays or says."""
    reply = dict(responses.get(200, {}))
    if types := words.get("reply_types"):
        reply["content"] = {name: {"schema": _REPLY_SCHEMAS.get(name, _TEXT)} for name in types}
    headers = WORDS["memory_reply_headers"] if words.get("takes_memory_headers") else {}
    headers = headers | (WORDS["upstream_reply_headers"] if words.get("is_relayed") else {})
    if headers:
        reply["headers"] = headers
    return {**responses, 200: reply} if reply else responses


class ApiRoute(RelayRoute):
    """A route that also refuses query parameters that it does not know."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self.query_names = frozenset(_query_names(self.dependant))

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler, behind a check of the parameters' names."""
        handle = super().get_route_handler()

        async def check_names(request: Request) -> Response:
            for name in request.query_params:
                if name not in self.query_names:
                    raise InvalidInput(self._unknown(name), field=name[:_LONGEST_NAME])
            return await handle(request)

        return check_names

    def _unknown(self, name: str) -> str:
        unknown = f"unknown parameter {name[:_LONGEST_NAME]!r}"
        if name in _body_names(self.dependant):
            return f"{unknown}: send it in the JSON body"
        known = ", ".join(sorted(self.query_names)) or "no parameters"
        return f"{unknown}: this route takes {known}"


def api_router(
    tag: str,
    prefix: str = "",
    errors: Responses = _EVERY_ROUTE,
    route_class: type[RelayRoute] = ApiRoute,
) -> APIRouter:
    """Return a router for routes of the API that all have these errors."""
    return APIRouter(prefix=prefix, tags=[tag], route_class=route_class, responses=errors)


def _query_names(dependant: Dependant) -> Iterator[str]:
    for field in dependant.query_params:
        models = _models(field.field_info.annotation)
        yield from (name for model in models for name in _names(model))
        if not models:
            yield field.alias
    for inner in dependant.dependencies:
        yield from _query_names(inner)


def _body_names(dependant: Dependant) -> set[str]:
    fields = dependant.body_params
    return {
        name
        for field in fields
        for model in _models(field.field_info.annotation)
        for name in _names(model)
    }


def _models(annotation: Any) -> list[type[BaseModel]]:
    """The models in an annotation such as `AgentIn | None`."""
    parts = get_args(annotation) or (annotation,)
    return [part for part in parts if isinstance(part, type) and issubclass(part, BaseModel)]


def _names(model: type[BaseModel]) -> Iterator[str]:
    return (field.alias or name for name, field in model.model_fields.items())
