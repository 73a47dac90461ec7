"""Routes of the optimizer, which tunes conversation windows to their token budget."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Body, Query
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.tuning import Snapshot
from recollect.server.access import CurrentCaller
from recollect.server.cursors import decode_cursor, encode_cursor
from recollect.server.errors import error_responses
from recollect.server.json_body import JsonRoute
from recollect.server.schemas import Name, Paged, RequestModel

router = APIRouter(tags=["work"], route_class=JsonRoute)

_AGENT = Field(None, description="The agent; default: all agents together.")


class ParametersOut(BaseModel):
    """The tuned parameters and the target usage."""

    compressionTrigger: float  # noqa: N815 - the seed's name
    fullMessageWindow: int  # noqa: N815
    minRelevance: float  # noqa: N815
    targetUsageRatio: float  # noqa: N815


class EfficiencyOut(BaseModel):
    """Totals of all runs and the current parameters; for all agents, those of the last run."""

    totalOptimizations: int  # noqa: N815
    totalTokensSaved: int  # noqa: N815
    avgSavingsPerRun: int  # noqa: N815
    currentParameters: ParametersOut  # noqa: N815


class SnapshotOut(BaseModel):
    """One run: the budget usage before it, what it changed, and the resulting parameters."""

    usageRatio: float  # noqa: N815 - compare with the target
    tokensBefore: int  # noqa: N815
    tokensAfter: int  # noqa: N815
    entriesCompressed: int  # noqa: N815
    entriesDropped: int  # noqa: N815
    entriesPromoted: int  # noqa: N815
    compressionTriggerRatio: float  # noqa: N815
    fullMessageWindow: int  # noqa: N815
    minRelevanceScore: float  # noqa: N815
    timestamp: str = Field(examples=["2025-01-15T10:36:00.000Z"])

    @classmethod
    def of(cls, run: Snapshot) -> "SnapshotOut":
        """Build it from a run's report and its usage before the run."""
        return cls.model_validate(run.report() | {"usageRatio": run.metrics.usage_ratio})


class SnapshotsOut(BaseModel):
    """One page of runs, newest first."""

    snapshots: list[SnapshotOut]
    next_cursor: str | None


class AgentIn(RequestModel):
    """The agent to optimize."""

    agent_id: Name | None = _AGENT


class SnapshotsIn(Paged):
    """Which runs to list."""

    agent_id: Name | None = _AGENT


class RunRequestedOut(BaseModel):
    """A run was queued; `POST /api/v1/sync` waits for it."""

    asked: bool = True


@router.get(
    "/learning/optimizer/status",
    summary="Get the optimizer's status",
    response_description="Totals and current parameters",
    responses=error_responses(403, 422, 503),
)
def optimizer_status(query: Annotated[AgentIn, Query()], caller: CurrentCaller) -> EfficiencyOut:
    """The number of runs, the tokens saved, and the current parameters."""
    caller.check(Right.READ, query.agent_id)
    return EfficiencyOut.model_validate(caller.memory.optimizer.status(query.agent_id))


@router.post(
    "/api/v1/optimizer/run",
    status_code=HTTPStatus.ACCEPTED,
    summary="Queue an optimizer run",
    response_description="The run was queued",
    responses=error_responses(400, 403, 404, 413, 415, 422, 503, 507),
)
def run_optimizer(
    caller: CurrentCaller,
    body: Annotated[
        AgentIn | None,
        Body(openapi_examples={"one": {"summary": "For all agents", "value": {}}}),
    ] = None,
) -> RunRequestedOut:
    """Tunes the latest conversations of one agent, or of all, in the background."""
    agent_id = body.agent_id if body else None
    caller.check(Right.ADMIN if agent_id is None else Right.WRITE, agent_id)
    caller.memory.optimizer.run(agent_id)
    return RunRequestedOut()


@router.get(
    "/api/v1/optimizer/snapshots",
    summary="List optimizer runs",
    response_description="One page of runs",
    responses=error_responses(403, 422, 503),
)
def optimizer_snapshots(
    query: Annotated[SnapshotsIn, Query()], caller: CurrentCaller
) -> SnapshotsOut:
    """What each run did; the last 500 of each agent are kept."""
    caller.check(Right.READ, query.agent_id)
    start = 0 if query.cursor is None else _start(query.cursor)
    end = start + query.limit
    runs = caller.memory.optimizer.snapshots(query.agent_id, limit=end + 1)
    # The library returns the latest runs, oldest first.
    return SnapshotsOut(
        snapshots=[SnapshotOut.of(run) for run in runs[::-1][start:end]],
        next_cursor=encode_cursor("snapshots", end) if len(runs) > end else None,
    )


def _start(cursor: str) -> int:
    (place,) = decode_cursor("snapshots", cursor, int)
    return min(max(int(place or 0), 0), 2**31)
