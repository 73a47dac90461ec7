"""Errors of the proxy itself, in our format plus the fields that OpenAI clients expect."""

import json

from fastapi import Response
from starlette.types import Scope

from recollect.server.proxy.headers import Headers
from recollect.server.proxy.upstream import UpstreamFailure


def error_response(scope: Scope, problem: UpstreamFailure, headers: Headers) -> Response:
    """Return the error response for an upstream failure, and leave its code in the scope to log."""
    scope.setdefault("state", {})["error_code"] = problem.code
    error = {
        "code": problem.code,
        "message": problem.message,
        "type": "upstream_error",
        "param": None,
    }
    more = dict(headers)
    if problem.code == "no_upstream":
        # Clients that retry automatically would never stop.
        more["x-should-retry"] = "false"
    body = json.dumps({"error": error}, ensure_ascii=False)
    return Response(body, problem.status, more, media_type="application/json")
