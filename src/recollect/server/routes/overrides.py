"""Routes of overrides, the user's fixed instructions."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from pydantic import BaseModel, Field

from recollect.domain.recap import Override
from recollect.errors import InvalidInput
from recollect.server.access import CurrentCaller
from recollect.server.cursors import page_by_key, sortable_time
from recollect.server.errors import error_responses
from recollect.server.json_body import JsonRoute
from recollect.server.paths import AgentPath, PathName
from recollect.server.schemas import Moment, Paged, RequestModel, ResponseModel, as_given

router = APIRouter(
    prefix="/api/v1/agents/{agent_id}/overrides", tags=["agents"], route_class=JsonRoute
)


class OverrideOut(ResponseModel):
    """One override; the lowest `position` comes first."""

    id: str
    content: str
    position: int
    created_at: Moment
    changed_at: Moment


class OverridesOut(BaseModel):
    """One page of overrides, in order."""

    overrides: list[OverrideOut]
    next_cursor: str | None


class OverrideIn(RequestModel):
    """The text of an override."""

    content: Annotated[Any, as_given(str)] = Field(description="One sentence.")


class OrderIn(RequestModel):
    """The new order of overrides."""

    override_ids: Annotated[Any, as_given(list[str])] = Field(
        description="The ids of all overrides, each once."
    )


_CONTENT = Body(
    openapi_examples={
        "example": {"summary": "A preference", "value": {"content": "I prefer tabs over spaces."}}
    }
)
_ORDER = Body(
    openapi_examples={
        "example": {"summary": "The second first", "value": {"override_ids": ["b", "a"]}}
    }
)
OverridePath = Annotated[PathName, Path(description="The id of the override.")]


@router.get(
    "",
    summary="List overrides",
    response_description="One page of overrides",
    responses=error_responses(403, 422, 503),
)
def list_overrides(
    agent_id: AgentPath, page: Annotated[Paged, Query()], caller: CurrentCaller
) -> OverridesOut:
    """The user's fixed instructions, in order."""
    overrides_in_order = caller.readable_agent(agent_id).overrides.list()
    shown, next_page = page_by_key("overrides", overrides_in_order, page.cursor, page.limit, _key)
    overrides = [OverrideOut.model_validate(each) for each in shown]
    return OverridesOut(overrides=overrides, next_cursor=next_page)


def _key(override: Override) -> str:
    return f"{override.position:09d} {sortable_time(override.created_at)} {override.id}"


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    summary="Add an override",
    response_description="The override",
    responses=error_responses(400, 403, 409, 413, 415, 422, 503, 507),
)
def add_override(
    agent_id: AgentPath, body: Annotated[OverrideIn, _CONTENT], caller: CurrentCaller
) -> OverrideOut:
    """Adds an override after the others; they lead every context, and learning never changes them."""
    override = caller.writable_agent(agent_id).overrides.add(body.content)
    return OverrideOut.model_validate(override)


@router.put(
    "/order",
    summary="Reorder overrides",
    response_description="The overrides in their new order",
    responses=error_responses(400, 403, 409, 413, 415, 422, 503, 507),
)
def reorder_overrides(
    agent_id: AgentPath, body: Annotated[OrderIn, _ORDER], caller: CurrentCaller
) -> OverridesOut:
    """Sets the order of all overrides."""
    agent = caller.writable_agent(agent_id)
    if not isinstance(body.override_ids, list):
        raise InvalidInput("override_ids takes a list", field="override_ids")
    overrides_in_order = agent.overrides.reorder(body.override_ids)
    overrides = [OverrideOut.model_validate(each) for each in overrides_in_order]
    return OverridesOut(overrides=overrides, next_cursor=None)


@router.patch(
    "/{override_id}",
    summary="Edit an override",
    response_description="The override",
    responses=error_responses(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def update_override(
    agent_id: AgentPath,
    override_id: OverridePath,
    body: Annotated[OverrideIn, _CONTENT],
    caller: CurrentCaller,
) -> OverrideOut:
    """Changes its text and keeps its position."""
    override = caller.writable_agent(agent_id).overrides.update(override_id, body.content)
    return OverrideOut.model_validate(override)


@router.delete(
    "/{override_id}",
    status_code=HTTPStatus.NO_CONTENT,
    summary="Delete an override",
    response_description="Deleted",
    responses=error_responses(403, 404, 409, 422, 503, 507),
)
def delete_override(agent_id: AgentPath, override_id: OverridePath, caller: CurrentCaller) -> None:
    """Removes it from all future contexts."""
    caller.writable_agent(agent_id).overrides.delete(override_id)
