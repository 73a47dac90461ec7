"""What an agent knows by key from one task to the next."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from pydantic import BaseModel, Field, PlainValidator, WithJsonSchema

from recollect.domain.entry import KEYED_KINDS
from recollect.server.access import CurrentVisitor
from recollect.server.cursors import part
from recollect.server.errors import documented
from recollect.server.json_body import JsonRoute
from recollect.server.paths import AgentPath, PathName
from recollect.server.shapes import Name, Paged, Strict, as_given
from recollect.server.shown import MemoryOut

router = APIRouter(
    prefix="/api/v1/agents/{agent_id}/knowledge", tags=["agents"], route_class=JsonRoute
)

Category = Annotated[
    Any,
    PlainValidator(lambda value: value),
    WithJsonSchema({"type": "string", "enum": sorted(KEYED_KINDS)}),
]
CategoryPath = Annotated[Category, Path(description="What sort of knowledge.")]
KeyPath = Annotated[PathName, Path(description="The name it is kept under.")]
_CONFIDENCE = Field(0.5, description="From 0 to 1.")


class ValueIn(Strict):
    """What is known."""

    value: Annotated[Any, as_given(str)] = Field(description="One sentence.")
    confidence: Annotated[Any, as_given(float)] = _CONFIDENCE


class KnowledgeIn(ValueIn):
    """What is known, and under which key."""

    category: Category = Field(description="What sort of knowledge.")
    key: Name = Field(description="The name it is kept under.")


class CategoryIn(Paged):
    """Which knowledge is wanted."""

    category: Category | None = Field(None, description="Only of this sort.")


class KnowledgeOut(BaseModel):
    """A part of what is known, the surest first."""

    knowledge: list[MemoryOut]
    next_cursor: str | None


def _example(**value: object) -> Any:
    return Body(openapi_examples={"example": {"summary": "A site", "value": value}})


@router.get(
    "",
    summary="List knowledge",
    response_description="A part of what is known",
    responses=documented(403, 422, 503),
)
def list_knowledge(
    agent_id: AgentPath, query: Annotated[CategoryIn, Query()], visitor: CurrentVisitor
) -> KnowledgeOut:
    """What is known by key, of one category or of all."""
    found = visitor.reading(agent_id).knowledge.list(query.category)
    shown, behind = part("knowledge", found, query.cursor, query.limit)
    known = [MemoryOut.of(agent_id, entry) for entry in shown]
    return KnowledgeOut(knowledge=known, next_cursor=behind)


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    summary="Keep knowledge",
    response_description="What is known now",
    responses=documented(400, 403, 409, 413, 415, 422, 503, 507),
)
def add_knowledge(
    agent_id: AgentPath,
    body: Annotated[
        KnowledgeIn,
        _example(category="website_knowledge", key="example.com", value="The cart is at /cart."),
    ],
    visitor: CurrentVisitor,
) -> MemoryOut:
    """The same again makes it surer (+0.1); something else under the same key takes its place."""
    made = visitor.writing(agent_id).knowledge.put(
        body.category, body.key, body.value, confidence=body.confidence
    )
    return MemoryOut.of(agent_id, made)


@router.get(
    "/{category}/{key}",
    summary="Read what is known under a key",
    response_description="What is known",
    responses=documented(403, 404, 422, 503),
)
def get_knowledge(
    agent_id: AgentPath, category: CategoryPath, key: KeyPath, visitor: CurrentVisitor
) -> MemoryOut:
    """One piece of knowledge."""
    return MemoryOut.of(agent_id, visitor.reading(agent_id).knowledge.get(category, key))


@router.put(
    "/{category}/{key}",
    summary="Keep knowledge under a key",
    response_description="What is known now",
    responses=documented(400, 403, 409, 413, 415, 422, 503, 507),
)
def put_knowledge(
    agent_id: AgentPath,
    category: CategoryPath,
    key: KeyPath,
    body: Annotated[ValueIn, _example(value="The cart is at /cart.")],
    visitor: CurrentVisitor,
) -> MemoryOut:
    """The same again makes it surer (+0.1); something else takes its place."""
    made = visitor.writing(agent_id).knowledge.put(
        category, key, body.value, confidence=body.confidence
    )
    return MemoryOut.of(agent_id, made)


@router.post(
    "/{category}/{key}/use",
    summary="Say that knowledge was of use",
    response_description="What is known now",
    responses=documented(403, 404, 415, 422, 503, 507),
)
def use_knowledge(
    agent_id: AgentPath, category: CategoryPath, key: KeyPath, visitor: CurrentVisitor
) -> MemoryOut:
    """It is surer for it (+0.05, once a day), and does not fade."""
    return MemoryOut.of(agent_id, visitor.writing(agent_id).knowledge.use(category, key))
