"""The recaps of conversations."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from recollect.domain.recap import Summary
from recollect.server.access import CurrentVisitor
from recollect.server.cursors import keyed, sortable
from recollect.server.errors import documented
from recollect.server.paths import AgentPath
from recollect.server.shapes import Moment, Name, Paged

router = APIRouter(prefix="/api/v1/agents/{agent_id}/summaries", tags=["agents"])


class SummaryOut(BaseModel):
    """The recap of one conversation, in parts and as one `text`."""

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
        """A recap as it is shown."""
        names = (name for name in cls.model_fields if name != "conversation_id")
        return cls(
            conversation_id=recap.conversation, **{name: getattr(recap, name) for name in names}
        )


class SummariesIn(Paged):
    """Which recaps are wanted."""

    conversation_id: Name | None = Field(None, description="Only the recap of this conversation.")


class SummariesOut(BaseModel):
    """A part of the recaps, the one written last first."""

    summaries: list[SummaryOut]
    next_cursor: str | None


@router.get(
    "",
    summary="List the recaps of conversations",
    response_description="A part of the recaps",
    responses=documented(403, 422, 503),
)
def summaries(
    agent_id: AgentPath, query: Annotated[SummariesIn, Query()], visitor: CurrentVisitor
) -> SummariesOut:
    """What each conversation was about: topics, decisions, dates, and what is to be done."""
    found = visitor.reading(agent_id).summaries.list(conversation=query.conversation_id)
    shown, behind = keyed(
        "summaries",
        found,
        query.cursor,
        query.limit,
        lambda each: f"{sortable(each.changed_at)} {each.id}",
        falling=True,
    )
    return SummariesOut(summaries=[SummaryOut.of(each) for each in shown], next_cursor=behind)
