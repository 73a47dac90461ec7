"""Routes of the spaces that an agent reads beside its own memory."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.server.access import CurrentCaller
from recollect.server.field_types import Name
from recollect.server.paths import AgentPath, PathName
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import RequestModel

router = api_router("agents", "/api/v1/agents/{agent_id}/spaces")

SpacePath = Annotated[PathName, Path(description="The agent that is read as a space.")]


class SpaceIn(RequestModel):
    """A space to read by default."""

    space: Name = Field(description="The agent to read; the key needs the right to read it.")


class SpacesOut(BaseModel):
    """The spaces that an agent reads by default."""

    spaces: list[str]


@router.get("")
def list_spaces(agent_id: AgentPath, caller: CurrentCaller) -> SpacesOut:
    """Names only: to read one, a key needs the right to."""
    return SpacesOut(spaces=caller.readable_agent(agent_id).spaces.list())


@router.post("", status_code=HTTPStatus.CREATED, responses=TAKES_BODY | WRITES | NOT_FOUND)
def add_space(agent_id: AgentPath, body: SpaceIn, caller: CurrentCaller) -> SpacesOut:
    """Searches and contexts of the agent read the space from now on, as far as their key may."""
    agent = caller.writable_agent(agent_id)
    caller.check(Right.READ, body.space)
    agent.spaces.add(body.space)
    return SpacesOut(spaces=agent.spaces.list())


@router.delete("/{space}", responses=WRITES | NOT_FOUND)
def remove_space(agent_id: AgentPath, space: SpacePath, caller: CurrentCaller) -> SpacesOut:
    """The space itself does not change."""
    agent = caller.writable_agent(agent_id)
    agent.spaces.remove(space)
    return SpacesOut(spaces=agent.spaces.list())
