"""Routes of memories: list, search, create, edit, delete, restore, export and import."""

import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Final

from fastapi import Request
from fastapi.responses import StreamingResponse

from recollect.domain import checks
from recollect.domain.access import Reach, Right
from recollect.domain.amounts import pluralize
from recollect.domain.audit import AuditedItem, AuditedKind
from recollect.domain.entry import Entry, EntryFilter, Kind, Status
from recollect.domain.hit import Results
from recollect.domain.plain import plain
from recollect.errors import InvalidInput
from recollect.learning.deletion_requests import REQUESTS
from recollect.memory.agent import Agent
from recollect.memory.all_agents import AgentMemory, AllAgents, PageCursor
from recollect.memory.repeated import turns_of
from recollect.server import memory_schemas as schemas
from recollect.server.access import Caller, CurrentCaller, FromQuery
from recollect.server.cursors import decode_cursor, encode_cursor, page_by_offset
from recollect.server.errors import Responses, error_responses
from recollect.server.idempotency import do_not_store_response
from recollect.server.paths import MemoryPath
from recollect.server.resource_schemas import ListedMemoryOut, MemoryOut
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import DeletedOut, split_page

router = api_router("memories", "/api/v1/memory")

_LIST: Final = "memories"
_EXPORT_PAGE: Final = 500
AgentQueryParam = FromQuery[schemas.AgentQuery]
_EXPORT: Responses = {200: {"model": schemas.ExportOut}}


@router.get("")
def list_memories(query: FromQuery[schemas.ListIn], caller: CurrentCaller) -> schemas.MemoriesOut:
    """Memories that match, the last learned first; with `q`, those relevant to it, best first.

    Memories that only contain the text of `q` come last. Those that are not active or in review are
    found by that alone.
    """
    allowed = caller.reach(Right.READ, query.agent_id)
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
    last = page[-1].cursor if more else None
    corrections = all_agents.corrections({owned.agent for owned in page})
    return schemas.MemoriesOut(
        memories=[ListedMemoryOut.from_owned(owned, corrections) for owned in page],
        next_cursor=encode_cursor(_LIST, last.agent, last.id, last.score) if last else None,
        warning=found.warning if isinstance(found, Results) else None,
    )


@router.get("/stats")
def memory_stats(query: AgentQueryParam, caller: CurrentCaller) -> schemas.StatsOut:
    """The number of memories by kind, priority and status."""
    reach = caller.reach(Right.READ, query.agent_id)
    tallies = caller.memory.all_agents.tally(reach, exact=False)
    return schemas.StatsOut.of(tallies)


@router.get("/days")
def memory_days(query: FromQuery[schemas.DaysIn], caller: CurrentCaller) -> schemas.DaysOut:
    """The number of memories in use that were learned in each 24 hours since a time."""
    reach = caller.reach(Right.READ, query.agent_id)
    counted = caller.memory.all_agents.by_day(query.since, query.days, reach)
    return schemas.DaysOut.from_value(counted)


@router.get("/export", response_class=StreamingResponse, responses=_EXPORT)
def export_memories(
    query: FromQuery[schemas.MemoryFilterIn], caller: CurrentCaller
) -> StreamingResponse:
    """All memories in one JSON document, the last learned first, with all fields but history."""
    allowed, entry_filter = caller.reach(Right.READ, query.agent_id), query.as_filter()
    # Read the first page before the response starts, so that errors still get a proper status.
    first = caller.memory.all_agents.list(allowed, entry_filter, limit=_EXPORT_PAGE)
    return StreamingResponse(
        _document(caller.memory.all_agents, allowed, entry_filter, first),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="memories.json"'},
    )


@router.post("", status_code=HTTPStatus.CREATED, responses=TAKES_BODY | WRITES)
def create_memory(body: schemas.NewMemoryIn, caller: CurrentCaller) -> MemoryOut:
    """Stores a statement; a known one is reinforced, and one with the same key is replaced."""
    agent = caller.writable_agent(body.agent_id)
    given = body.model_dump(exclude={"agent_id", "content", "kind", "type"})
    kind = schemas.one_kind(body.kind, body.type)
    entry = agent.memories.add(body.content, kind=Kind.FACT if kind is None else kind, **given)
    return MemoryOut.of(agent.id, entry)


@router.post("/import", responses=TAKES_BODY | WRITES)
def import_memories(body: schemas.ImportIn, caller: CurrentCaller) -> schemas.ImportedOut:
    """Imports an export or a list of statements atomically; existing memories are not changed."""
    body.check()
    caller.writable_agent(body.agent_id)
    for item in body.memories:
        named = item.get("agent_id") if isinstance(item, Mapping) else None
        if isinstance(named, str) and named != body.agent_id:
            caller.writable_agent(named)
    imported = caller.memory.all_agents.import_memories(body.memories, body.agent_id)
    return schemas.ImportedOut(memories=imported.memories, new=imported.new)


@router.delete("", responses=WRITES)
def clear_memories(query: FromQuery[schemas.ClearIn], caller: CurrentCaller) -> DeletedOut:
    """Deletes every memory of an agent, or of all agents that the caller may write to.

    Requires `confirm=true`; without it, the error says how many there are. Deleted memories can be
    restored; to erase an agent and its conversations permanently, delete the agent.
    """
    allowed = caller.reach(Right.WRITE, query.agent_id)
    all_agents = caller.memory.all_agents
    if not query.confirm:
        tallies = all_agents.tally(allowed)
        count = sum(each.count for each in tallies if each.status is not Status.DELETED)
        whose = "all agents" if query.agent_id is None else f"the agent {query.agent_id!r:.80}"
        many = pluralize(count, "memory")
        message = f"this would delete {many} of {whose}: send confirm=true to proceed"
        raise InvalidInput(message, field="confirm")
    return DeletedOut(deleted=all_agents.clear(allowed))


@router.get("/{memory_id}", responses=NOT_FOUND | error_responses(409))
def get_memory(memory_id: MemoryPath, query: AgentQueryParam, caller: CurrentCaller) -> MemoryOut:
    """One memory, whatever its status.

    The same statement has the same id in every agent: if several have it, `agent_id` is required.
    """
    agent = caller.owner(Right.READ, memory_id, query.agent_id)
    return _as_it_is(caller, agent, agent.memories.get(memory_id))


@router.patch("/{memory_id}", responses=TAKES_BODY | WRITES | NOT_FOUND)
def update_memory(
    memory_id: MemoryPath, body: schemas.EditIn, query: AgentQueryParam, caller: CurrentCaller
) -> MemoryOut:
    """Changes the given fields; the history keeps the previous version.

    Name `agent_id`: the same statement has the same id in every agent.
    """
    agent = caller.owner(Right.WRITE, memory_id, query.agent_id)
    caller.concerns(AuditedItem(AuditedKind.MEMORY, memory_id))
    edits = body.model_dump(exclude_unset=True)
    return _as_it_is(caller, agent, agent.memories.update(memory_id, **edits))


@router.delete("/{memory_id}", responses=WRITES | NOT_FOUND)
def delete_memory(
    memory_id: MemoryPath,
    query: FromQuery[schemas.DeleteIn],
    caller: CurrentCaller,
    request: Request,
) -> schemas.DeletedMemoryOut:
    """Deletes a memory; it can be restored, and returns by itself only if it is said again.

    Contexts leave out the words that it was learned from too, unless `keep_words=true`.
    With `purge=true` it is erased for good: its history, its text in everything derived from it,
    and the turns it was learned from, with the replies that repeat it, unless `keep_replies=true`,
    and all other memories that only those turns said. A key of more than one agent must then name
    `agent_id`. Always do: the same statement has the same id in every agent.
    """
    agent = caller.owner(Right.WRITE, memory_id, query.agent_id, erases=query.purge)
    memories, keep = agent.memories, query.keep_replies
    also = memories.erased_with(memory_id, keep_replies=keep) if query.purge else []
    replies = memories.repeated_in(memory_id) if query.purge and not keep else []
    gone = [AuditedItem(AuditedKind.MEMORY, name) for name in (memory_id, *(e.id for e in also))]
    turns = {(turn.conversation, turn.id) for turn in replies}
    turns |= turns_of(memories.get(memory_id)) if query.purge else set()
    gone += [AuditedItem(AuditedKind.TURN, turn, place) for place, turn in sorted(turns)]
    caller.concerns(*gone, erases=query.purge)
    if query.purge:
        do_not_store_response(request)
    entry = memories.delete(
        memory_id, purge=query.purge, keep_replies=keep, keep_words=query.keep_words
    )
    named = [MemoryOut.of(agent.id, other) for other in also]
    repeated = [schemas.RepliedOut.of(turn) for turn in replies]
    return schemas.DeletedMemoryOut.of(agent.id, entry, also_erased=named, replies_erased=repeated)


@router.get("/{memory_id}/erased-with", responses=NOT_FOUND | error_responses(409))
def erased_with(
    memory_id: MemoryPath, query: AgentQueryParam, caller: CurrentCaller
) -> schemas.ErasedWithOut:
    """The other memories and the replies that deleting this one with `purge=true` would erase."""
    agent = caller.owner(Right.READ, memory_id, query.agent_id)
    others = agent.memories.erased_with(memory_id)
    return schemas.ErasedWithOut(
        memories=[MemoryOut.of(agent.id, other) for other in others],
        replies=[schemas.RepliedOut.of(turn) for turn in agent.memories.repeated_in(memory_id)],
    )


@router.get("/{memory_id}/history", responses=NOT_FOUND | error_responses(409))
def memory_history(
    memory_id: MemoryPath, query: FromQuery[schemas.HistoryIn], caller: CurrentCaller
) -> schemas.HistoryOut:
    """All versions of a memory, each with its time and the reason for the change."""
    agent = caller.owner(Right.READ, memory_id, query.agent_id)
    versions, next_page = page_by_offset("versions", agent.memories.history(memory_id), query)
    shown = [
        schemas.VersionOut.from_value(each, memory=MemoryOut.of(agent.id, each.entry))
        for each in versions
    ]
    return schemas.HistoryOut(versions=shown, next_cursor=next_page)


@router.post("/{memory_id}/restore", responses=TAKES_BODY | WRITES | NOT_FOUND)
def restore_memory(
    memory_id: MemoryPath,
    query: AgentQueryParam,
    caller: CurrentCaller,
    body: schemas.RestoreIn | None = None,
) -> MemoryOut:
    """Restores a deleted, archived or superseded memory, or one of its earlier versions.

    The version from before a decision in review takes it back, as does a request to forget.
    """
    agent = caller.owner(Right.WRITE, memory_id, query.agent_id, REQUESTS)
    version = body.version if body else None
    return _as_it_is(caller, agent, agent.memories.restore(memory_id, version))


def _as_it_is(caller: Caller, agent: Agent, entry: Entry) -> MemoryOut:
    return MemoryOut.of(agent.id, entry, caller.memory.all_agents.corrections([agent.id]))


def _decode(cursor: str) -> PageCursor:
    agent, name, score = decode_cursor(_LIST, cursor, str, str, (float, int, type(None)))
    return PageCursor(str(agent), str(name), None if score is None else float(score))


def _document(
    all_agents: AllAgents, allowed: Reach, entry_filter: EntryFilter, page: list[AgentMemory]
) -> Iterator[str]:
    """Yield the export page by page, so that it is never all in RAM."""
    yield f'{{"recollect": "memories", "format": {schemas.FORMAT}, "memories": ['
    separator = "\n"
    while page:
        for owned in page:
            line = {"agent_id": owned.agent, **plain(owned.entry)}
            yield separator + json.dumps(line, ensure_ascii=False)
            separator = ",\n"
        page = all_agents.list(allowed, entry_filter, after=page[-1].cursor, limit=_EXPORT_PAGE)
    yield "\n]}\n"
