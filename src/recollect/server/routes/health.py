"""Health checks and metrics."""

from http import HTTPStatus
from typing import Literal

from fastapi import Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel

from recollect.domain.access import Right
from recollect.errors import StorageError
from recollect.server.access import CurrentCaller
from recollect.server.errors import Responses, error_responses, error_responses_for_text
from recollect.server.metrics import ServerMetrics
from recollect.server.routing import RelayRoute, api_router
from recollect.server.schemas import ResponseModel
from recollect.server.warmup import Warmup

router = api_router("health", errors={}, route_class=RelayRoute)


class LiveOut(ResponseModel):
    """The server is running."""

    status: Literal["live"] = "live"


class ReadyOut(ResponseModel):
    """The server is ready; without an embedder, search is keyword-only."""

    status: Literal["ready"] = "ready"
    embedder: str | None


class StartingOut(BaseModel):
    """The embedder is not loaded yet; `reason` is the error of the last attempt."""

    status: Literal["starting"] = "starting"
    reason: str | None = None


class NotReadyOut(ResponseModel):
    """Nothing can be stored: `code` is that of the error which a write would get."""

    status: Literal["not_ready"] = "not_ready"
    code: str
    reason: str


@router.get("/health/live", responses=error_responses(403))
async def live() -> LiveOut:
    """Responds as soon as the server listens, even while all threads are busy."""
    return LiveOut()


_NOT_READY: Responses = {
    503: {
        "model": StartingOut | NotReadyOut,
        "description": "The embedder is still being loaded, or the database takes no writes",
    }
}


@router.get(
    "/health/ready", response_model=ReadyOut, responses=_NOT_READY | error_responses(403, 500)
)
def ready(request: Request) -> ReadyOut | JSONResponse:
    """Returns 200 once the embedder is loaded and while the database takes writes."""
    warmup: Warmup = request.app.state.warmup
    if not warmup.done:
        starting = StartingOut(reason=warmup.problem).model_dump(exclude_none=True)
        return JSONResponse(starting, HTTPStatus.SERVICE_UNAVAILABLE)
    memory, readiness = request.app.state.memory, request.app.state.readiness
    problem: StorageError | None = readiness.problem()
    if problem is not None:
        # The path of the database is nobody's business who has no key.
        reason = problem.message.removeprefix(f"{memory.database}: ")
        shown = NotReadyOut(code=problem.code, reason=reason).model_dump()
        return JSONResponse(shown, HTTPStatus.SERVICE_UNAVAILABLE)
    return ReadyOut(embedder=warmup.embedder)


@router.get(
    "/metrics", response_class=PlainTextResponse, responses=error_responses_for_text(401, 403, 503)
)
def metrics(request: Request, caller: CurrentCaller) -> Response:
    """Requests by route and outcome, stored data, jobs and model usage; no names or content."""
    caller.check(Right.READ)
    current: ServerMetrics = request.app.state.metrics
    return Response(current.text(), media_type=CONTENT_TYPE_LATEST)
