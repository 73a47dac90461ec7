"""Routes of values that an agent keeps by namespace and key."""

from typing import Annotated, Any

from fastapi import Path, Query
from pydantic import BaseModel, Field

from recollect.domain.audit import AuditedItem, AuditedKind
from recollect.domain.items import KeyedItem
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.field_types import (
    BodyLimit,
    Given,
    Limit,
    Moment,
    Name,
    PositiveInt,
    as_given,
)
from recollect.server.paths import AgentPath, PathName
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import BY_WORDS, RequestModel, ResponseModel, optional

router = api_router("agents", "/api/v1/agents/{agent_id}")

KeyPath = Annotated[PathName, Path(description="The key it is stored under.")]
_NAMESPACE = "The namespace, outermost name first."
_OFFSET = "How many to skip."


class ItemIn(RequestModel):
    """A value to store."""

    namespace: Given[list[str]] = Field((), description=_NAMESPACE)
    key: Name = Field(description="The key to store it under.")
    value: Any = Field(description="Any JSON.")
    metadata: Given[dict[str, Any] | None] = optional("Data to filter by.")
    ttl: Given[float | None] = optional("Its lifetime in seconds.")
    expires_at: Given[str | None] = optional("When it expires, in ISO 8601 with a time zone.")
    texts: Given[list[str] | None] = optional("What it is found by; default: the texts in it.")
    vectors: Given[list[list[float]] | None] = optional("Vectors of your own, one for each text.")


class NamespaceIn(RequestModel):
    """The namespace of an item."""

    namespace: list[str] = Field([], description=f"{_NAMESPACE} Repeat it for each name.")


class ItemFiltersIn(RequestModel):
    """Conditions that an item must meet."""

    value: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None


class ItemSearchIn(RequestModel):
    """Which items to find; without a query and a vector, all of them, last written first."""

    namespace: Given[list[str]] = Field((), description=f"{_NAMESPACE} What is below counts too.")
    query: Given[str | None] = optional("The search text.")
    vector: Given[list[float] | None] = optional("A vector of your own, instead of a text.")
    filters: Annotated[Any, as_given(ItemFiltersIn | None)] = None
    limit: BodyLimit = Field(10, description="Maximum number of items.")
    offset: Given[int] = Field(0, description=_OFFSET)


class NamespacesIn(RequestModel):
    """Which namespaces to list; `*` is any one name."""

    prefix: list[str] = Field([], description="How they begin; repeat it for each name.")
    suffix: list[str] = Field([], description="How they end; repeat it for each name.")
    max_depth: PositiveInt | None = optional("Cut deeper ones after this many names.")
    limit: Limit = Field(100, description="Maximum number of results.")
    offset: Annotated[int, Query(ge=0, le=999_999_999)] = Field(0, description=_OFFSET)


class KeyedItemOut(ResponseModel):
    """An item."""

    namespace: list[str]
    key: str
    value: Any
    metadata: dict[str, Any]
    texts: list[str]
    created_at: Moment
    updated_at: Moment
    expires_at: Moment | None
    ttl: float | None

    @classmethod
    def of(cls, item: KeyedItem) -> "KeyedItemOut":
        """Return the item."""
        return cls.from_value(item)


class FoundItemOut(KeyedItemOut):
    """An item that was found; its score is null in a list."""

    score: float | None


class FoundItemsOut(BaseModel):
    """Items, best first."""

    items: list[FoundItemOut]
    warning: str | None = BY_WORDS


class NamespacesOut(BaseModel):
    """Namespaces, sorted."""

    namespaces: list[list[str]]


@router.put("/items", responses=TAKES_BODY | WRITES)
def put_item(agent_id: AgentPath, body: ItemIn, caller: CurrentCaller) -> KeyedItemOut:
    """Stores a value in place of the one with the same namespace and key."""
    items = caller.writable_agent(agent_id).items
    given = body.model_dump(exclude={"namespace", "key", "value"})
    return KeyedItemOut.of(items.put(body.namespace, body.key, body.value, **given))


@router.get("/items/{key}", responses=NOT_FOUND)
def get_item(
    agent_id: AgentPath, key: KeyPath, query: FromQuery[NamespaceIn], caller: CurrentCaller
) -> KeyedItemOut:
    """One item; an expired one is not found."""
    return KeyedItemOut.of(caller.readable_agent(agent_id).items.get(query.namespace, key))


@router.delete("/items/{key}", status_code=204, responses=NOT_FOUND | WRITES)
def delete_item(
    agent_id: AgentPath, key: KeyPath, query: FromQuery[NamespaceIn], caller: CurrentCaller
) -> None:
    """Permanently removes an item."""
    items = caller.writable_agent(agent_id).items
    caller.concerns(AuditedItem(AuditedKind.ITEM, key), erases=True)
    items.delete(query.namespace, key)


@router.post("/items/search", responses=TAKES_BODY)
def search_items(agent_id: AgentPath, body: ItemSearchIn, caller: CurrentCaller) -> FoundItemsOut:
    """The items closest to a query or a vector; without either, all of them."""
    items = caller.readable_agent(agent_id).items
    chosen = {"filters": body.filters, "limit": body.limit, "offset": body.offset}
    found: list[tuple[KeyedItem, float | None]]
    warning = None
    if body.query is None and body.vector is None:
        found = [(item, None) for item in items.list(body.namespace, **chosen)]
    else:
        hits = items.search(body.query, vector=body.vector, namespace=body.namespace, **chosen)
        found, warning = [(hit.item, hit.score) for hit in hits], hits.warning
    items_out = [FoundItemOut.from_value(item, score=score) for item, score in found]
    return FoundItemsOut(items=items_out, warning=warning)


@router.get("/namespaces")
def list_namespaces(
    agent_id: AgentPath, query: FromQuery[NamespacesIn], caller: CurrentCaller
) -> NamespacesOut:
    """The namespaces that have items."""
    items = caller.readable_agent(agent_id).items
    found = items.namespaces(
        query.prefix,
        query.suffix,
        max_depth=query.max_depth,
        limit=query.limit,
        offset=query.offset,
    )
    return NamespacesOut(namespaces=[[*names] for names in found])
