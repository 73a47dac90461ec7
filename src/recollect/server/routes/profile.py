"""Routes of the user profile and its versions."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from recollect.server.access import CurrentCaller
from recollect.server.cursors import page_by_offset
from recollect.server.errors import error_responses
from recollect.server.paths import AgentPath
from recollect.server.schemas import Moment, Paged, RequestModel, ResponseModel, as_given

router = APIRouter(prefix="/api/v1/agents/{agent_id}/profile", tags=["agents"])


class ProfileOut(ResponseModel):
    """A profile of the user; `memories` is the number of memories it was built from."""

    version: int
    text: str
    at: Moment
    memories: int


class CurrentOut(BaseModel):
    """The profile, or null if there is none yet."""

    profile: ProfileOut | None


class ProfilesOut(BaseModel):
    """One page of versions, oldest first."""

    versions: list[ProfileOut]
    next_cursor: str | None


class AsOfIn(RequestModel):
    """The time to read the profile at."""

    as_of: Annotated[Any, as_given(str | None)] = Field(
        None, description="State at this time, in ISO 8601 with a time zone; default: now."
    )


@router.get(
    "",
    summary="Get the profile",
    response_description="The profile",
    responses=error_responses(403, 422, 503),
)
def profile(
    agent_id: AgentPath, query: Annotated[AsOfIn, Query()], caller: CurrentCaller
) -> CurrentOut:
    """A summary of the user, rebuilt as more is learned."""
    found = caller.readable_agent(agent_id).profile.current(as_of=query.as_of)
    return CurrentOut(profile=None if found is None else ProfileOut.model_validate(found))


@router.get(
    "/versions",
    summary="List profile versions",
    response_description="One page of versions",
    responses=error_responses(403, 422, 503),
)
def profile_versions(
    agent_id: AgentPath, page: Annotated[Paged, Query()], caller: CurrentCaller
) -> ProfilesOut:
    """All versions of the profile, oldest first."""
    versions = caller.readable_agent(agent_id).profile.versions()
    shown, next_page = page_by_offset("profiles", versions, page.cursor, page.limit)
    found = [ProfileOut.model_validate(each) for each in shown]
    return ProfilesOut(versions=found, next_cursor=next_page)
