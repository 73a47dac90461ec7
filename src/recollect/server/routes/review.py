"""Routes to review contradictions between memories, and requests to forget."""

from datetime import datetime
from typing import Self

from pydantic import BaseModel, Field

from recollect.domain.access import Reach, Right
from recollect.domain.audit import AuditAction, AuditedItem, AuditedKind
from recollect.domain.entry import EntryFilter, Status
from recollect.learning.deletion_requests import OPEN_REQUESTS, REQUESTS, DeletionRequest
from recollect.learning.review import Dispute, Keep
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.cursors import page_by_key, sortable_time
from recollect.server.field_types import Given
from recollect.server.memory_schemas import AgentQuery, HistoryIn
from recollect.server.paths import MemoryPath
from recollect.server.resource_schemas import MemoryOut
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import RequestModel, ResponseModel

router = api_router("memories", "/api/v1/review")

_WAITING = EntryFilter(statuses=(Status.REVIEW,))


class DisputeOut(BaseModel):
    """A memory and those that it contradicts; `id` is that of the memory, the newest."""

    id: str
    agent_id: str
    memory: MemoryOut
    rivals: list[MemoryOut]


class DeletionRequestOut(ResponseModel):
    """What a user asked in a chat to be forgotten, in these words, and the memories it names.

    `named` has the words of each part, and `unmatched` those that no memory matched. Until it is
    refused, contexts leave out the sentences that have them: messages may still say it. `message`
    is the one that "forget that" means, if nothing was learned from it. `says_more` has the ids of
    memories that say more than what was asked: edit one first to keep the rest. It is overtaken if
    all that it named has been deleted or edited since.
    """

    id: str
    agent_id: str
    text: str
    conversation_id: str | None
    turn_id: str | None
    asked_at: datetime
    memories: list[MemoryOut]
    named: list[str]
    unmatched: list[str]
    message: str | None
    says_more: list[str]
    is_overtaken: bool

    @classmethod
    def of(cls, agent: str, request: DeletionRequest) -> Self:
        """Return a request with its memories."""
        entry = request.entry
        return cls.from_value(
            request,
            agent_id=agent,
            text=entry.content,
            conversation_id=entry.source.conversation if entry.source else None,
            turn_id=entry.turn_id,
            asked_at=entry.said_at or entry.recorded_at,
            memories=[MemoryOut.of(agent, each) for each in request.memories],
            says_more=[each.id for each in request.says_more],
        )


class DisputesOut(BaseModel):
    """One page of open contradictions, newest first; the first page has the requests to forget."""

    disputes: list[DisputeOut]
    deletion_requests: list[DeletionRequestOut]
    next_cursor: str | None


class DecisionIn(RequestModel):
    """Which memories to keep."""

    keep: Given[Keep] = Field(
        description="`this` memory, the `others`, or `both`; the rest are superseded, not deleted. "
        "About a request to forget: `none` deletes the memories that it names, and contexts leave "
        "out its words also where none matched; `all` keeps them."
    )


class DecidedOut(BaseModel):
    """The memories concerned, after the decision."""

    memories: list[MemoryOut]


@router.get("")
def list_disputes(query: FromQuery[HistoryIn], caller: CurrentCaller) -> DisputesOut:
    """Memories that contradict earlier ones, or that a user asked to be forgotten."""
    allowed = caller.reach(Right.READ, query.agent_id)
    waiting = caller.memory.all_agents.list(allowed, _WAITING)
    agents = sorted({owned.agent for owned in waiting})
    disputes = [(name, each) for name in agents for each in caller.memory.agent(name).review.list()]
    page, next_page = page_by_key("disputes", disputes, query, _key, descending=True)
    shown = [
        DisputeOut(
            id=dispute.id,
            agent_id=agent,
            memory=MemoryOut.of(agent, dispute.entry),
            rivals=[MemoryOut.of(agent, rival) for rival in dispute.rivals],
        )
        for agent, dispute in page
    ]
    requests = [] if query.cursor else _requests(caller, allowed, query.limit)
    return DisputesOut(disputes=shown, deletion_requests=requests, next_cursor=next_page)


def _requests(caller: CurrentCaller, allowed: Reach, limit: int) -> list[DeletionRequestOut]:
    """The latest requests to forget, of every agent that the caller may read."""
    found = caller.memory.all_agents.list(allowed, OPEN_REQUESTS, limit=limit)
    wanted = {owned.entry.id for owned in found}
    return [
        DeletionRequestOut.of(agent, request)
        for agent in dict.fromkeys(owned.agent for owned in found)
        for request in caller.memory.agent(agent).review.deletion_requests()
        if request.id in wanted
    ]


def _key(disputes: tuple[str, Dispute]) -> str:
    agent, dispute = disputes
    return f"{sortable_time(dispute.entry.recorded_at)} {agent} {dispute.id}"


@router.post("/{memory_id}", responses=TAKES_BODY | WRITES | NOT_FOUND)
def resolve_dispute(
    memory_id: MemoryPath,
    body: DecisionIn,
    query: FromQuery[AgentQuery],
    caller: CurrentCaller,
) -> DecidedOut:
    """Resolves a contradiction by keeping this memory, the others, or both.

    A request to forget is granted by keeping none of the memories that it names, or refused by
    keeping all. The first characters of an id are enough, if no other begins with them.
    """
    memory_id = _whole_id(caller, memory_id, query.agent_id)
    agent = caller.owner(Right.WRITE, memory_id, query.agent_id, REQUESTS)
    decided = agent.review.resolve(memory_id, body.keep)
    concerned = dict.fromkeys((memory_id, *(entry.id for entry in decided)))
    caller.concerns(*(AuditedItem(AuditedKind.MEMORY, name) for name in concerned))
    if body.keep == Keep.NONE:
        caller.state[AuditAction.DELETE] = True
    return DecidedOut(memories=[MemoryOut.of(agent.id, entry) for entry in decided])


def _whole_id(caller: CurrentCaller, beginning: str, agent_id: str | None) -> str:
    """The only id that waits for a decision and begins so; otherwise what was given."""
    allowed, every = caller.reach(Right.WRITE, agent_id), caller.memory.all_agents
    waiting = (*every.list(allowed, _WAITING), *every.list(allowed, OPEN_REQUESTS))
    found = {owned.entry.id for owned in waiting if owned.entry.id.startswith(beginning)}
    return found.pop() if len(found) == 1 else beginning
