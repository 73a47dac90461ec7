"""What cannot both be true, and what a person decides about it."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.entry import EntryFilter, Status
from recollect.learning.review import Dispute, Keep
from recollect.server.access import CurrentVisitor
from recollect.server.cursors import keyed, sortable
from recollect.server.errors import documented
from recollect.server.json_body import JsonRoute
from recollect.server.memory_shapes import HistoryIn, WhoseIn
from recollect.server.paths import MemoryPath
from recollect.server.shapes import Strict, as_given
from recollect.server.shown import MemoryOut, reach

router = APIRouter(prefix="/api/v1/review", tags=["memories"], route_class=JsonRoute)

_WAITING = EntryFilter(statuses=(Status.REVIEW,))


class DisputeOut(BaseModel):
    """A memory and those beside which it cannot be true; `id` is that of the memory, which came last."""

    id: str
    agent_id: str
    memory: MemoryOut
    rivals: list[MemoryOut]

    @classmethod
    def of(cls, agent: str, dispute: Dispute) -> "DisputeOut":
        """A dispute among the memories of this agent."""
        return cls(
            id=dispute.id,
            agent_id=agent,
            memory=MemoryOut.of(agent, dispute.entry),
            rivals=[MemoryOut.of(agent, rival) for rival in dispute.rivals],
        )


class DisputesOut(BaseModel):
    """A part of what waits for a decision, newest first."""

    disputes: list[DisputeOut]
    next_cursor: str | None


class DecisionIn(Strict):
    """What is true."""

    keep: Annotated[Any, as_given(Keep)] = Field(
        description="`this` memory, the `others`, or `both`; those that lose are superseded, not lost."
    )


class DecidedOut(BaseModel):
    """The memories that were decided about, as they stand now."""

    memories: list[MemoryOut]


@router.get(
    "",
    summary="List contradictions",
    response_description="A part of what waits for a decision",
    responses=documented(403, 422, 503),
)
def list_disputes(query: Annotated[HistoryIn, Query()], visitor: CurrentVisitor) -> DisputesOut:
    """Pairs of memories of which not both can be true, each under the memory that came later."""
    meant = reach(visitor, Right.READ, query.agent_id)
    waiting = visitor.memory.all_agents.list(meant, _WAITING)
    agents = sorted({owned.agent for owned in waiting})
    found = [(name, each) for name in agents for each in visitor.memory.agent(name).review.list()]
    page, behind = keyed("disputes", found, query.cursor, query.limit, _key, falling=True)
    return DisputesOut(disputes=[DisputeOut.of(*each) for each in page], next_cursor=behind)


def _key(found: tuple[str, Dispute]) -> str:
    agent, dispute = found
    return f"{sortable(dispute.entry.recorded_at)} {agent} {dispute.id}"


@router.post(
    "/{memory_id}",
    summary="Decide what is true",
    response_description="The memories as they stand now",
    responses=documented(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def resolve_dispute(
    memory_id: MemoryPath,
    body: Annotated[
        DecisionIn,
        Body(openapi_examples={"this": {"summary": "This one", "value": {"keep": "this"}}}),
    ],
    query: Annotated[WhoseIn, Query()],
    visitor: CurrentVisitor,
) -> DecidedOut:
    """Ends a contradiction: this memory is true, the others are, or both."""
    meant = reach(visitor, Right.WRITE, query.agent_id)
    agent = visitor.memory.agent(visitor.memory.all_agents.holder(memory_id, meant))
    decided = agent.review.resolve(memory_id, body.keep)
    return DecidedOut(memories=[MemoryOut.of(agent.id, entry) for entry in decided])
