"""Our own errors in the format of the API that was called, so that its clients can read them."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from starlette.types import Scope

from recollect.server.proxy.paths import OLLAMA_PREFIX, is_for_mem0, is_proxied

# As Anthropic names them; OpenAI has no list.
_TYPES: Final[Mapping[int, str]] = {
    HTTPStatus.UNAUTHORIZED: "authentication_error",
    HTTPStatus.FORBIDDEN: "permission_error",
    HTTPStatus.NOT_FOUND: "not_found_error",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "request_too_large",
}


def error_body(scope: Scope, status: int, error: dict[str, str]) -> dict[str, Any] | None:
    """Return the body of an error with this code and message; None if the path is ours."""
    path: str = scope["path"]
    if is_for_mem0(path):
        return {"detail": error["message"], "error": error}
    if not is_proxied(path):
        return None
    if path.startswith(OLLAMA_PREFIX):
        return {"error": error["message"], "code": error["code"]}
    typed = {**error, "type": _type(status, error["code"])}
    if path.startswith("/v1/messages") or b"anthropic-version" in dict(scope["headers"]):
        return {"type": "error", "error": typed}
    return {"error": {**typed, "param": error.get("field")}}


def _type(status: int, code: str) -> str:
    if "upstream" in code:
        return "upstream_error"
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return "api_error"
    return _TYPES.get(status, "invalid_request_error")
