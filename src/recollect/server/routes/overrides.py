"""Routes of the user's instructions, called overrides in paths."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, Field

from recollect.domain.audit import AuditedItem, AuditedKind
from recollect.domain.recap import Override
from recollect.errors import InvalidInput
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.cursors import page_by_key, sortable_time
from recollect.server.field_types import Confirm, Given, Moment
from recollect.server.paths import AgentPath, PathName
from recollect.server.routing import NOT_FOUND, TAKES_BODY, WRITES, api_router
from recollect.server.schemas import Paged, RequestModel, ResponseModel

router = api_router("agents", "/api/v1/agents/{agent_id}/overrides")


class OverrideOut(ResponseModel):
    """One instruction; the lowest `position` comes first."""

    id: str
    content: str
    position: int
    created_at: Moment
    changed_at: Moment


class OverridesOut(BaseModel):
    """One page of instructions, in order."""

    overrides: list[OverrideOut]
    next_cursor: str | None


class OverrideIn(RequestModel):
    """The text of an instruction."""

    content: Given[str] = Field(description="One sentence.")


class OrderIn(RequestModel):
    """The new order of instructions."""

    override_ids: Given[list[str]] = Field(description="The ids of all instructions, each once.")


class PurgeIn(RequestModel):
    """Whether to delete for good."""

    purge: Confirm = Field(default=False, description="Erase it for good, with its history.")


OverridePath = Annotated[PathName, Path(description="The id of the instruction.")]


@router.get("")
def list_overrides(
    agent_id: AgentPath, page: FromQuery[Paged], caller: CurrentCaller
) -> OverridesOut:
    """The user's fixed instructions, in order."""
    overrides = caller.readable_agent(agent_id).overrides.list()
    shown, next_page = page_by_key("overrides", overrides, page, _key)
    return OverridesOut(overrides=OverrideOut.from_values(shown), next_cursor=next_page)


def _key(override: Override) -> str:
    return f"{override.position:09d} {sortable_time(override.created_at)} {override.id}"


@router.post("", status_code=HTTPStatus.CREATED, responses=TAKES_BODY | WRITES)
def add_override(agent_id: AgentPath, body: OverrideIn, caller: CurrentCaller) -> OverrideOut:
    """Adds an instruction after the others; they lead every context, and learning never changes them."""
    override = caller.writable_agent(agent_id).overrides.add(body.content)
    return OverrideOut.model_validate(override)


@router.put("/order", responses=TAKES_BODY | WRITES)
def reorder_overrides(agent_id: AgentPath, body: OrderIn, caller: CurrentCaller) -> OverridesOut:
    """Sets the order of all instructions."""
    agent = caller.writable_agent(agent_id)
    if not isinstance(body.override_ids, list):
        raise InvalidInput("override_ids takes a list", field="override_ids")
    reordered = agent.overrides.reorder(body.override_ids)
    return OverridesOut(overrides=OverrideOut.from_values(reordered), next_cursor=None)


@router.patch("/{override_id}", responses=TAKES_BODY | WRITES | NOT_FOUND)
def update_override(
    agent_id: AgentPath, override_id: OverridePath, body: OverrideIn, caller: CurrentCaller
) -> OverrideOut:
    """Changes its text and keeps its position."""
    override = caller.writable_agent(agent_id).overrides.update(override_id, body.content)
    return OverrideOut.model_validate(override)


@router.delete("/{override_id}", status_code=HTTPStatus.NO_CONTENT, responses=WRITES | NOT_FOUND)
def delete_override(
    agent_id: AgentPath,
    override_id: OverridePath,
    query: FromQuery[PurgeIn],
    caller: CurrentCaller,
) -> None:
    """Removes it from all future contexts; with `purge=true` its text and history are erased."""
    overrides = caller.writable_agent(agent_id).overrides
    caller.concerns(AuditedItem(AuditedKind.INSTRUCTION, override_id), erases=query.purge)
    overrides.delete(override_id, purge=query.purge)
