"""Routes of agents."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from recollect.domain.access import Reach, Right
from recollect.domain.conversation import AgentSummary
from recollect.errors import InvalidInput, NotFound
from recollect.server.access import Caller, CurrentCaller
from recollect.server.errors import error_responses
from recollect.server.paths import AgentPath
from recollect.server.resource_schemas import reach
from recollect.server.schemas import Confirm, Moment, Page, RequestModel, split_page

router = APIRouter(tags=["agents"])


class AgentOut(BaseModel):
    """One agent, and how much it has stored."""

    agent_id: str
    entries: int
    turns: int
    conversations: int
    created_at: Moment

    @classmethod
    def of(cls, agent: AgentSummary) -> "AgentOut":
        """Build it from a summary."""
        return cls(
            agent_id=agent.id,
            entries=agent.entries,
            turns=agent.turns,
            conversations=agent.conversations,
            created_at=agent.created_at,
        )


class AgentsOut(BaseModel):
    """One page of agents; `next_cursor` is null on the last page."""

    agents: list[AgentOut]
    next_cursor: str | None

    @classmethod
    def of(cls, found: Sequence[AgentSummary], limit: int) -> "AgentsOut":
        """Build the page from a list fetched with `limit + 1`."""
        agents, more = split_page(found, limit)
        return cls(
            agents=[AgentOut.of(agent) for agent in agents],
            next_cursor=agents[-1].id if more else None,
        )


class EraseIn(RequestModel):
    """Confirmation of an erasure."""

    confirm: Confirm = Field(False, description="`true`, or nothing is erased.")  # noqa: FBT003 - a default


@router.get(
    "/agents",
    summary="List the agents",
    response_description="One page of agents",
    responses=error_responses(403, 422, 503),
)
def agents(page: Annotated[Page, Query()], caller: CurrentCaller) -> AgentsOut:
    """Agents that the caller may read, by name, with counts of memories, turns and conversations."""
    found = caller.memory.agents(
        cursor=page.cursor, limit=page.limit + 1, reach=reach(caller, Right.READ)
    )
    return AgentsOut.of(found, page.limit)


@router.get(
    "/api/v1/agents/{agent_id}",
    summary="Get an agent",
    response_description="The agent",
    responses=error_responses(403, 404, 422, 503),
)
def get_agent(agent_id: AgentPath, caller: CurrentCaller) -> AgentOut:
    """Counts of the agent's memories, turns and conversations."""
    caller.readable_agent(agent_id)
    return AgentOut.of(_summary(caller, agent_id))


@router.delete(
    "/api/v1/agents/{agent_id}",
    summary="Erase an agent",
    response_description="What was erased",
    responses=error_responses(403, 404, 409, 422, 503, 507),
)
def erase_agent(
    agent_id: AgentPath, query: Annotated[EraseIn, Query()], caller: CurrentCaller
) -> AgentOut:
    """Permanently erases everything of an agent, from every table and from the file itself.

    Requires `confirm=true`; without it, the error says what would be erased.
    """
    agent = caller.administered_agent(agent_id)
    ephemeral = agent.conversations.ephemeral()
    summary = _summary(caller, agent_id, ephemeral[0].created_at if ephemeral else None)
    if not query.confirm:
        message = (
            f"this would erase {summary.entries:,} memories, {summary.conversations:,} conversations and"
            f" {summary.turns:,} turns of the agent {agent_id!r:.80} permanently:"
            " send confirm=true to proceed"
        )
        raise InvalidInput(message, field="confirm")
    agent.erase()
    return AgentOut.of(summary)


def _summary(caller: Caller, agent_id: str, created_at: datetime | None = None) -> AgentSummary:
    """Return an agent's counts; all zero if it has only ephemeral data, since `created_at`."""
    found = caller.memory.agents(reach=Reach(only=agent_id))
    if found:
        return found[0]
    if created_at is None:
        raise NotFound(f"there is no agent {agent_id!r:.80}", field="agent_id")
    return AgentSummary(
        id=agent_id, conversations=0, turns=0, entries=0, created_at=created_at, revision=0
    )
