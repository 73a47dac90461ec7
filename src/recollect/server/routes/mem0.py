"""Routes for mem0's own clients, in its shapes; docs/integrations/mem0.md describes them.

They are not in the OpenAPI schema: nobody should write a new client for them.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Query

from recollect.errors import InvalidInput, NotFound
from recollect.mem0.calls import Item, Mem0Calls
from recollect.mem0.scope import IDENTITIES
from recollect.server.access import CurrentCaller
from recollect.server.paths import MemoryPath, PathName
from recollect.server.routing import StrictRoute

router = APIRouter(route_class=StrictRoute, include_in_schema=False)

Given = Annotated[dict[str, Any], Body()]
_PAGE_SIZE: Final = 100
_LARGEST_PAGE: Final = 1_000


async def _calls(caller: CurrentCaller) -> Mem0Calls:
    return Mem0Calls(caller)


Calls = Annotated[Mem0Calls, Depends(_calls)]


@router.get("/v1/ping/")
async def ping() -> dict[str, str | None]:
    """Says that the key is valid; the clients insist on a project."""
    return {"status": "ok", "org_id": "recollect", "project_id": "recollect", "user_email": None}


@router.post("/v3/memories/add/")
def add(body: Given, calls: Calls) -> dict[str, Any]:
    """Learns from messages, or stores them as they are."""
    given = {**_object(body, "filters"), **body}
    names = (*IDENTITIES, "metadata", "timestamp", "expiration_date", "infer", "memory_type")
    options = {name: given[name] for name in names if given.get(name) is not None}
    return calls.add(body.get("messages"), wait=not body.get("async_mode"), **options)


@router.post("/v3/memories/search/")
def search(body: Given, calls: Calls) -> dict[str, Any]:
    """Finds memories."""
    names = ("filters", "top_k", "threshold", "show_expired")
    options = {name: body[name] for name in names if body.get(name) is not None}
    found = calls.search(body.get("query", ""), **options)
    return {"results": _shown(found["results"])}


@router.post("/v3/memories/")
def get_all(
    calls: Calls,
    body: Given,
    page: Annotated[int, Query(ge=1)] = 1,
    page_size: Annotated[int, Query(ge=1, le=_LARGEST_PAGE)] = _PAGE_SIZE,
) -> dict[str, Any]:
    """Lists memories by page."""
    found = calls.matching(body.get("filters"), show_expired=bool(body.get("show_expired")))
    link = f"/v3/memories/?page_size={page_size}&page="
    start, end = (page - 1) * page_size, page * page_size
    return {
        "count": len(found),
        "next": f"{link}{page + 1}" if end < len(found) else None,
        "previous": f"{link}{page - 1}" if page > 1 else None,
        "results": _shown(found[start:end]),
    }


@router.get("/v1/memories/{memory_id}/")
def get(memory_id: MemoryPath, calls: Calls) -> Item:
    """Returns one memory."""
    return _existing(calls, memory_id)


@router.put("/v1/memories/{memory_id}/")
def update(memory_id: MemoryPath, body: Given, calls: Calls) -> Item:
    """Changes the text or the metadata of a memory."""
    _update(calls, memory_id, body)
    return _existing(calls, memory_id)


@router.delete("/v1/memories/{memory_id}/")
def delete(memory_id: MemoryPath, calls: Calls) -> dict[str, str]:
    """Deletes one memory."""
    return calls.delete(memory_id)


@router.delete("/v1/memories/")
def delete_all(
    calls: Calls,
    user_id: str | None = None,
    agent_id: str | None = None,
    app_id: str | None = None,
    run_id: str | None = None,
) -> dict[str, str]:
    """Deletes the memories of a user, agent, app or run."""
    return calls.delete_all(user_id=user_id, agent_id=agent_id, app_id=app_id, run_id=run_id)


@router.get("/v1/memories/{memory_id}/history/")
def history(memory_id: MemoryPath, calls: Calls) -> list[Item]:
    """Lists the changes of a memory."""
    return calls.history(memory_id)


@router.put("/v1/batch/")
def update_batch(body: Given, calls: Calls) -> dict[str, str]:
    """Changes several memories, in order."""
    batch = _batch(body)
    for given in batch:
        _update(calls, str(given.get("memory_id")), given)
    return {"message": f"Successfully updated {len(batch)} memories"}


@router.delete("/v1/batch/")
def delete_batch(body: Given, calls: Calls) -> dict[str, str]:
    """Deletes several memories, in order."""
    batch = _batch(body)
    for given in batch:
        calls.delete(str(given.get("memory_id")))
    return {"message": f"Successfully deleted {len(batch)} memories"}


@router.get("/v1/entities/")
def entities(calls: Calls) -> dict[str, Any]:
    """Lists the users, agents, apps and runs that the caller may read."""
    return calls.users()


@router.delete("/v1/entities/{kind}/{name}/")
@router.delete("/v2/entities/{kind}/{name}/")
def delete_entity(
    kind: PathName, name: PathName, calls: Calls, caller: CurrentCaller
) -> dict[str, str]:
    """Erases everything of a user, agent, app or run."""
    caller.concerns(erases=True)
    return calls.delete_entity(kind, name)


def _update(calls: Mem0Calls, memory_id: str, body: Mapping[str, Any]) -> None:
    names = ("text", "metadata", "expiration_date")
    calls.update(memory_id, **{name: body[name] for name in names if name in body})


def _existing(calls: Mem0Calls, memory_id: str) -> Item:
    found = calls.get(memory_id)
    if found is None:
        raise NotFound(f"there is no memory {memory_id!r:.80}", field="memory_id")
    (shown,) = _shown([found])
    return {**shown, "text": found["memory"]}


def _shown(found: Iterable[Item]) -> list[Item]:
    """Memories with the fields that only mem0's server returns."""
    return [{**item, "categories": []} for item in found]


def _object(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    given = body.get(name) or {}
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{name} takes an object", field=name)
    return given


def _batch(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    batch = body.get("memories")
    if not isinstance(batch, list) or not all(isinstance(item, Mapping) for item in batch):
        raise InvalidInput("memories takes a list of objects", field="memories")
    return batch
