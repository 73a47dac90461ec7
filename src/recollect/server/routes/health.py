"""Whether the server lives, and whether it can be asked."""

from http import HTTPStatus
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel

from recollect.domain.access import Right
from recollect.server.access import CurrentVisitor
from recollect.server.current import CurrentMemory, CurrentWarmup
from recollect.server.errors import documented, documented_beside_text
from recollect.server.metrics import Metrics

router = APIRouter(prefix="/health", tags=["health"])
metrics_router = APIRouter(tags=["health"])


class LiveOut(BaseModel):
    """The server is there."""

    status: Literal["live"] = "live"


class ReadyOut(BaseModel):
    """The server can be asked; without an embedder search goes by words alone."""

    status: Literal["ready"] = "ready"
    embedder: str | None


class StartingOut(BaseModel):
    """The embedder is not loaded yet; `reason` says what kept it, where something did."""

    status: Literal["starting"] = "starting"
    reason: str | None = None


@router.get("/live", summary="Is the server there?", response_description="It is")
async def live() -> LiveOut:
    """Answers as soon as the server listens, and also while all its threads are busy."""
    return LiveOut()


@metrics_router.get(
    "/metrics",
    summary="Read the counts",
    response_class=PlainTextResponse,
    response_description="In Prometheus' text format",
    responses=documented_beside_text(401, 403, 503),
)
def metrics(request: Request, visitor: CurrentVisitor) -> Response:
    """Requests by route and outcome, how much is kept, what waits, what models have done; no names, no words."""
    visitor.check(Right.READ)
    counted: Metrics = request.app.state.metrics
    return Response(counted.text(), media_type=CONTENT_TYPE_LATEST)


_STARTING: dict[int | str, dict[str, Any]] = {
    503: {"model": StartingOut, "description": "The embedder is still being loaded"}
}


@router.get(
    "/ready",
    summary="Can it be asked?",
    response_description="It can",
    response_model=ReadyOut,
    responses=_STARTING | documented(500),
)
def ready(memory: CurrentMemory, warmup: CurrentWarmup) -> ReadyOut | JSONResponse:
    """Says yes once the embedder is warm and the database answers."""
    if not warmup.done:
        starting = StartingOut(reason=warmup.trouble).model_dump(exclude_none=True)
        return JSONResponse(starting, HTTPStatus.SERVICE_UNAVAILABLE)
    memory.agents(limit=1)
    return ReadyOut(embedder=warmup.embedder)
