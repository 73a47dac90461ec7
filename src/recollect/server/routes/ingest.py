"""Routes to ingest conversations: those of the caller, or the demo."""

from http import HTTPStatus
from typing import Annotated, Any

from pydantic import BaseModel, Field

from recollect.demo import AGENT, CONVERSATIONS
from recollect.domain.turn import Role
from recollect.server.access import CurrentCaller
from recollect.server.conversation_schemas import ORIGIN_MEANS, StatedOrigin
from recollect.server.field_types import Name, Time, as_given
from recollect.server.routing import TAKES_BODY, WRITES, api_router
from recollect.server.schemas import RequestModel, ResponseModel, optional

router = api_router("memory")

_AT = optional("When it was said, in ISO 8601 with a time zone; default: now.")


class ExchangeIn(RequestModel):
    """A user message and the assistant's reply; either may be omitted."""

    user: str | None = None
    assistant: str | None = None
    at: Time | None = _AT
    metadata: dict[str, Any] | None = None


class MessageIn(RequestModel):
    """One message; with an `id`, sending it again changes nothing."""

    content: str
    role: Role = Role.USER
    speaker: str | None = None
    at: Time | None = _AT
    id: str | None = None
    origin: StatedOrigin | None = optional(ORIGIN_MEANS)
    metadata: dict[str, Any] | None = None


class IngestIn(RequestModel):
    """Consecutive turns of one conversation, in order."""

    agent_id: Name = Field(description="The agent that remembers; created on first use.")
    conversation_id: Name = Field(description="The conversation of that agent.")
    turns: Annotated[Any, as_given(list[ExchangeIn | MessageIn])] = Field(
        description="Exchanges, messages, or both."
    )


class IngestOut(ResponseModel):
    """What was stored; `turn_ids` lists all turns of the request in order, new or not."""

    agent_id: str
    conversation_id: str
    added: int
    duplicates: int
    turn_ids: list[str]


@router.post("/memory/ingest", status_code=HTTPStatus.ACCEPTED, responses=TAKES_BODY | WRITES)
def ingest(body: IngestIn, caller: CurrentCaller) -> IngestOut:
    """Stores a batch of turns atomically, and responds once they are on disk.

    Sending the same batch again changes nothing. Learning from it runs in the background.
    """
    done = caller.writable_agent(body.agent_id).ingest(body.conversation_id, body.turns)
    return IngestOut.from_value(
        done, agent_id=body.agent_id, conversation_id=done.conversation, turn_ids=done.ids
    )


class DemoOut(BaseModel):
    """The demo agent and what it has stored."""

    agent_id: str
    turns: int
    memories: int


@router.post("/api/v1/demo", responses=WRITES)
def demo(caller: CurrentCaller) -> DemoOut:
    """Ingests three sample conversations for the agent `demo`; repeating it changes nothing."""
    agent = caller.writable_agent(AGENT)
    for conversation in CONVERSATIONS:
        agent.ingest(conversation.name, conversation.turns())
    caller.memory.sync()
    return DemoOut(agent_id=AGENT, turns=len(agent.turns()), memories=len(agent.memories.list()))
