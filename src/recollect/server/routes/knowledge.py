"""Routes of keyed knowledge that an agent keeps between tasks."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, Field

from recollect.domain.entry import KEYED_KINDS
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.cursors import page_by_offset
from recollect.server.errors import error_responses
from recollect.server.field_types import Given, Name, one_of
from recollect.server.paths import AgentPath, PathName
from recollect.server.resource_schemas import MemoryOut
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import Paged, RequestModel, optional

router = api_router("agents", "/api/v1/agents/{agent_id}/knowledge")

Category = Annotated[Given[str], one_of(sorted(KEYED_KINDS))]
CategoryPath = Annotated[Category, Path(description="The category of knowledge.")]
KeyPath = Annotated[PathName, Path(description="The key it is stored under.")]
_CONFIDENCE = Field(0.5, description="From 0 to 1.")


class ValueIn(RequestModel):
    """A value to store."""

    value: Given[str] = Field(description="One sentence.")
    confidence: Given[float] = _CONFIDENCE


class KnowledgeIn(ValueIn):
    """A value to store, with its category and key."""

    category: Category = Field(description="The category of knowledge.")
    key: Name = Field(description="The key it is stored under.")


class CategoryIn(Paged):
    """Which knowledge to list."""

    category: Category | None = optional("Only this category.")


class KnowledgeOut(BaseModel):
    """One page of knowledge, highest confidence first."""

    knowledge: list[MemoryOut]
    next_cursor: str | None


@router.get("")
def list_knowledge(
    agent_id: AgentPath, query: FromQuery[CategoryIn], caller: CurrentCaller
) -> KnowledgeOut:
    """Keyed knowledge of one category or of all."""
    found = caller.readable_agent(agent_id).knowledge.list(query.category)
    shown, next_page = page_by_offset("knowledge", found, query)
    known = [MemoryOut.of(agent_id, entry) for entry in shown]
    return KnowledgeOut(knowledge=known, next_cursor=next_page)


@router.post("", status_code=HTTPStatus.CREATED, responses=TAKES_BODY | WRITES)
def add_knowledge(agent_id: AgentPath, body: KnowledgeIn, caller: CurrentCaller) -> MemoryOut:
    """Storing the same value again raises its confidence (+0.1); another value replaces it."""
    entry = caller.writable_agent(agent_id).knowledge.put(
        body.category, body.key, body.value, confidence=body.confidence
    )
    return MemoryOut.of(agent_id, entry)


@router.get("/{category}/{key}", responses=NOT_FOUND)
def get_knowledge(
    agent_id: AgentPath, category: CategoryPath, key: KeyPath, caller: CurrentCaller
) -> MemoryOut:
    """One piece of knowledge."""
    return MemoryOut.of(agent_id, caller.readable_agent(agent_id).knowledge.get(category, key))


@router.put("/{category}/{key}", responses=TAKES_BODY | WRITES)
def put_knowledge(
    agent_id: AgentPath, category: CategoryPath, key: KeyPath, body: ValueIn, caller: CurrentCaller
) -> MemoryOut:
    """Storing the same value again raises its confidence (+0.1); another value replaces it."""
    entry = caller.writable_agent(agent_id).knowledge.put(
        category, key, body.value, confidence=body.confidence
    )
    return MemoryOut.of(agent_id, entry)


@router.post("/{category}/{key}/use", responses=NOT_FOUND | error_responses(415, 507))
def use_knowledge(
    agent_id: AgentPath, category: CategoryPath, key: KeyPath, caller: CurrentCaller
) -> MemoryOut:
    """Raises its confidence (+0.05, once a day) and keeps it from fading."""
    return MemoryOut.of(agent_id, caller.writable_agent(agent_id).knowledge.use(category, key))
