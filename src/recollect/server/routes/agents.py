"""Routes of agents."""

from datetime import datetime
from typing import Final, Self

from fastapi import Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from recollect.domain.access import Reach, Right
from recollect.domain.conversation import AgentSummary
from recollect.domain.erasure import PlaceState
from recollect.errors import InvalidInput, NotFound
from recollect.server.access import Caller, CurrentCaller, FromQuery
from recollect.server.errors import Responses
from recollect.server.field_types import MAX_LIMIT, Confirm, Moment, Name
from recollect.server.paths import AgentPath
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import Page, RequestModel, ResponseModel, optional, split_page

router = api_router("agents")
_PAGE: Final[Responses] = {200: {"content": {"text/html": {"schema": {"type": "string"}}}}}


class AgentOut(ResponseModel):
    """One agent, and how much it has stored."""

    agent_id: str
    entries: int
    turns: int
    conversations: int
    created_at: Moment

    @classmethod
    def of(cls, agent: AgentSummary) -> Self:
        """Build it from a summary."""
        return cls.from_value(agent, agent_id=agent.id)


class AgentsOut(BaseModel):
    """One page of agents; `next_cursor` is null on the last page."""

    agents: list[AgentOut]
    next_cursor: str | None


class PlaceOut(ResponseModel):
    """A place that may have held something: `yours` is out of the server's reach."""

    place: str
    state: PlaceState
    until: str | None = Field(description="When or how it goes away; `null` if it is gone.")


class ErasedOut(AgentOut):
    """What was erased, and whether deleted text may still be in files or elsewhere."""

    has_traces: bool
    places: list[PlaceOut]


class EraseIn(RequestModel):
    """Confirmation of an erasure."""

    confirm: Confirm = Field(default=False, description="`true`, or nothing is erased.")


@router.get("/agents")
def agents(page: FromQuery[Page], caller: CurrentCaller) -> AgentsOut:
    """Agents that the caller may read, by name, with counts of memories, turns and conversations."""
    found = caller.memory.agents(
        cursor=page.cursor, limit=page.limit + 1, reach=caller.reach(Right.READ)
    )
    shown, more = split_page(found, page.limit)
    return AgentsOut(
        agents=[AgentOut.of(agent) for agent in shown], next_cursor=shown[-1].id if more else None
    )


@router.get("/api/v1/agents/{agent_id}", responses=NOT_FOUND)
def get_agent(agent_id: AgentPath, caller: CurrentCaller) -> AgentOut:
    """Counts of the agent's memories, turns and conversations."""
    caller.readable_agent(agent_id)
    return AgentOut.of(_summary(caller, agent_id))


@router.get(
    "/api/v1/agents/{agent_id}/export", response_class=Response, responses=_PAGE | NOT_FOUND
)
def export_agent(agent_id: AgentPath, caller: CurrentCaller) -> HTMLResponse:
    """Everything stored for an agent as one HTML page, for the person whom it is about.

    It has memories in any status with their dates, sources and earlier wordings, conversations,
    recaps, instructions, profiles and items. It loads nothing, and it can be printed.
    """
    page = caller.readable_agent(agent_id).export_html()
    headers = {
        "Content-Disposition": 'attachment; filename="memory.html"',
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    }
    return HTMLResponse(page, headers=headers)


class FindIn(RequestModel):
    """Words to look for in everything that is stored."""

    phrases: list[str] = Field(description="Names or other words; each is looked for.")
    agent_id: Name | None = optional("Only what is stored for this agent; default: all.")


class FoundTextOut(ResponseModel):
    """One stored thing that contains the words, with the words around them."""

    agent_id: str
    what: str = Field(description="turn, conversation, memory, summary, profile, item, …")
    id: str
    conversation_id: str | None
    status: str | None = Field(description="Of a memory; those that are not shown are found too.")
    text: str


class FindOut(BaseModel):
    """Every place that contains the words; without any, there is nothing left in the database.

    Of more than 1,000 places, `found` has the first.
    """

    found: list[FoundTextOut]
    total: int
    agents_searched: int


@router.post("/api/v1/find", responses=TAKES_BODY)
def find(body: FindIn, caller: CurrentCaller) -> FindOut:
    """Every stored text that contains some words, of one agent or of all.

    Every table is read: turns, memories in any status with their history, recaps, profiles, items
    and answers of models. Nothing is ranked or left out, without regard to case.
    """
    caller.check(Right.ADMIN, body.agent_id)
    result = caller.memory.find(*body.phrases, agent=body.agent_id)
    shown = [
        FoundTextOut.from_value(each, agent_id=each.agent, conversation_id=each.conversation)
        for each in result.found[:MAX_LIMIT]
    ]
    return FindOut(found=shown, total=len(result.found), agents_searched=result.agents_searched)


@router.delete("/api/v1/agents/{agent_id}", responses=WRITES | NOT_FOUND)
def erase_agent(agent_id: AgentPath, query: FromQuery[EraseIn], caller: CurrentCaller) -> ErasedOut:
    """Permanently erases everything of an agent, from every table and from the file itself.

    It takes seconds in a file of gigabytes, and others write meanwhile. `has_traces` is true if
    somebody read for so long that unused parts of the file are overwritten later, and on PostgreSQL
    until it has vacuumed. `places` lists every place that may have held something. Requires
    `confirm=true`; without it, the error says what would be erased.
    """
    agent = caller.agent(Right.ADMIN, agent_id)
    ephemeral = agent.conversations.ephemeral()
    summary = _summary(caller, agent_id, ephemeral[0].created_at if ephemeral else None)
    if not query.confirm:
        message = (
            f"this would erase {summary.entries:,} memories,"
            f" {summary.conversations:,} conversations and {summary.turns:,} turns of the agent {agent_id!r:.80} permanently:"
            " send confirm=true to proceed"
        )
        raise InvalidInput(message, field="confirm")
    caller.concerns(erases=True)
    agent.erase()
    places = PlaceOut.from_values(caller.memory.erasure_report(agent_id).places)
    return ErasedOut.from_value(
        AgentOut.of(summary), has_traces=caller.memory.has_traces(), places=places
    )


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
