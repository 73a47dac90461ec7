"""Something to try a memory on."""

from fastapi import APIRouter
from pydantic import BaseModel

from recollect.demo import AGENT, TALKS
from recollect.server.access import CurrentVisitor
from recollect.server.errors import documented

router = APIRouter(prefix="/api/v1", tags=["memory"])


class DemoOut(BaseModel):
    """Whose memory was filled, and with how much."""

    agent_id: str
    turns: int
    memories: int


@router.post(
    "/demo",
    summary="Fill in the demo data",
    response_description="What there is now",
    responses=documented(401, 403, 409, 422, 503, 507),
)
def demo(visitor: CurrentVisitor) -> DemoOut:
    """Remembers three made-up conversations of an agent called `demo`, and learns from them; again, it changes nothing."""
    agent = visitor.writing(AGENT)
    for talk in TALKS:
        agent.ingest(talk.name, talk.turns())
    visitor.memory.sync()
    return DemoOut(agent_id=AGENT, turns=len(agent.turns()), memories=len(agent.memories.list()))
