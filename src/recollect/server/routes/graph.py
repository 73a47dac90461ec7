"""Routes of the knowledge graph: entities and relations."""

from pydantic import BaseModel, Field

from recollect.domain.graph import EntityType
from recollect.learning.graph import DEEPEST, DEPTH
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.cursors import page_by_offset
from recollect.server.field_types import Given, GivenTime, Moment, PositiveInt
from recollect.server.paths import AgentPath
from recollect.server.routing import api_router
from recollect.server.schemas import Paged, ResponseModel, optional

router = api_router("agents", "/api/v1/agents/{agent_id}/graph")


class RelationOut(ResponseModel):
    """A relation between two entities, its source memory, and its distance in steps."""

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
    """One page of relations, nearest first."""

    relations: list[RelationOut]
    next_cursor: str | None


class EntityOut(ResponseModel):
    """A person, place or thing, and how often it is mentioned."""

    name: str
    type: EntityType
    mentions: int


class EntitiesOut(BaseModel):
    """One page of entities, most mentioned first."""

    entities: list[EntityOut]
    next_cursor: str | None


class EntitiesIn(Paged):
    """Which time and page to list."""

    as_of: GivenTime = optional("State at this time, in ISO 8601 with a time zone; default: now.")


class GraphIn(EntitiesIn):
    """Which relations to search for."""

    entity: Given[str | None] = optional("Relations around this entity.")
    relation: Given[str | None] = optional(
        "Only relations that contain these words, such as `works at`."
    )
    depth: PositiveInt = Field(DEPTH, description=f"Maximum number of steps, up to {DEEPEST}.")


@router.get("")
def search_graph(
    agent_id: AgentPath, query: FromQuery[GraphIn], caller: CurrentCaller
) -> RelationsOut:
    """Valid relations: all, those around an entity up to a depth, or those of one type."""
    graph = caller.readable_agent(agent_id).graph
    found = graph.search(
        query.entity, relation=query.relation, depth=query.depth, as_of=query.as_of
    )
    shown, next_page = page_by_offset("relations", found, query)
    return RelationsOut(relations=RelationOut.from_values(shown), next_cursor=next_page)


@router.get("/entities")
def list_entities(
    agent_id: AgentPath, query: FromQuery[EntitiesIn], caller: CurrentCaller
) -> EntitiesOut:
    """All entities that memories mention."""
    found = caller.readable_agent(agent_id).graph.entities(as_of=query.as_of)
    shown, next_page = page_by_offset("entities", found, query)
    return EntitiesOut(entities=EntityOut.from_values(shown), next_cursor=next_page)
