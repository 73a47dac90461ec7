"""Whether the server lives, and whether it can be asked."""

from http import HTTPStatus
from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from recollect.server.current import CurrentMemory, CurrentWarmup
from recollect.server.errors import documented

router = APIRouter(prefix="/health", tags=["health"])


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
