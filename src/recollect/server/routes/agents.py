"""Whose memories there are."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from recollect.domain.access import Reach, Right
from recollect.domain.conversation import AgentSummary
from recollect.errors import InvalidInput, NotFound
from recollect.server.access import CurrentVisitor, Visitor
from recollect.server.errors import documented
from recollect.server.paths import AgentPath
from recollect.server.shapes import Confirm, Moment, Page, Strict, cut
from recollect.server.shown import reach

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


class EraseIn(Strict):
    """That this is meant."""

    confirm: Confirm = Field(False, description="`true`, or nothing is erased.")  # noqa: FBT003 - a default


@router.get(
    "/agents",
    summary="List the agents",
    response_description="A part of the list",
    responses=documented(403, 422, 503),
)
def agents(page: Annotated[Page, Query()], visitor: CurrentVisitor) -> AgentsOut:
    """All agents by name that the caller may read, each with the number of its memories, turns and conversations."""
    found = visitor.memory.agents(
        cursor=page.cursor, limit=page.limit + 1, reach=reach(visitor, Right.READ)
    )
    return AgentsOut.of(found, page.limit)


@router.get(
    "/api/v1/agents/{agent_id}",
    summary="Read about an agent",
    response_description="The agent",
    responses=documented(403, 404, 422, 503),
)
def get_agent(agent_id: AgentPath, visitor: CurrentVisitor) -> AgentOut:
    """How much is kept under its name."""
    visitor.reading(agent_id)
    return AgentOut.of(_known(visitor, agent_id))


@router.delete(
    "/api/v1/agents/{agent_id}",
    summary="Erase an agent",
    response_description="What was erased",
    responses=documented(403, 404, 409, 422, 503, 507),
)
def erase_agent(
    agent_id: AgentPath, query: Annotated[EraseIn, Query()], visitor: CurrentVisitor
) -> AgentOut:
    """Removes everything of an agent, from every table and from the file itself; no way back.

    It needs `confirm=true`, and says without it what there is.
    """
    agent = visitor.governing(agent_id)
    talks = agent.conversations.ephemeral()
    known = _known(visitor, agent_id, talks[0].created_at if talks else None)
    if not query.confirm:
        message = (
            f"this would erase {known.entries:,} memories, {known.conversations:,} conversations and"
            f" {known.turns:,} turns of the agent {agent_id!r:.80}, for good:"
            " say confirm=true if you mean it"
        )
        raise InvalidInput(message, field="confirm")
    agent.erase()
    return AgentOut.of(known)


def _known(visitor: Visitor, agent_id: str, heard: datetime | None = None) -> AgentSummary:
    """What is stored of an agent; of one that was only `heard`, since then, nothing is."""
    found = visitor.memory.agents(reach=Reach(only=agent_id))
    if found:
        return found[0]
    if heard is None:
        raise NotFound(f"there is no agent {agent_id!r:.80}", field="agent_id")
    return AgentSummary(
        id=agent_id, conversations=0, turns=0, entries=0, created_at=heard, revision=0
    )
