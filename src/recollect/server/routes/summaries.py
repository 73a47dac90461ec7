"""Routes of conversation summaries."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from recollect.domain.recap import Summary
from recollect.server.access import CurrentCaller
from recollect.server.cursors import page_by_key, sortable_time
from recollect.server.errors import error_responses
from recollect.server.paths import AgentPath
from recollect.server.schemas import Moment, Name, Paged

router = APIRouter(prefix="/api/v1/agents/{agent_id}/summaries", tags=["agents"])


class SummaryOut(BaseModel):
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

    @classmethod
    def of(cls, recap: Summary) -> "SummaryOut":
        """Build it from a summary."""
        names = (name for name in cls.model_fields if name != "conversation_id")
        return cls(
            conversation_id=recap.conversation, **{name: getattr(recap, name) for name in names}
        )


class SummariesIn(Paged):
    """Which summaries to list."""

    conversation_id: Name | None = Field(None, description="Only the summary of this conversation.")


class SummariesOut(BaseModel):
    """One page of summaries, newest first."""

    summaries: list[SummaryOut]
    next_cursor: str | None


@router.get(
    "",
    summary="List conversation summaries",
    response_description="One page of summaries",
    responses=error_responses(403, 422, 503),
)
def summaries(
    agent_id: AgentPath, query: Annotated[SummariesIn, Query()], caller: CurrentCaller
) -> SummariesOut:
    """What each conversation was about: topics, decisions, dates and action items."""
    found = caller.readable_agent(agent_id).summaries.list(conversation=query.conversation_id)
    shown, next_page = page_by_key(
        "summaries",
        found,
        query.cursor,
        query.limit,
        lambda each: f"{sortable_time(each.changed_at)} {each.id}",
        descending=True,
    )
    return SummariesOut(summaries=[SummaryOut.of(each) for each in shown], next_cursor=next_page)
