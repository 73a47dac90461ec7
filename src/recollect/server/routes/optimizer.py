"""What tunes the windows of conversations to their budget."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Body, Query
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.tuning import Snapshot
from recollect.server.access import CurrentVisitor
from recollect.server.cursors import opened, sealed
from recollect.server.errors import documented
from recollect.server.json_body import JsonRoute
from recollect.server.shapes import Name, Paged, Strict

router = APIRouter(tags=["work"], route_class=JsonRoute)

_AGENT = Field(None, description="Of this agent; of all together if left out.")


class ParametersOut(BaseModel):
    """What the optimizer tunes, and the usage it steers towards."""

    compressionTrigger: float  # noqa: N815 - the seed's name
    fullMessageWindow: int  # noqa: N815
    minRelevance: float  # noqa: N815
    targetUsageRatio: float  # noqa: N815


class EfficiencyOut(BaseModel):
    """All runs so far, and the parameters in force; of all agents together those of the last run."""

    totalOptimizations: int  # noqa: N815
    totalTokensSaved: int  # noqa: N815
    avgSavingsPerRun: int  # noqa: N815
    currentParameters: ParametersOut  # noqa: N815


class SnapshotOut(BaseModel):
    """One run: the share of the budget in use before it, what it did, and the parameters it left behind."""

    usageRatio: float  # noqa: N815 - beside the target it says whether the tuning works
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
        """The seed's report of a run, and the usage it met."""
        return cls.model_validate(run.report() | {"usageRatio": run.metrics.usage_ratio})


class SnapshotsOut(BaseModel):
    """A part of the runs, the last one first."""

    snapshots: list[SnapshotOut]
    next_cursor: str | None


class AgentIn(Strict):
    """Of which agent."""

    agent_id: Name | None = _AGENT


class SnapshotsIn(Paged):
    """Which runs are wanted."""

    agent_id: Name | None = _AGENT


class AskedOut(BaseModel):
    """That a run was asked for; `POST /api/v1/sync` waits for it."""

    asked: bool = True


@router.get(
    "/learning/optimizer/status",
    summary="Read how the optimizer does",
    response_description="All runs so far and the parameters in force",
    responses=documented(403, 422, 503),
)
def optimizer_status(query: Annotated[AgentIn, Query()], visitor: CurrentVisitor) -> EfficiencyOut:
    """How many runs there were, how many tokens they saved, and how windows are tuned now."""
    visitor.check(Right.READ, query.agent_id)
    return EfficiencyOut.model_validate(visitor.memory.optimizer.status(query.agent_id))


@router.post(
    "/api/v1/optimizer/run",
    status_code=HTTPStatus.ACCEPTED,
    summary="Ask for a run of the optimizer",
    response_description="It was asked for",
    responses=documented(400, 403, 404, 413, 415, 422, 503, 507),
)
def run_optimizer(
    visitor: CurrentVisitor,
    body: Annotated[
        AgentIn | None,
        Body(openapi_examples={"one": {"summary": "For everybody", "value": {}}}),
    ] = None,
) -> AskedOut:
    """Tunes the latest conversations of one agent, or of all, in the background."""
    agent_id = body.agent_id if body else None
    visitor.check(Right.ADMIN if agent_id is None else Right.WRITE, agent_id)
    visitor.memory.optimizer.run(agent_id)
    return AskedOut()


@router.get(
    "/api/v1/optimizer/snapshots",
    summary="List the runs of the optimizer",
    response_description="A part of the runs",
    responses=documented(403, 422, 503),
)
def optimizer_snapshots(
    query: Annotated[SnapshotsIn, Query()], visitor: CurrentVisitor
) -> SnapshotsOut:
    """What each run did; of each agent the last 500 are kept."""
    visitor.check(Right.READ, query.agent_id)
    start = 0 if query.cursor is None else _start(query.cursor)
    end = start + query.limit
    runs = visitor.memory.optimizer.snapshots(query.agent_id, limit=end + 1)
    # The library gives the last runs, oldest first.
    return SnapshotsOut(
        snapshots=[SnapshotOut.of(run) for run in runs[::-1][start:end]],
        next_cursor=sealed("snapshots", end) if len(runs) > end else None,
    )


def _start(cursor: str) -> int:
    (place,) = opened("snapshots", cursor, int)
    return min(max(int(place or 0), 0), 2**31)
