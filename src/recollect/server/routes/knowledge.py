"""Routes of keyed knowledge that an agent keeps between tasks."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from pydantic import BaseModel, Field, PlainValidator, WithJsonSchema

from recollect.domain.entry import KEYED_KINDS
from recollect.server.access import CurrentCaller
from recollect.server.cursors import page_by_offset
from recollect.server.errors import error_responses
from recollect.server.json_body import JsonRoute
from recollect.server.paths import AgentPath, PathName
from recollect.server.resource_schemas import MemoryOut
from recollect.server.schemas import Name, Paged, RequestModel, as_given

router = APIRouter(
    prefix="/api/v1/agents/{agent_id}/knowledge", tags=["agents"], route_class=JsonRoute
)

Category = Annotated[
    Any,
    PlainValidator(lambda value: value),
    WithJsonSchema({"type": "string", "enum": sorted(KEYED_KINDS)}),
]
CategoryPath = Annotated[Category, Path(description="The category of knowledge.")]
KeyPath = Annotated[PathName, Path(description="The key it is stored under.")]
_CONFIDENCE = Field(0.5, description="From 0 to 1.")


class ValueIn(RequestModel):
    """A value to store."""

    value: Annotated[Any, as_given(str)] = Field(description="One sentence.")
    confidence: Annotated[Any, as_given(float)] = _CONFIDENCE


class KnowledgeIn(ValueIn):
    """A value to store, with its category and key."""

    category: Category = Field(description="The category of knowledge.")
    key: Name = Field(description="The key it is stored under.")


class CategoryIn(Paged):
    """Which knowledge to list."""

    category: Category | None = Field(None, description="Only this category.")


class KnowledgeOut(BaseModel):
    """One page of knowledge, highest confidence first."""

    knowledge: list[MemoryOut]
    next_cursor: str | None


def _example(**value: object) -> Any:
    return Body(openapi_examples={"example": {"summary": "A site", "value": value}})


@router.get(
    "",
    summary="List knowledge",
    response_description="One page of knowledge",
    responses=error_responses(403, 422, 503),
)
def list_knowledge(
    agent_id: AgentPath, query: Annotated[CategoryIn, Query()], caller: CurrentCaller
) -> KnowledgeOut:
    """Keyed knowledge of one category or of all."""
    found = caller.readable_agent(agent_id).knowledge.list(query.category)
    shown, next_page = page_by_offset("knowledge", found, query.cursor, query.limit)
    known = [MemoryOut.of(agent_id, entry) for entry in shown]
    return KnowledgeOut(knowledge=known, next_cursor=next_page)


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    summary="Store knowledge",
    response_description="The stored knowledge",
    responses=error_responses(400, 403, 409, 413, 415, 422, 503, 507),
)
def add_knowledge(
    agent_id: AgentPath,
    body: Annotated[
        KnowledgeIn,
        _example(category="website_knowledge", key="example.com", value="The cart is at /cart."),
    ],
    caller: CurrentCaller,
) -> MemoryOut:
    """Storing the same value again raises its confidence (+0.1); another value replaces it."""
    entry = caller.writable_agent(agent_id).knowledge.put(
        body.category, body.key, body.value, confidence=body.confidence
    )
    return MemoryOut.of(agent_id, entry)


@router.get(
    "/{category}/{key}",
    summary="Get knowledge by key",
    response_description="The knowledge",
    responses=error_responses(403, 404, 422, 503),
)
def get_knowledge(
    agent_id: AgentPath, category: CategoryPath, key: KeyPath, caller: CurrentCaller
) -> MemoryOut:
    """One piece of knowledge."""
    return MemoryOut.of(agent_id, caller.readable_agent(agent_id).knowledge.get(category, key))


@router.put(
    "/{category}/{key}",
    summary="Store knowledge under a key",
    response_description="The stored knowledge",
    responses=error_responses(400, 403, 409, 413, 415, 422, 503, 507),
)
def put_knowledge(
    agent_id: AgentPath,
    category: CategoryPath,
    key: KeyPath,
    body: Annotated[ValueIn, _example(value="The cart is at /cart.")],
    caller: CurrentCaller,
) -> MemoryOut:
    """Storing the same value again raises its confidence (+0.1); another value replaces it."""
    entry = caller.writable_agent(agent_id).knowledge.put(
        category, key, body.value, confidence=body.confidence
    )
    return MemoryOut.of(agent_id, entry)


@router.post(
    "/{category}/{key}/use",
    summary="Mark knowledge as used",
    response_description="The knowledge",
    responses=error_responses(403, 404, 415, 422, 503, 507),
)
def use_knowledge(
    agent_id: AgentPath, category: CategoryPath, key: KeyPath, caller: CurrentCaller
) -> MemoryOut:
    """Raises its confidence (+0.05, once a day) and keeps it from fading."""
    return MemoryOut.of(agent_id, caller.writable_agent(agent_id).knowledge.use(category, key))
