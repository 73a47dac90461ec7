"""HTTP errors: the status of each library error, and the one response format for all."""

import json
import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, Literal

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from recollect import errors
from recollect.domain.invalid_values import invalid_value
from recollect.server.proxy.errors import error_body

# Looked up along the error's base classes, so every error has a status.
STATUS: Final[Mapping[type[errors.RecollectError], HTTPStatus]] = {
    errors.RecollectError: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.InvalidInput: HTTPStatus.UNPROCESSABLE_ENTITY,
    errors.NotFound: HTTPStatus.NOT_FOUND,
    errors.Conflict: HTTPStatus.CONFLICT,
    errors.LeaseLost: HTTPStatus.CONFLICT,
    # Not 503: clients that retry automatically would never stop.
    errors.Disabled: HTTPStatus.FORBIDDEN,
    errors.RateLimited: HTTPStatus.TOO_MANY_REQUESTS,
    errors.QuotaExceeded: HTTPStatus.FORBIDDEN,
    errors.Closed: HTTPStatus.SERVICE_UNAVAILABLE,
    errors.StorageBusy: HTTPStatus.SERVICE_UNAVAILABLE,
    errors.StorageFull: HTTPStatus.INSUFFICIENT_STORAGE,
    errors.ProviderError: HTTPStatus.BAD_GATEWAY,
    errors.ProviderUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    errors.CircuitOpen: HTTPStatus.SERVICE_UNAVAILABLE,
}

# The OpenAPI entries of a route's responses, by status.
Responses = dict[int | str, dict[str, Any]]

_LONGEST_SHOWN: Final = 80
_BUSY_SECONDS: Final = 1


class ErrorDetail(BaseModel):
    """What went wrong: a stable `code`, a `message` for people, and the invalid `field`."""

    code: str = Field(examples=["invalid_input"])
    message: str = Field(examples=["agent_id is empty; it takes 1 to 256 characters"])
    field: str | None = Field(None, examples=["agent_id"])


class ErrorOut(BaseModel):
    """The format of every error."""

    error: ErrorDetail


class TypedErrorDetail(ErrorDetail):
    """The same, with the `type` that clients of a provider look at."""

    type: str = Field(examples=["authentication_error"])


class OpenAIErrorDetail(TypedErrorDetail):
    """The same, with the invalid field under OpenAI's name for it."""

    param: str | None = Field(examples=["X-Recollect-Memory"])


class OpenAIErrorOut(BaseModel):
    """The format of every error of OpenAI's routes."""

    error: OpenAIErrorDetail


class AnthropicErrorOut(BaseModel):
    """The format of every error of Anthropic's routes."""

    type: Literal["error"]
    error: TypedErrorDetail


class OllamaErrorOut(BaseModel):
    """The format of every error of Ollama's routes."""

    error: str = Field(examples=["this key may not read the agent 'alice'"])
    code: str = Field(examples=["forbidden"])


class Refusal(HTTPException):
    """An error that exists only over HTTP, such as a body that is malformed or too large.

    Routes raise it; middleware calls it, as an ASGI application that answers with the error.
    """

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        message: str,
        *,
        field: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, message, headers)
        self.code = code
        self.field = field

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with this error."""
        reply = error_response(
            scope, self.status_code, self.code, self.detail, field=self.field, headers=self.headers
        )
        await reply(scope, receive, send)


def status_of(error: type[errors.RecollectError]) -> HTTPStatus:
    """Return the HTTP status of a class of library errors."""
    return next(STATUS[kind] for kind in error.__mro__ if kind in STATUS)


def error_response(
    scope: Scope,
    status: int,
    code: str,
    message: str,
    *,
    field: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return the response for an error, and leave its code in the scope to log."""
    scope.setdefault("state", {})["error_code"] = code
    detail = {"code": code, "message": message} | ({"field": field} if field else {})
    shown = error_body(scope, status, detail) or {"error": detail}
    text = json.dumps(shown, ensure_ascii=False)
    # A message may quote a lone surrogate from the request, which UTF-8 cannot encode.
    body = text.encode("utf-8", "backslashreplace")
    return Response(body, status, headers, media_type="application/json")


def error_responses(*codes: int, model: type[BaseModel] = ErrorOut) -> Responses:
    """Return the OpenAPI entries for the errors of a route."""
    return {status: {"model": model, "description": HTTPStatus(status).phrase} for status in codes}


def error_responses_for_text(*statuses: int) -> Responses:
    """Return the OpenAPI entries for the JSON errors of a route that returns plain text."""
    shape = {"schema": {"$ref": f"#/components/schemas/{ErrorOut.__name__}"}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": {"application/json": shape}}
        for status in statuses
    }


def install(app: FastAPI) -> None:
    """Register the error handlers; unexpected errors are handled by `logs.RequestLog`."""
    app.add_exception_handler(errors.RecollectError, _on_ours)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_invalid)


async def _on_ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, errors.RecollectError)
    return error_response(
        request.scope,
        status_of(type(error)),
        error.code,
        error.message,
        field=error.field,
        headers=_retry_after(error),
    )


def _retry_after(error: errors.RecollectError) -> dict[str, str] | None:
    match error:
        case (
            errors.CircuitOpen(retry_after=seconds)
            | errors.RateLimited(retry_after=seconds)
            | errors.ProviderUnavailable(retry_after=float(seconds))
        ):
            return {"Retry-After": str(math.ceil(seconds))}
        case errors.StorageBusy():
            return {"Retry-After": str(_BUSY_SECONDS)}
        case _:
            return None


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, message = _code_and_message(request, error)
    return error_response(request.scope, error.status_code, code, message, headers=error.headers)


def _code_and_message(request: Request, error: HTTPException) -> tuple[str, str]:
    path = repr(request.url.path)[:_LONGEST_SHOWN]
    match error.status_code:
        case _ if isinstance(error, Refusal):
            return error.code, error.detail
        case HTTPStatus.NOT_FOUND:
            return "not_found", f"there is nothing at {path}; /docs lists the routes"
        case HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = (error.headers or {}).get("Allow", "")
            return "method_not_allowed", f"{path} takes {allowed}, not {request.method:.20}"
        case _:
            return "bad_request", "the request could not be read"


async def _on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    # Only the first error, as in the Python API.
    problem = error.errors()[0]
    message, field = _first_problem(problem)
    known = getattr(request.scope.get("route"), "query_names", ())
    if problem["type"] == "extra_forbidden" and field in known:
        message += f": send it in the address, ?{field}=…"
    status = STATUS[errors.InvalidInput]
    return error_response(request.scope, status, errors.InvalidInput.code, message, field=field)


def _first_problem(detail: Mapping[str, Any]) -> tuple[str, str | None]:
    """Return the message and field, from the library's own error where there is one."""
    where, *path = detail["loc"]
    field = ".".join(str(part) for part in path)[:_LONGEST_SHOWN] or None
    cause = detail.get("ctx", {}).get("error")
    if isinstance(cause, errors.RecollectError):
        return cause.message, cause.field or field
    if detail["type"] == "string_unicode":
        return "a name in the body contains a lone surrogate", None
    if field is None:
        absent = detail["type"] == "missing"
        problem = "is missing: send a JSON object" if absent else "must be a JSON object"
        return f"the body {problem}", None
    return _field_problem(field, detail, "parameter" if where == "query" else "field"), field


def _field_problem(field: str, detail: Mapping[str, Any], thing: str) -> str:
    match detail["type"]:
        case "missing":
            return f"{field} is missing"
        case "extra_forbidden":
            return f"unknown {thing} {field!r}"
        case _:
            return invalid_value(field, detail)
