"""Routes of what was learned: the profile of the user, and the summaries of conversations."""

from pydantic import BaseModel

from recollect.domain.entry import Status
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.cursors import page_by_key, page_by_offset, sortable_time
from recollect.server.field_types import Given, GivenTime, Moment, Name
from recollect.server.paths import AgentPath
from recollect.server.routing import api_router
from recollect.server.schemas import Paged, RequestModel, ResponseModel, optional

router = api_router("agents", "/api/v1/agents/{agent_id}")


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

    as_of: GivenTime = optional("State at this time, in ISO 8601 with a time zone; default: now.")


@router.get("/profile")
def profile(agent_id: AgentPath, query: FromQuery[AsOfIn], caller: CurrentCaller) -> CurrentOut:
    """A summary of the user, rebuilt as more is learned."""
    found = caller.readable_agent(agent_id).profile.current(as_of=query.as_of)
    return CurrentOut(profile=None if found is None else ProfileOut.model_validate(found))


@router.get("/profile/versions")
def profile_versions(
    agent_id: AgentPath, page: FromQuery[Paged], caller: CurrentCaller
) -> ProfilesOut:
    """All versions of the profile, oldest first."""
    versions = caller.readable_agent(agent_id).profile.versions()
    shown, next_page = page_by_offset("profiles", versions, page)
    return ProfilesOut(versions=ProfileOut.from_values(shown), next_cursor=next_page)


class SummaryOut(ResponseModel):
    """The summary of one conversation, in parts and as one `text`."""

    id: str
    conversation_id: str
    topics: list[str]
    decisions: list[str]
    key_dates: list[str]
    action_items: list[str]
    overall: str
    text: str
    turns: int
    created_at: Moment
    changed_at: Moment


class SummariesIn(Paged):
    """Which summaries to list."""

    conversation_id: Name | None = optional("Only the summary of this conversation.")
    status: Given[Status | None] = optional("Only this status; default: active and review.")


class SummariesOut(BaseModel):
    """One page of summaries, newest first."""

    summaries: list[SummaryOut]
    next_cursor: str | None


@router.get("/summaries")
def summaries(
    agent_id: AgentPath, query: FromQuery[SummariesIn], caller: CurrentCaller
) -> SummariesOut:
    """What each conversation was about: topics, decisions, dates and action items.

    As in contexts, without what was deleted, corrected, or asked to be forgotten.
    """
    found = caller.readable_agent(agent_id).summaries.list(
        conversation=query.conversation_id, status=query.status
    )
    shown, next_page = page_by_key(
        "summaries",
        found,
        query,
        lambda each: f"{sortable_time(each.changed_at)} {each.id}",
        descending=True,
    )
    summaries = [SummaryOut.from_value(each, conversation_id=each.conversation) for each in shown]
    return SummariesOut(summaries=summaries, next_cursor=next_page)
