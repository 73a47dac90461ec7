"""Demo data."""

from fastapi import APIRouter
from pydantic import BaseModel

from recollect.demo import AGENT, CONVERSATIONS
from recollect.server.access import CurrentCaller
from recollect.server.errors import error_responses

router = APIRouter(prefix="/api/v1", tags=["memory"])


class DemoOut(BaseModel):
    """The demo agent and what it has stored."""

    agent_id: str
    turns: int
    memories: int


@router.post(
    "/demo",
    summary="Load the demo data",
    response_description="The demo agent",
    responses=error_responses(401, 403, 409, 422, 503, 507),
)
def demo(caller: CurrentCaller) -> DemoOut:
    """Ingests three sample conversations for the agent `demo`; repeating it changes nothing."""
    agent = caller.writable_agent(AGENT)
    for conversation in CONVERSATIONS:
        agent.ingest(conversation.name, conversation.turns())
    caller.memory.sync()
    return DemoOut(agent_id=AGENT, turns=len(agent.turns()), memories=len(agent.memories.list()))
