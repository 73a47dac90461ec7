"""Who and what is known, and how it hangs together."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from recollect.domain.graph import EntityType
from recollect.learning.graph import DEEPEST, DEPTH
from recollect.server.access import CurrentVisitor
from recollect.server.cursors import part
from recollect.server.errors import documented
from recollect.server.paths import AgentPath
from recollect.server.shapes import Moment, Paged, Shown, Whole, as_given

router = APIRouter(prefix="/api/v1/agents/{agent_id}/graph", tags=["agents"])


class RelationOut(Shown):
    """How two entities stand to each other, the memory that says so, and how many steps it is away."""

    subject: str
    relation: str
    object: str
    sentence: str
    confidence: float
    valid_from: Moment | None
    valid_until: Moment | None
    entry_id: str
    distance: int


class RelationsOut(BaseModel):
    """A part of the relations, the nearest first."""

    relations: list[RelationOut]
    next_cursor: str | None


class EntityOut(Shown):
    """Somebody or something, and how often it is spoken of."""

    name: str
    type: EntityType
    mentions: int


class EntitiesOut(BaseModel):
    """A part of the entities, what is named most first."""

    entities: list[EntityOut]
    next_cursor: str | None


class EntitiesIn(Paged):
    """Which moment is meant, and which part of the list."""

    as_of: Annotated[Any, as_given(str | None)] = Field(
        None, description="As it was then, in ISO 8601 with a time zone; now if left out."
    )


class GraphIn(EntitiesIn):
    """What is looked for."""

    entity: Annotated[Any, as_given(str | None)] = Field(
        None, description="What lies around this one."
    )
    relation: Annotated[Any, as_given(str | None)] = Field(
        None, description="Only relations that hold these words, such as `works at`."
    )
    depth: Whole = Field(DEPTH, description=f"How many steps away, up to {DEEPEST}.")


@router.get(
    "",
    summary="Search the graph",
    response_description="A part of the relations",
    responses=documented(403, 422, 503),
)
def search_graph(
    agent_id: AgentPath, query: Annotated[GraphIn, Query()], visitor: CurrentVisitor
) -> RelationsOut:
    """Relations around an entity up to a depth, or of one sort, or all of them: those that hold."""
    graph = visitor.reading(agent_id).graph
    found = graph.search(
        query.entity, relation=query.relation, depth=query.depth, as_of=query.as_of
    )
    shown, behind = part("relations", found, query.cursor, query.limit)
    relations = [RelationOut.model_validate(each) for each in shown]
    return RelationsOut(relations=relations, next_cursor=behind)


@router.get(
    "/entities",
    summary="List who and what is known",
    response_description="A part of the entities",
    responses=documented(403, 422, 503),
)
def list_entities(
    agent_id: AgentPath, query: Annotated[EntitiesIn, Query()], visitor: CurrentVisitor
) -> EntitiesOut:
    """Everybody and everything that memories name."""
    found = visitor.reading(agent_id).graph.entities(as_of=query.as_of)
    shown, behind = part("entities", found, query.cursor, query.limit)
    entities = [EntityOut.model_validate(each) for each in shown]
    return EntitiesOut(entities=entities, next_cursor=behind)
