"""Errors of the proxy itself, in our shape and in that of those whom clients expect to talk to."""

import json

from fastapi import Response
from starlette.types import Scope

from recollect.server.proxy.headers import Headers
from recollect.server.proxy.upstream import Unanswered


def told(scope: Scope, trouble: Unanswered, headers: Headers) -> Response:
    """The answer where there is none of the upstream's; its code is left in the scope, for the log."""
    scope.setdefault("state", {})["error_code"] = trouble.code
    error = {
        "code": trouble.code,
        "message": trouble.message,
        "type": "upstream_error",
        "param": None,
    }
    more = dict(headers)
    if trouble.code == "no_upstream":
        # A client that tries again by itself would never be done.
        more["x-should-retry"] = "false"
    body = json.dumps({"error": error}, ensure_ascii=False)
    return Response(body, trouble.status, more, media_type="application/json")
