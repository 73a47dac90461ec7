"""Routes to review contradictions between memories."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.entry import EntryFilter, Status
from recollect.learning.review import Dispute, Keep
from recollect.server.access import CurrentCaller
from recollect.server.cursors import page_by_key, sortable_time
from recollect.server.memory_schemas import AgentQuery, HistoryIn
from recollect.server.paths import MemoryPath
from recollect.server.resource_schemas import MemoryOut
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import Given, RequestModel

router = api_router("memories", "/api/v1/review")

_WAITING = EntryFilter(statuses=(Status.REVIEW,))


class DisputeOut(BaseModel):
    """A memory and those that it contradicts; `id` is that of the memory, the newest."""

    id: str
    agent_id: str
    memory: MemoryOut
    rivals: list[MemoryOut]


class DisputesOut(BaseModel):
    """One page of open contradictions, newest first."""

    disputes: list[DisputeOut]
    next_cursor: str | None


class DecisionIn(RequestModel):
    """Which memories to keep."""

    keep: Given[Keep] = Field(
        description="`this` memory, the `others`, or `both`; the rest are superseded, not deleted."
    )


class DecidedOut(BaseModel):
    """The memories concerned, after the decision."""

    memories: list[MemoryOut]


@router.get("")
def list_disputes(query: Annotated[HistoryIn, Query()], caller: CurrentCaller) -> DisputesOut:
    """Memories that contradict earlier ones and need a decision."""
    allowed = caller.reach(Right.READ, query.agent_id)
    waiting = caller.memory.all_agents.list(allowed, _WAITING)
    agents = sorted({owned.agent for owned in waiting})
    disputes = [(name, each) for name in agents for each in caller.memory.agent(name).review.list()]
    page, next_page = page_by_key("disputes", disputes, query, _key, descending=True)
    shown = [
        DisputeOut(
            id=dispute.id,
            agent_id=agent,
            memory=MemoryOut.of(agent, dispute.entry),
            rivals=[MemoryOut.of(agent, rival) for rival in dispute.rivals],
        )
        for agent, dispute in page
    ]
    return DisputesOut(disputes=shown, next_cursor=next_page)


def _key(disputes: tuple[str, Dispute]) -> str:
    agent, dispute = disputes
    return f"{sortable_time(dispute.entry.recorded_at)} {agent} {dispute.id}"


@router.post("/{memory_id}", responses=TAKES_BODY | WRITES | NOT_FOUND)
def resolve_dispute(
    memory_id: MemoryPath,
    body: DecisionIn,
    query: Annotated[AgentQuery, Query()],
    caller: CurrentCaller,
) -> DecidedOut:
    """Resolves a contradiction by keeping this memory, the others, or both."""
    agent = caller.owner(Right.WRITE, memory_id, query.agent_id)
    decided = agent.review.resolve(memory_id, body.keep)
    return DecidedOut(memories=[MemoryOut.of(agent.id, entry) for entry in decided])
