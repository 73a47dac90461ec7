"""Routes to review contradictions between memories."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.entry import EntryFilter, Status
from recollect.learning.review import Dispute, Keep
from recollect.server.access import CurrentCaller
from recollect.server.cursors import page_by_key, sortable_time
from recollect.server.errors import error_responses
from recollect.server.json_body import JsonRoute
from recollect.server.memory_schemas import AgentQuery, HistoryIn
from recollect.server.paths import MemoryPath
from recollect.server.resource_schemas import MemoryOut, reach
from recollect.server.schemas import RequestModel, as_given

router = APIRouter(prefix="/api/v1/review", tags=["memories"], route_class=JsonRoute)

_WAITING = EntryFilter(statuses=(Status.REVIEW,))


class DisputeOut(BaseModel):
    """A memory and those that it contradicts; `id` is that of the memory, the newest."""

    id: str
    agent_id: str
    memory: MemoryOut
    rivals: list[MemoryOut]

    @classmethod
    def of(cls, agent: str, dispute: Dispute) -> "DisputeOut":
        """Build it from a dispute of this agent."""
        return cls(
            id=dispute.id,
            agent_id=agent,
            memory=MemoryOut.of(agent, dispute.entry),
            rivals=[MemoryOut.of(agent, rival) for rival in dispute.rivals],
        )


class DisputesOut(BaseModel):
    """One page of open contradictions, newest first."""

    disputes: list[DisputeOut]
    next_cursor: str | None


class DecisionIn(RequestModel):
    """Which memories to keep."""

    keep: Annotated[Any, as_given(Keep)] = Field(
        description="`this` memory, the `others`, or `both`; the rest are superseded, not deleted."
    )


class DecidedOut(BaseModel):
    """The memories concerned, after the decision."""

    memories: list[MemoryOut]


@router.get(
    "",
    summary="List contradictions",
    response_description="One page of contradictions",
    responses=error_responses(403, 422, 503),
)
def list_disputes(query: Annotated[HistoryIn, Query()], caller: CurrentCaller) -> DisputesOut:
    """Memories that contradict earlier ones and need a decision."""
    allowed = reach(caller, Right.READ, query.agent_id)
    waiting = caller.memory.all_agents.list(allowed, _WAITING)
    agents = sorted({owned.agent for owned in waiting})
    disputes = [(name, each) for name in agents for each in caller.memory.agent(name).review.list()]
    page, next_page = page_by_key(
        "disputes", disputes, query.cursor, query.limit, _key, descending=True
    )
    return DisputesOut(disputes=[DisputeOut.of(*each) for each in page], next_cursor=next_page)


def _key(disputes: tuple[str, Dispute]) -> str:
    agent, dispute = disputes
    return f"{sortable_time(dispute.entry.recorded_at)} {agent} {dispute.id}"


@router.post(
    "/{memory_id}",
    summary="Resolve a contradiction",
    response_description="The memories after the decision",
    responses=error_responses(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def resolve_dispute(
    memory_id: MemoryPath,
    body: Annotated[
        DecisionIn,
        Body(openapi_examples={"this": {"summary": "This one", "value": {"keep": "this"}}}),
    ],
    query: Annotated[AgentQuery, Query()],
    caller: CurrentCaller,
) -> DecidedOut:
    """Resolves a contradiction by keeping this memory, the others, or both."""
    allowed = reach(caller, Right.WRITE, query.agent_id)
    agent = caller.memory.agent(caller.memory.all_agents.owner(memory_id, allowed))
    decided = agent.review.resolve(memory_id, body.keep)
    return DecidedOut(memories=[MemoryOut.of(agent.id, entry) for entry in decided])
