"""Whose memories there are."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from recollect.model.conversation import AgentSummary
from recollect.server.current import CurrentMemory
from recollect.server.errors import documented
from recollect.server.shapes import Moment, Page, cut

router = APIRouter(tags=["agents"])


class AgentOut(BaseModel):
    """One agent, and how much is kept under its name."""

    agent_id: str
    entries: int
    turns: int
    conversations: int
    created_at: Moment

    @classmethod
    def of(cls, agent: AgentSummary) -> "AgentOut":
        """The agent as it is shown."""
        return cls(
            agent_id=agent.id,
            entries=agent.entries,
            turns=agent.turns,
            conversations=agent.conversations,
            created_at=agent.created_at,
        )


class AgentsOut(BaseModel):
    """A part of the list; `next_cursor` asks for the next one, and is null at the end."""

    agents: list[AgentOut]
    next_cursor: str | None

    @classmethod
    def of(cls, found: Sequence[AgentSummary], limit: int) -> "AgentsOut":
        """The page, from one agent more than it holds."""
        agents, more = cut(found, limit)
        return cls(
            agents=[AgentOut.of(agent) for agent in agents],
            next_cursor=agents[-1].id if more else None,
        )


@router.get(
    "/agents",
    summary="List the agents",
    response_description="A part of the list",
    responses=documented(403, 422, 503),
)
def agents(page: Annotated[Page, Query()], memory: CurrentMemory) -> AgentsOut:
    """All agents by name, each with the number of its memories, turns and conversations."""
    return AgentsOut.of(memory.agents(cursor=page.cursor, limit=page.limit + 1), page.limit)
