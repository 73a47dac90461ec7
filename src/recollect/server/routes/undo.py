"""Routes that undo what was derived from some turns, and redo it."""

from typing import Annotated, Self

from fastapi import Depends, Path, Request
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.memory import Agent
from recollect.memory.undo import Undone
from recollect.server.access import Caller, CurrentCaller, FromQuery
from recollect.server.authentication import KEY_NAME
from recollect.server.cursors import page_by_key, sortable_time
from recollect.server.errors import error_responses
from recollect.server.field_types import Given, GivenTime, Moment, Name
from recollect.server.paths import AgentPath, PathName
from recollect.server.resource_schemas import MemoryOut
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import Paged, RequestModel, ResponseModel, optional

router = api_router("agents", "/api/v1/agents/{agent_id}")


class UndoIn(RequestModel):
    """Which turns to undo: those that meet every condition; at least one is needed."""

    conversation_id: Name | None = optional("Only turns of this conversation.")
    turn_id: Name | None = optional("Only this turn of the conversation.")
    source: Given[str | None] = optional(
        "Only turns of this speaker, of tools (`tool`), or memories imported from this program."
    )
    since: GivenTime = optional("Only what was stored at this time or later.")
    until: GivenTime = optional("Only what was stored before this time.")
    dry_run: Given[bool] = Field(default=False, description="`true` only says what would happen.")


class UndoneOut(ResponseModel):
    """What an undo sets aside, and what holds again without it; a preview has no `id`."""

    id: str | None
    at: Moment
    by: str | None = Field(description="The name of the key that was used.")
    conversation_id: str | None
    turn_id: str | None
    source: str | None
    since: Moment | None
    until: Moment | None
    turns: int = Field(description="How many turns are no longer learned from.")
    removed: list[MemoryOut] = Field(description="Memories that go, as they were.")
    changed: list[MemoryOut] = Field(description="Memories that lose a source or a rival.")
    returning: list[MemoryOut] = Field(description="Earlier memories that hold again.")
    recaps: list[str] = Field(description="Conversations that are summarized again.")
    ties: list[str] = Field(description="Relations of the graph that go.")
    kept: list[MemoryOut] = Field(description="By a redo: what people changed since, which stays.")
    redone_at: Moment | None
    redone_by: str | None

    @classmethod
    def of(cls, agent: str, undone: Undone) -> Self:
        """Build it from an undo of this agent."""
        lists = {
            name: [MemoryOut.of(agent, entry) for entry in getattr(undone, name)]
            for name in ("removed", "changed", "returning", "kept")
        }
        scope = undone.scope
        return cls.from_value(
            undone,
            conversation_id=scope.conversation,
            turn_id=scope.turn,
            source=scope.source,
            since=scope.since,
            until=scope.until,
            **lists,
        )


class UndosOut(BaseModel):
    """One page of undos, the latest first."""

    undos: list[UndoneOut]
    next_cursor: str | None


async def _key_name(request: Request) -> str | None:
    name: str | None = request.scope["state"].get(KEY_NAME)
    return name


KeyName = Annotated[str | None, Depends(_key_name)]
UndoPath = Annotated[PathName, Path(description="The id of the undo.")]


def _agent(caller: Caller, agent_id: str) -> Agent:
    """The agent, if the caller may change it and read what the answer shows."""
    caller.check(Right.READ, agent_id)
    return caller.writable_agent(agent_id)


@router.post("/undo", responses=TAKES_BODY | WRITES | NOT_FOUND)
def undo(agent_id: AgentPath, body: UndoIn, caller: CurrentCaller, by: KeyName) -> UndoneOut:
    """Sets aside what was derived from some turns, which stay; what they ended holds again."""
    undone = _agent(caller, agent_id).undo(
        conversation=body.conversation_id,
        turn=body.turn_id,
        source=body.source,
        since=body.since,
        until=body.until,
        dry_run=body.dry_run,
        by=by,
    )
    return UndoneOut.of(agent_id, undone)


@router.get("/undos")
def list_undos(agent_id: AgentPath, page: FromQuery[Paged], caller: CurrentCaller) -> UndosOut:
    """All undos with who did them and when, also those that were redone."""
    found = caller.readable_agent(agent_id).undos.list()
    shown, next_page = page_by_key(
        "undos", found, page, lambda each: f"{sortable_time(each.at)} {each.id}", descending=True
    )
    return UndosOut(undos=[UndoneOut.of(agent_id, each) for each in shown], next_cursor=next_page)


@router.post("/undos/{undo_id}/redo", responses=WRITES | NOT_FOUND | error_responses(415))
def redo(agent_id: AgentPath, undo_id: UndoPath, caller: CurrentCaller, by: KeyName) -> UndoneOut:
    """Brings back what an undo set aside, as it was; what people changed since stays."""
    return UndoneOut.of(agent_id, _agent(caller, agent_id).redo(undo_id, by=by))
