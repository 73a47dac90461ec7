"""`POST /memory/ingest`: store turns of a conversation."""

from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body
from pydantic import BaseModel, Field

from recollect.domain.turn import Ingested, Role
from recollect.server.access import CurrentCaller
from recollect.server.errors import error_responses
from recollect.server.json_body import JsonRoute
from recollect.server.schemas import Name, RequestModel, as_given

router = APIRouter(tags=["memory"], route_class=JsonRoute)

_AT = Field(None, description="When it was said, in ISO 8601 with a time zone; default: now.")


class ExchangeIn(RequestModel):
    """A user message and the assistant's reply; either may be omitted."""

    user: str | None = None
    assistant: str | None = None
    at: str | None = _AT
    metadata: dict[str, Any] | None = None


class MessageIn(RequestModel):
    """One message; with an `id`, sending it again changes nothing."""

    content: str
    role: Role = Role.USER
    speaker: str | None = None
    at: str | None = _AT
    id: str | None = None
    metadata: dict[str, Any] | None = None


class IngestIn(RequestModel):
    """Consecutive turns of one conversation, in order."""

    agent_id: Name = Field(description="The agent that remembers; created on first use.")
    conversation_id: Name = Field(description="The conversation of that agent.")
    turns: Annotated[Any, as_given(list[ExchangeIn | MessageIn])] = Field(
        description="Exchanges, messages, or both."
    )


class IngestOut(BaseModel):
    """What was stored; `turn_ids` lists all turns of the request in order, new or not."""

    agent_id: str
    conversation_id: str
    added: int
    duplicates: int
    turn_ids: list[str]

    @classmethod
    def of(cls, agent_id: str, done: Ingested) -> "IngestOut":
        """Build it from the library's result."""
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
    summary="Ingest a conversation",
    response_description="What was stored",
    responses=error_responses(400, 403, 409, 413, 415, 422, 503, 507),
)
def ingest(
    body: Annotated[IngestIn, Body(openapi_examples=_EXAMPLES)], caller: CurrentCaller
) -> IngestOut:
    """Stores a batch of turns atomically, and responds once they are on disk.

    Sending the same batch again changes nothing. Learning from it runs in the background.
    """
    done = caller.writable_agent(body.agent_id).ingest(body.conversation_id, body.turns)
    return IngestOut.of(body.agent_id, done)
