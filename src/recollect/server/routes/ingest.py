"""Conversations come in."""

from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body
from pydantic import BaseModel, Field

from recollect.domain.turn import Ingested, Role
from recollect.server.access import CurrentVisitor
from recollect.server.errors import documented
from recollect.server.json_body import JsonRoute
from recollect.server.shapes import Name, Strict, as_given

router = APIRouter(tags=["memory"], route_class=JsonRoute)

_AT = Field(None, description="When it was said, in ISO 8601 with a time zone; now if left out.")


class ExchangeIn(Strict):
    """A question and its answer; either may be left out."""

    user: str | None = None
    assistant: str | None = None
    at: str | None = _AT
    metadata: dict[str, Any] | None = None


class MessageIn(Strict):
    """One message; with an `id`, the same message again is recognised by it."""

    content: str
    role: Role = Role.USER
    speaker: str | None = None
    at: str | None = _AT
    id: str | None = None
    metadata: dict[str, Any] | None = None


class IngestIn(Strict):
    """A stretch of one conversation, in the order in which it was said."""

    agent_id: Name = Field(description="Whose memory this is; the first use makes the agent.")
    conversation_id: Name = Field(description="Which conversation of that agent.")
    turns: Annotated[Any, as_given(list[ExchangeIn | MessageIn])] = Field(
        description="Exchanges, messages, or both."
    )


class IngestOut(BaseModel):
    """What happened: `turn_ids` are all turns of the call, in order, new or not."""

    agent_id: str
    conversation_id: str
    added: int
    duplicates: int
    turn_ids: list[str]

    @classmethod
    def of(cls, agent_id: str, done: Ingested) -> "IngestOut":
        """The answer for what was ingested."""
        return cls(
            agent_id=agent_id,
            conversation_id=done.conversation,
            added=done.added,
            duplicates=done.duplicates,
            turn_ids=[*done.ids],
        )


_EXAMPLES: Final[dict[str, Any]] = {
    "exchanges": {
        "summary": "Questions and answers",
        "value": {
            "agent_id": "my-agent",
            "conversation_id": "session-1",
            "turns": [
                {
                    "user": "Hi, my name is Alice",
                    "assistant": "Hello Alice! Nice to meet you.",
                },
                {"user": "I work at Acme Corp", "assistant": "Got it, you work at Acme Corp."},
            ],
        },
    },
    "messages": {
        "summary": "Single messages, with speaker, time and id",
        "value": {
            "agent_id": "my-agent",
            "conversation_id": "session-2",
            "turns": [
                {
                    "role": "user",
                    "speaker": "Alice",
                    "content": "I moved to Lisbon in May.",
                    "at": "2026-05-01T12:00:00+00:00",
                    "id": "D1:3",
                    "metadata": {"app": "phone"},
                }
            ],
        },
    },
}


@router.post(
    "/memory/ingest",
    status_code=HTTPStatus.ACCEPTED,
    summary="Remember a conversation",
    response_description="What happened",
    responses=documented(400, 403, 409, 413, 415, 422, 503, 507),
)
def ingest(
    body: Annotated[IngestIn, Body(openapi_examples=_EXAMPLES)], visitor: CurrentVisitor
) -> IngestOut:
    """Keeps a batch of turns, all or none; the answer comes when they are on the disk.

    The same batch again changes nothing. What can be learned from it is learned afterwards.
    """
    done = visitor.writing(body.agent_id).ingest(body.conversation_id, body.turns)
    return IngestOut.of(body.agent_id, done)
