"""Errors over HTTP: one table from our errors to statuses, and one shape in which all are told."""

import json
import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.types import Scope

from recollect.errors import (
    CircuitOpen,
    Closed,
    Conflict,
    Disabled,
    InvalidInput,
    LeaseLost,
    NotFound,
    ProviderError,
    ProviderUnavailable,
    RecollectError,
    StorageBusy,
    StorageFull,
)

# The nearest class of an error's own line of descent counts, so every error has a status.
STATUS: Final[Mapping[type[RecollectError], HTTPStatus]] = {
    RecollectError: HTTPStatus.INTERNAL_SERVER_ERROR,
    InvalidInput: HTTPStatus.UNPROCESSABLE_ENTITY,
    NotFound: HTTPStatus.NOT_FOUND,
    Conflict: HTTPStatus.CONFLICT,
    LeaseLost: HTTPStatus.CONFLICT,
    # Not 503: a client that tries again by itself would never be done.
    Disabled: HTTPStatus.FORBIDDEN,
    Closed: HTTPStatus.SERVICE_UNAVAILABLE,
    StorageBusy: HTTPStatus.SERVICE_UNAVAILABLE,
    StorageFull: HTTPStatus.INSUFFICIENT_STORAGE,
    ProviderError: HTTPStatus.BAD_GATEWAY,
    ProviderUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    CircuitOpen: HTTPStatus.SERVICE_UNAVAILABLE,
}

_LONGEST_SHOWN: Final = 80
_BUSY_SECONDS: Final = 1


class ErrorDetail(BaseModel):
    """What went wrong: `code` never changes, `message` is for people, `field` names the value to mend."""

    code: str = Field(examples=["invalid_input"])
    message: str = Field(examples=["agent_id is empty; it takes 1 to 256"])
    field: str | None = Field(None, examples=["agent_id"])


class ErrorOut(BaseModel):
    """The shape of every error."""

    error: ErrorDetail


class Refusal(HTTPException):
    """What only HTTP can refuse: a body that is no JSON, or too large, or of another type."""

    def __init__(self, status: HTTPStatus, code: str, message: str) -> None:
        super().__init__(status, message)
        self.code = code


def status_of(error: RecollectError) -> HTTPStatus:
    """The status that an error of ours is answered with."""
    return status_for(type(error))


def status_for(error: type[RecollectError]) -> HTTPStatus:
    """The status that errors of this kind are answered with."""
    return next(STATUS[kind] for kind in error.__mro__ if kind in STATUS)


def answer(
    scope: Scope,
    status: int,
    code: str,
    message: str,
    *,
    field: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The one shape of every error; its code is left in the scope, for the log."""
    scope.setdefault("state", {})["error_code"] = code
    detail = {"code": code, "message": message} | ({"field": field} if field else {})
    text = json.dumps({"error": detail}, ensure_ascii=False)
    # A caller's half of a surrogate pair, repeated in a message, must not break the answer.
    body = text.encode("utf-8", "backslashreplace")
    return Response(body, status, headers, media_type="application/json")


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a route says in the OpenAPI about the errors it can answer with."""
    return {
        status: {"model": ErrorOut, "description": HTTPStatus(status).phrase} for status in statuses
    }


def documented_beside_text(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The same, for a route whose answer is no JSON: its errors still are."""
    shape = {"schema": {"$ref": f"#/components/schemas/{ErrorOut.__name__}"}}
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {"application/json": shape},
        }
        for status in statuses
    }


def install(app: FastAPI) -> None:
    """Make the app tell every error in our shape; what is unexpected is told by `logs.RequestLog`."""
    app.add_exception_handler(RecollectError, _on_ours)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_invalid)


async def _on_ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, RecollectError)
    return answer(
        request.scope,
        status_of(error),
        error.code,
        error.message,
        field=error.field,
        headers=_patience(error),
    )


def _patience(error: RecollectError) -> dict[str, str] | None:
    match error:
        case CircuitOpen(retry_after=seconds) | ProviderUnavailable(retry_after=float(seconds)):
            return {"Retry-After": str(math.ceil(seconds))}
        case StorageBusy():
            return {"Retry-After": str(_BUSY_SECONDS)}
        case _:
            return None


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, message = _named(request, error)
    return answer(request.scope, error.status_code, code, message, headers=error.headers)


def _named(request: Request, error: HTTPException) -> tuple[str, str]:
    path = repr(request.url.path)[:_LONGEST_SHOWN]
    match error.status_code:
        case _ if isinstance(error, Refusal):
            return error.code, error.detail
        case HTTPStatus.NOT_FOUND:
            return "not_found", f"there is nothing at {path}; /docs lists what there is"
        case HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = (error.headers or {}).get("Allow", "")
            return "method_not_allowed", f"{path} takes {allowed}, not {request.method:.20}"
        case _:
            return "bad_request", "the request could not be read"


async def _on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    # One at a time, as in Python; the first is the one furthest to the front.
    message, field = _told(error.errors()[0])
    status = STATUS[InvalidInput]
    return answer(request.scope, status, InvalidInput.code, message, field=field)


def _told(detail: Mapping[str, Any]) -> tuple[str, str | None]:
    """What is wrong, in the library's own words where the library has looked."""
    where, *path = detail["loc"]
    field = ".".join(str(part) for part in path)[:_LONGEST_SHOWN] or None
    cause = detail.get("ctx", {}).get("error")
    if isinstance(cause, RecollectError):
        return cause.message, cause.field or field
    if detail["type"] == "string_unicode":
        return "a name in the body holds half of a surrogate pair", None
    if field is None:
        absent = detail["type"] == "missing"
        problem = "is missing: send a JSON object" if absent else "must be a JSON object"
        return f"the body {problem}", None
    return _about(field, detail, "parameter" if where == "query" else "field"), field


def _about(field: str, detail: Mapping[str, Any], thing: str) -> str:
    match detail["type"]:
        case "missing":
            return f"{field} is missing"
        case "extra_forbidden":
            return f"unknown {thing} {field!r}"
        case _:
            return f"{field}: {detail['msg']}"
