"""Routes of the optimizer, which tunes conversation windows to their token budget."""

from http import HTTPStatus

from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.cursors import encode_cursor, offset
from recollect.server.errors import error_responses
from recollect.server.field_types import Name
from recollect.server.routing import NOT_FOUND, TAKES_BODY, api_router
from recollect.server.schemas import Paged, RequestModel, ResponseModel, optional

router = api_router("work")

_AGENT = optional("The agent; default: all agents together.")


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


class RunRequestedOut(ResponseModel):
    """A run was queued; `POST /api/v1/sync` waits for it."""

    asked: bool = True


@router.get("/learning/optimizer/status")
def optimizer_status(query: FromQuery[AgentIn], caller: CurrentCaller) -> EfficiencyOut:
    """The number of runs, the tokens saved, and the current parameters."""
    caller.check(Right.READ, query.agent_id)
    return EfficiencyOut.model_validate(caller.memory.optimizer.status(query.agent_id))


@router.post(
    "/api/v1/optimizer/run",
    status_code=HTTPStatus.ACCEPTED,
    responses=TAKES_BODY | NOT_FOUND | error_responses(507),
)
def run_optimizer(caller: CurrentCaller, body: AgentIn | None = None) -> RunRequestedOut:
    """Tunes the latest conversations of one agent, or of all, in the background."""
    agent_id = body.agent_id if body else None
    caller.check(Right.ADMIN if agent_id is None else Right.WRITE, agent_id)
    caller.memory.optimizer.run(agent_id)
    return RunRequestedOut()


@router.get("/api/v1/optimizer/snapshots")
def optimizer_snapshots(query: FromQuery[SnapshotsIn], caller: CurrentCaller) -> SnapshotsOut:
    """What each run did; the last 500 of each agent are kept."""
    caller.check(Right.READ, query.agent_id)
    start = offset("snapshots", query)
    end = start + query.limit
    runs = caller.memory.optimizer.snapshots(query.agent_id, limit=end + 1)
    # The library returns the latest runs, oldest first.
    return SnapshotsOut(
        snapshots=[
            SnapshotOut.model_validate(run.report() | {"usageRatio": run.metrics.usage_ratio})
            for run in runs[::-1][start:end]
        ],
        next_cursor=encode_cursor("snapshots", end) if len(runs) > end else None,
    )
