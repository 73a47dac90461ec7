"""Routes of memories: list, search, create, edit, delete, restore, export and import."""

import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Query
from fastapi.responses import StreamingResponse

from recollect.domain import checks
from recollect.domain.access import Reach, Right
from recollect.domain.entry import EntryFilter, Kind, Status
from recollect.domain.plain import plain
from recollect.errors import InvalidInput
from recollect.memory import Agent
from recollect.memory.all_agents import AgentMemory, AllAgents, PageCursor
from recollect.server.access import Caller, CurrentCaller
from recollect.server.cursors import decode_cursor, encode_cursor, page_by_offset
from recollect.server.errors import error_responses
from recollect.server.json_body import JsonRoute
from recollect.server.memory_schemas import (
    FORMAT,
    AgentQuery,
    ClearedOut,
    ClearIn,
    EditIn,
    ExportOut,
    HistoryIn,
    HistoryOut,
    ImportedOut,
    ImportIn,
    ListIn,
    MemoriesOut,
    MemoryFilterIn,
    NewMemoryIn,
    RestoreIn,
    StatsOut,
    VersionOut,
    one_kind,
)
from recollect.server.paths import MemoryPath
from recollect.server.resource_schemas import ListedMemoryOut, MemoryOut, reach
from recollect.server.schemas import (
    split_page,
)

router = APIRouter(prefix="/api/v1/memory", tags=["memories"], route_class=JsonRoute)

_LIST: Final = "memories"
_EXPORT_PAGE: Final = 500
AgentQueryParam = Annotated[AgentQuery, Query()]
_EXPORT: dict[int | str, dict[str, Any]] = {200: {"model": ExportOut}}


@router.get(
    "",
    summary="List or search memories",
    response_description="One page of memories",
    responses=error_responses(403, 422, 502, 503),
)
def list_memories(query: Annotated[ListIn, Query()], caller: CurrentCaller) -> MemoriesOut:
    """Memories that match the filters, newest first; with `q`, those relevant to it, best first.

    Substring matches of `q` come last; superseded and deleted memories match by substring only.
    """
    allowed = reach(caller, Right.READ, query.agent_id)
    all_agents, entry_filter = caller.memory.all_agents, query.as_filter()
    fetch_limit = query.limit + 1
    after = None if query.cursor is None else _decode(query.cursor)
    if query.q is None or query.moment:
        found = all_agents.list(
            allowed, entry_filter, after=after, limit=fetch_limit, as_of=query.moment
        )
    else:
        words = checks.check_query(query.q, "q")
        found = all_agents.search(words, allowed, entry_filter, after=after, limit=fetch_limit)
    page, more = split_page(found, query.limit)
    return MemoriesOut(
        memories=[ListedMemoryOut.from_owned(owned) for owned in page],
        next_cursor=_cursor(page[-1].cursor) if more else None,
    )


@router.get(
    "/stats",
    summary="Count memories",
    response_description="The counts",
    responses=error_responses(403, 422, 503),
)
def memory_stats(query: AgentQueryParam, caller: CurrentCaller) -> StatsOut:
    """The number of memories by kind, priority and status."""
    tallies = caller.memory.all_agents.tally(reach(caller, Right.READ, query.agent_id))
    return StatsOut.of(tallies)


@router.get(
    "/export",
    summary="Export memories as JSON",
    response_description="All memories that match the filters",
    response_class=StreamingResponse,
    responses=_EXPORT | error_responses(403, 422, 503),
)
def export_memories(
    query: Annotated[MemoryFilterIn, Query()], caller: CurrentCaller
) -> StreamingResponse:
    """All memories in one JSON document, newest first, with every field except the history."""
    allowed, entry_filter = reach(caller, Right.READ, query.agent_id), query.as_filter()
    # Read the first page before the response starts, so that errors still get a proper status.
    first = caller.memory.all_agents.list(allowed, entry_filter, limit=_EXPORT_PAGE)
    return StreamingResponse(
        _document(caller.memory.all_agents, allowed, entry_filter, first),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="memories.json"'},
    )


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    summary="Create a memory",
    response_description="The memory",
    responses=error_responses(400, 403, 409, 413, 415, 422, 503, 507),
)
def create_memory(
    body: Annotated[
        NewMemoryIn,
        Body(
            openapi_examples={
                "fact": {
                    "summary": "A fact",
                    "value": {"agent_id": "my-agent", "content": "Alice lives in Lisbon."},
                }
            }
        ),
    ],
    caller: CurrentCaller,
) -> MemoryOut:
    """Stores a statement; a known one is reinforced, and one with the same key is replaced."""
    agent = caller.writable_agent(body.agent_id)
    given = body.model_dump(exclude={"agent_id", "content", "kind", "type"})
    kind = one_kind(body.kind, body.type)
    entry = agent.memories.add(body.content, kind=Kind.FACT if kind is None else kind, **given)
    return MemoryOut.of(agent.id, entry)


@router.post(
    "/import",
    summary="Import memories",
    response_description="How many there were, and how many were new",
    responses=error_responses(400, 403, 409, 413, 415, 422, 503, 507),
)
def import_memories(
    body: Annotated[
        ImportIn,
        Body(
            openapi_examples={
                "two": {
                    "summary": "Two statements",
                    "value": {
                        "agent_id": "my-agent",
                        "memories": [
                            {"content": "Prefers concise answers.", "kind": "preference"},
                            {"content": "Works at Acme Corp."},
                        ],
                    },
                }
            }
        ),
    ],
    caller: CurrentCaller,
) -> ImportedOut:
    """Imports an export or a list of statements atomically; existing memories are not changed."""
    body.check()
    caller.writable_agent(body.agent_id)
    for item in body.memories:
        named = item.get("agent_id") if isinstance(item, Mapping) else None
        if isinstance(named, str) and named != body.agent_id:
            caller.writable_agent(named)
    imported = caller.memory.all_agents.import_memories(body.memories, body.agent_id)
    return ImportedOut(memories=imported.memories, new=imported.new)


@router.delete(
    "",
    summary="Delete all memories",
    response_description="How many were deleted",
    responses=error_responses(403, 409, 422, 503, 507),
)
def clear_memories(query: Annotated[ClearIn, Query()], caller: CurrentCaller) -> ClearedOut:
    """Deletes every memory of an agent, or of all agents that the caller may write to.

    Requires `confirm=true`; without it, the error says how many there are. Deleted memories can be
    restored; to erase an agent and its conversations permanently, delete the agent.
    """
    allowed = reach(caller, Right.WRITE, query.agent_id)
    all_agents = caller.memory.all_agents
    if not query.confirm:
        tallies = all_agents.tally(allowed)
        count = sum(each.count for each in tallies if each.status is not Status.DELETED)
        whose = "all agents" if query.agent_id is None else f"the agent {query.agent_id!r:.80}"
        message = f"this would delete {count:,} memories of {whose}: send confirm=true to proceed"
        raise InvalidInput(message, field="confirm")
    return ClearedOut(deleted=all_agents.clear(allowed))


@router.get(
    "/{memory_id}",
    summary="Get a memory",
    response_description="The memory",
    responses=error_responses(403, 404, 409, 422, 503),
)
def get_memory(memory_id: MemoryPath, query: AgentQueryParam, caller: CurrentCaller) -> MemoryOut:
    """One memory, whatever its status.

    The same statement has the same id in every agent: if several have it, `agent_id` is required.
    """
    agent = _owner(caller, Right.READ, memory_id, query.agent_id)
    return MemoryOut.of(agent.id, agent.memories.get(memory_id))


@router.patch(
    "/{memory_id}",
    summary="Edit a memory",
    response_description="The edited memory",
    responses=error_responses(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def update_memory(
    memory_id: MemoryPath,
    body: Annotated[
        EditIn,
        Body(
            openapi_examples={
                "words": {
                    "summary": "New text and a higher priority",
                    "value": {"content": "Alice lives in Porto.", "priority": "high"},
                }
            }
        ),
    ],
    query: AgentQueryParam,
    caller: CurrentCaller,
) -> MemoryOut:
    """Changes the given fields; the history keeps the previous version."""
    agent = _owner(caller, Right.WRITE, memory_id, query.agent_id)
    edits = body.model_dump(exclude_unset=True)
    return MemoryOut.of(agent.id, agent.memories.update(memory_id, **edits))


@router.delete(
    "/{memory_id}",
    summary="Delete a memory",
    response_description="The deleted memory",
    responses=error_responses(403, 404, 409, 422, 503, 507),
)
def delete_memory(
    memory_id: MemoryPath, query: AgentQueryParam, caller: CurrentCaller
) -> MemoryOut:
    """Deletes a memory; it can be restored, and returns by itself only if it is said again."""
    agent = _owner(caller, Right.WRITE, memory_id, query.agent_id)
    return MemoryOut.of(agent.id, agent.memories.delete(memory_id))


@router.get(
    "/{memory_id}/history",
    summary="Get a memory's history",
    response_description="One page of versions, oldest first",
    responses=error_responses(403, 404, 409, 422, 503),
)
def memory_history(
    memory_id: MemoryPath, query: Annotated[HistoryIn, Query()], caller: CurrentCaller
) -> HistoryOut:
    """All versions of a memory, each with its time and the reason for the change."""
    agent = _owner(caller, Right.READ, memory_id, query.agent_id)
    versions, next_page = page_by_offset(
        "versions", agent.memories.history(memory_id), query.cursor, query.limit
    )
    shown = [VersionOut.of(agent.id, version) for version in versions]
    return HistoryOut(versions=shown, next_cursor=next_page)


@router.post(
    "/{memory_id}/restore",
    summary="Restore a memory",
    response_description="The restored memory",
    responses=error_responses(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def restore_memory(
    memory_id: MemoryPath,
    query: AgentQueryParam,
    caller: CurrentCaller,
    body: Annotated[
        RestoreIn | None,
        Body(
            openapi_examples={
                "first": {"summary": "The first version", "value": {"version": 1}},
            }
        ),
    ] = None,
) -> MemoryOut:
    """Restores a deleted or superseded memory, or one of its earlier versions."""
    agent = _owner(caller, Right.WRITE, memory_id, query.agent_id)
    version = body.version if body else None
    return MemoryOut.of(agent.id, agent.memories.restore(memory_id, version))


def _owner(caller: Caller, right: Right, memory_id: str, agent_id: str | None) -> Agent:
    """Return the agent that owns this memory."""
    allowed = reach(caller, right, agent_id)
    return caller.memory.agent(caller.memory.all_agents.owner(memory_id, allowed))


def _cursor(mark: PageCursor) -> str:
    return encode_cursor(_LIST, mark.agent, mark.id, mark.score)


def _decode(cursor: str) -> PageCursor:
    agent, name, score = decode_cursor(_LIST, cursor, str, str, (float, int, type(None)))
    return PageCursor(str(agent), str(name), None if score is None else float(score))


def _document(
    all_agents: AllAgents, allowed: Reach, entry_filter: EntryFilter, page: list[AgentMemory]
) -> Iterator[str]:
    """Yield the export page by page, so that it is never all in RAM."""
    yield f'{{"recollect": "memories", "format": {FORMAT}, "memories": ['
    separator = "\n"
    while page:
        for owned in page:
            line = {"agent_id": owned.agent, **plain(owned.entry)}
            yield separator + json.dumps(line, ensure_ascii=False)
            separator = ",\n"
        page = all_agents.list(allowed, entry_filter, after=page[-1].cursor, limit=_EXPORT_PAGE)
    yield "\n]}\n"
