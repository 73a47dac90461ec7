"""What is known: listed, searched, written down, corrected, taken away and brought back."""

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
from recollect.memory.all_agents import AllAgents, Mark, Owned
from recollect.server.access import CurrentVisitor, Visitor
from recollect.server.cursors import opened, part, sealed
from recollect.server.errors import documented
from recollect.server.json_body import JsonRoute
from recollect.server.memory_shapes import (
    FORMAT,
    ChosenIn,
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
    RestoreIn,
    StatementIn,
    StatsOut,
    VersionOut,
    WhoseIn,
    one_kind,
)
from recollect.server.paths import MemoryPath
from recollect.server.shapes import (
    cut,
)
from recollect.server.shown import FoundOut, MemoryOut, reach

router = APIRouter(prefix="/api/v1/memory", tags=["memories"], route_class=JsonRoute)

_LIST: Final = "memories"
_EXPORTED_AT_ONCE: Final = 500
Whose = Annotated[WhoseIn, Query()]
_EXPORT: dict[int | str, dict[str, Any]] = {200: {"model": ExportOut}}


@router.get(
    "",
    summary="List or search memories",
    response_description="A part of the list",
    responses=documented(403, 422, 502, 503),
)
def list_memories(query: Annotated[ListIn, Query()], visitor: CurrentVisitor) -> MemoriesOut:
    """The memories that the filters let through, newest first; with `q` those that it is about, best first.

    With `q`, those that only hold its letters come last, and what is superseded or deleted is found by its letters.
    """
    meant = reach(visitor, Right.READ, query.agent_id)
    everyone, chosen, most = visitor.memory.all_agents, query.chosen(), query.limit + 1
    after = None if query.cursor is None else _mark(query.cursor)
    if query.q is None or query.moment:
        found = everyone.list(meant, chosen, after=after, limit=most, as_of=query.moment)
    else:
        words = checks.check_query(query.q, "q")
        found = everyone.search(words, meant, chosen, after=after, limit=most)
    page, more = cut(found, query.limit)
    return MemoriesOut(
        memories=[FoundOut.found(owned) for owned in page],
        next_cursor=_cursor(page[-1].mark) if more else None,
    )


@router.get(
    "/stats",
    summary="Count memories",
    response_description="The counts",
    responses=documented(403, 422, 503),
)
def memory_stats(query: Whose, visitor: CurrentVisitor) -> StatsOut:
    """How many memories there are, by kind, priority and status."""
    tallies = visitor.memory.all_agents.tally(reach(visitor, Right.READ, query.agent_id))
    return StatsOut.of(tallies)


@router.get(
    "/export",
    summary="Export memories as JSON",
    response_description="Every memory that the filters let through",
    response_class=StreamingResponse,
    responses=_EXPORT | documented(403, 422, 503),
)
def export_memories(
    query: Annotated[ChosenIn, Query()], visitor: CurrentVisitor
) -> StreamingResponse:
    """All memories in one JSON document, newest first, with all that is stored of each but its history."""
    meant, chosen = reach(visitor, Right.READ, query.agent_id), query.chosen()
    # The first page is read before the answer begins, so that what is wrong can still be said.
    first = visitor.memory.all_agents.list(meant, chosen, limit=_EXPORTED_AT_ONCE)
    return StreamingResponse(
        _document(visitor.memory.all_agents, meant, chosen, first),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="memories.json"'},
    )


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    summary="Write a memory down",
    response_description="The memory",
    responses=documented(400, 403, 409, 413, 415, 422, 503, 507),
)
def create_memory(
    body: Annotated[
        StatementIn,
        Body(
            openapi_examples={
                "fact": {
                    "summary": "A fact",
                    "value": {"agent_id": "my-agent", "content": "Alice lives in Lisbon."},
                }
            }
        ),
    ],
    visitor: CurrentVisitor,
) -> MemoryOut:
    """Remembers a statement; one that is known already is reinforced, and under a key it is replaced."""
    agent = visitor.writing(body.agent_id)
    given = body.model_dump(exclude={"agent_id", "content", "kind", "type"})
    kind = one_kind(body.kind, body.type)
    made = agent.memories.add(body.content, kind=Kind.FACT if kind is None else kind, **given)
    return MemoryOut.of(agent.id, made)


@router.post(
    "/import",
    summary="Take memories in",
    response_description="How many, and how many were new",
    responses=documented(400, 403, 409, 413, 415, 422, 503, 507),
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
    visitor: CurrentVisitor,
) -> ImportedOut:
    """Takes in an export, or a list of statements, all or none; what is here already stays as it is."""
    body.check()
    visitor.writing(body.agent_id)
    for item in body.memories:
        named = item.get("agent_id") if isinstance(item, Mapping) else None
        if isinstance(named, str) and named != body.agent_id:
            visitor.writing(named)
    taken = visitor.memory.all_agents.take(body.memories, body.agent_id)
    return ImportedOut(memories=taken.memories, new=taken.new)


@router.delete(
    "",
    summary="Delete all memories",
    response_description="How many were deleted",
    responses=documented(403, 409, 422, 503, 507),
)
def clear_memories(query: Annotated[ClearIn, Query()], visitor: CurrentVisitor) -> ClearedOut:
    """Takes every memory of an agent away, or of all agents that the caller may write to.

    It needs `confirm=true`, and says without it how many there are. Each can be restored; to erase an agent for
    good, with its conversations, delete the agent.
    """
    meant = reach(visitor, Right.WRITE, query.agent_id)
    everyone = visitor.memory.all_agents
    if not query.confirm:
        tallies = everyone.tally(meant)
        count = sum(each.count for each in tallies if each.status is not Status.DELETED)
        whose = "all agents" if query.agent_id is None else f"the agent {query.agent_id!r:.80}"
        message = (
            f"this would delete {count:,} memories of {whose}: say confirm=true if you mean it"
        )
        raise InvalidInput(message, field="confirm")
    return ClearedOut(deleted=everyone.clear(meant))


@router.get(
    "/{memory_id}",
    summary="Read a memory",
    response_description="The memory",
    responses=documented(403, 404, 409, 422, 503),
)
def get_memory(memory_id: MemoryPath, query: Whose, visitor: CurrentVisitor) -> MemoryOut:
    """One memory, whatever its status.

    The same words have the same id everywhere: where several agents have it, `agent_id` must say whose is meant.
    """
    agent = _holder(visitor, Right.READ, memory_id, query.agent_id)
    return MemoryOut.of(agent.id, agent.memories.get(memory_id))


@router.patch(
    "/{memory_id}",
    summary="Correct a memory",
    response_description="The memory as it is now",
    responses=documented(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def update_memory(
    memory_id: MemoryPath,
    body: Annotated[
        EditIn,
        Body(
            openapi_examples={
                "words": {
                    "summary": "Other words, and more weight",
                    "value": {"content": "Alice lives in Porto.", "priority": "high"},
                }
            }
        ),
    ],
    query: Whose,
    visitor: CurrentVisitor,
) -> MemoryOut:
    """Changes what is named and leaves the rest; the history keeps what it said before."""
    agent = _holder(visitor, Right.WRITE, memory_id, query.agent_id)
    edits = body.model_dump(exclude_unset=True)
    return MemoryOut.of(agent.id, agent.memories.update(memory_id, **edits))


@router.delete(
    "/{memory_id}",
    summary="Delete a memory",
    response_description="The memory, deleted",
    responses=documented(403, 404, 409, 422, 503, 507),
)
def delete_memory(memory_id: MemoryPath, query: Whose, visitor: CurrentVisitor) -> MemoryOut:
    """Takes a memory away: it is shown nowhere, comes back only if it is said anew, and can be restored."""
    agent = _holder(visitor, Right.WRITE, memory_id, query.agent_id)
    return MemoryOut.of(agent.id, agent.memories.delete(memory_id))


@router.get(
    "/{memory_id}/history",
    summary="Read a memory's past",
    response_description="A part of its versions, oldest first",
    responses=documented(403, 404, 409, 422, 503),
)
def memory_history(
    memory_id: MemoryPath, query: Annotated[HistoryIn, Query()], visitor: CurrentVisitor
) -> HistoryOut:
    """Every version of a memory: what it said from when on, and why it changed."""
    agent = _holder(visitor, Right.READ, memory_id, query.agent_id)
    versions, behind = part(
        "versions", agent.memories.history(memory_id), query.cursor, query.limit
    )
    shown = [VersionOut.of(agent.id, version) for version in versions]
    return HistoryOut(versions=shown, next_cursor=behind)


@router.post(
    "/{memory_id}/restore",
    summary="Bring a memory back",
    response_description="The memory as it is now",
    responses=documented(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def restore_memory(
    memory_id: MemoryPath,
    query: Whose,
    visitor: CurrentVisitor,
    body: Annotated[
        RestoreIn | None,
        Body(
            openapi_examples={
                "first": {"summary": "As it was first said", "value": {"version": 1}},
            }
        ),
    ] = None,
) -> MemoryOut:
    """Brings back a deleted or superseded memory, or what a memory said in one of its versions."""
    agent = _holder(visitor, Right.WRITE, memory_id, query.agent_id)
    version = body.version if body else None
    return MemoryOut.of(agent.id, agent.memories.restore(memory_id, version))


def _holder(visitor: Visitor, right: Right, memory_id: str, agent_id: str | None) -> Agent:
    """The agent whose memory this is."""
    meant = reach(visitor, right, agent_id)
    return visitor.memory.agent(visitor.memory.all_agents.holder(memory_id, meant))


def _cursor(mark: Mark) -> str:
    return sealed(_LIST, mark.agent, mark.id, mark.score)


def _mark(cursor: str) -> Mark:
    agent, name, score = opened(_LIST, cursor, str, str, (float, int, type(None)))
    return Mark(str(agent), str(name), None if score is None else float(score))


def _document(
    everyone: AllAgents, meant: Reach, chosen: EntryFilter, page: list[Owned]
) -> Iterator[str]:
    """The export piece by piece, so that it need not be held as a whole."""
    yield f'{{"recollect": "memories", "format": {FORMAT}, "memories": ['
    between = "\n"
    while page:
        for owned in page:
            line = {"agent_id": owned.agent, **plain(owned.entry)}
            yield between + json.dumps(line, ensure_ascii=False)
            between = ",\n"
        page = everyone.list(meant, chosen, after=page[-1].mark, limit=_EXPORTED_AT_ONCE)
    yield "\n]}\n"
