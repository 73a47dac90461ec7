"""Who the user is, as far as is known, in every version."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from recollect.server.access import CurrentVisitor
from recollect.server.cursors import part
from recollect.server.errors import documented
from recollect.server.paths import AgentPath
from recollect.server.shapes import Moment, Paged, Shown, Strict, as_given

router = APIRouter(prefix="/api/v1/agents/{agent_id}/profile", tags=["agents"])


class ProfileOut(Shown):
    """Who the user is, as far as is known; `memories` is how many it was made of."""

    version: int
    text: str
    at: Moment
    memories: int


class CurrentOut(BaseModel):
    """The profile; null where there is none yet."""

    profile: ProfileOut | None


class ProfilesOut(BaseModel):
    """A part of the versions, oldest first."""

    versions: list[ProfileOut]
    next_cursor: str | None


class AsOfIn(Strict):
    """Which moment is meant."""

    as_of: Annotated[Any, as_given(str | None)] = Field(
        None, description="As it was then, in ISO 8601 with a time zone; now if left out."
    )


@router.get(
    "",
    summary="Read the profile",
    response_description="The profile",
    responses=documented(403, 422, 503),
)
def profile(
    agent_id: AgentPath, query: Annotated[AsOfIn, Query()], visitor: CurrentVisitor
) -> CurrentOut:
    """Who the user is, made of what is known, and made anew as more is learned."""
    found = visitor.reading(agent_id).profile.current(as_of=query.as_of)
    return CurrentOut(profile=None if found is None else ProfileOut.model_validate(found))


@router.get(
    "/versions",
    summary="Read every version of the profile",
    response_description="A part of the versions",
    responses=documented(403, 422, 503),
)
def profile_versions(
    agent_id: AgentPath, page: Annotated[Paged, Query()], visitor: CurrentVisitor
) -> ProfilesOut:
    """Each version stays readable."""
    versions = visitor.reading(agent_id).profile.versions()
    shown, behind = part("profiles", versions, page.cursor, page.limit)
    found = [ProfileOut.model_validate(each) for each in shown]
    return ProfilesOut(versions=found, next_cursor=behind)
