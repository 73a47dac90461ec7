"""Health checks and metrics."""

from http import HTTPStatus
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel

from recollect.domain.access import Right
from recollect.server.access import CurrentCaller
from recollect.server.dependencies import CurrentMemory, CurrentWarmup
from recollect.server.errors import error_responses, error_responses_for_text
from recollect.server.metrics import Metrics

router = APIRouter(prefix="/health", tags=["health"])
metrics_router = APIRouter(tags=["health"])


class LiveOut(BaseModel):
    """The server is running."""

    status: Literal["live"] = "live"


class ReadyOut(BaseModel):
    """The server is ready; without an embedder, search is keyword-only."""

    status: Literal["ready"] = "ready"
    embedder: str | None


class StartingOut(BaseModel):
    """The embedder is not loaded yet; `reason` is the error of the last attempt."""

    status: Literal["starting"] = "starting"
    reason: str | None = None


@router.get("/live", summary="Check liveness", response_description="The server is running")
async def live() -> LiveOut:
    """Responds as soon as the server listens, even while all threads are busy."""
    return LiveOut()


@metrics_router.get(
    "/metrics",
    summary="Get metrics",
    response_class=PlainTextResponse,
    response_description="In Prometheus' text format",
    responses=error_responses_for_text(401, 403, 503),
)
def metrics(request: Request, caller: CurrentCaller) -> Response:
    """Requests by route and outcome, stored data, jobs and model usage; no names or content."""
    caller.check(Right.READ)
    current: Metrics = request.app.state.metrics
    return Response(current.text(), media_type=CONTENT_TYPE_LATEST)


_STARTING: dict[int | str, dict[str, Any]] = {
    503: {"model": StartingOut, "description": "The embedder is still being loaded"}
}


@router.get(
    "/ready",
    summary="Check readiness",
    response_description="The server is ready",
    response_model=ReadyOut,
    responses=_STARTING | error_responses(500),
)
def ready(memory: CurrentMemory, warmup: CurrentWarmup) -> ReadyOut | JSONResponse:
    """Returns 200 once the embedder is loaded and the database answers."""
    if not warmup.done:
        starting = StartingOut(reason=warmup.problem).model_dump(exclude_none=True)
        return JSONResponse(starting, HTTPStatus.SERVICE_UNAVAILABLE)
    memory.agents(limit=1)
    return ReadyOut(embedder=warmup.embedder)
