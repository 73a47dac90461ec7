"""What the user has laid down."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from pydantic import BaseModel, Field

from recollect.domain.recap import Override
from recollect.errors import InvalidInput
from recollect.server.access import CurrentVisitor
from recollect.server.cursors import keyed, sortable
from recollect.server.errors import documented
from recollect.server.json_body import JsonRoute
from recollect.server.paths import AgentPath, PathName
from recollect.server.shapes import Moment, Paged, Shown, Strict, as_given

router = APIRouter(
    prefix="/api/v1/agents/{agent_id}/overrides", tags=["agents"], route_class=JsonRoute
)


class OverrideOut(Shown):
    """Something laid down; those of the lowest `position` come first."""

    id: str
    content: str
    position: int
    created_at: Moment
    changed_at: Moment


class OverridesOut(BaseModel):
    """A part of the list, in its order."""

    overrides: list[OverrideOut]
    next_cursor: str | None


class OverrideIn(Strict):
    """What shall be laid down."""

    content: Annotated[Any, as_given(str)] = Field(description="One sentence.")


class OrderIn(Strict):
    """The order in which overrides shall stand."""

    override_ids: Annotated[Any, as_given(list[str])] = Field(
        description="The id of every override, once."
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
    response_description="A part of the list",
    responses=documented(403, 422, 503),
)
def list_overrides(
    agent_id: AgentPath, page: Annotated[Paged, Query()], visitor: CurrentVisitor
) -> OverridesOut:
    """What the user has laid down for good, in its order."""
    laws = visitor.reading(agent_id).overrides.list()
    shown, behind = keyed("overrides", laws, page.cursor, page.limit, _key)
    overrides = [OverrideOut.model_validate(each) for each in shown]
    return OverridesOut(overrides=overrides, next_cursor=behind)


def _key(law: Override) -> str:
    return f"{law.position:09d} {sortable(law.created_at)} {law.id}"


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    summary="Lay something down",
    response_description="The override",
    responses=documented(400, 403, 409, 413, 415, 422, 503, 507),
)
def add_override(
    agent_id: AgentPath, body: Annotated[OverrideIn, _CONTENT], visitor: CurrentVisitor
) -> OverrideOut:
    """It stands first in every context, behind the earlier ones, and learning never overwrites it."""
    made = visitor.writing(agent_id).overrides.add(body.content)
    return OverrideOut.model_validate(made)


@router.put(
    "/order",
    summary="Reorder overrides",
    response_description="The overrides in their new order",
    responses=documented(400, 403, 409, 413, 415, 422, 503, 507),
)
def reorder_overrides(
    agent_id: AgentPath, body: Annotated[OrderIn, _ORDER], visitor: CurrentVisitor
) -> OverridesOut:
    """Puts all overrides into a new order."""
    agent = visitor.writing(agent_id)
    if not isinstance(body.override_ids, list):
        raise InvalidInput("override_ids takes a list", field="override_ids")
    laws = agent.overrides.reorder(body.override_ids)
    overrides = [OverrideOut.model_validate(each) for each in laws]
    return OverridesOut(overrides=overrides, next_cursor=None)


@router.patch(
    "/{override_id}",
    summary="Say an override in other words",
    response_description="The override",
    responses=documented(400, 403, 404, 409, 413, 415, 422, 503, 507),
)
def update_override(
    agent_id: AgentPath,
    override_id: OverridePath,
    body: Annotated[OverrideIn, _CONTENT],
    visitor: CurrentVisitor,
) -> OverrideOut:
    """Changes its words and leaves it in its place."""
    made = visitor.writing(agent_id).overrides.update(override_id, body.content)
    return OverrideOut.model_validate(made)


@router.delete(
    "/{override_id}",
    status_code=HTTPStatus.NO_CONTENT,
    summary="Take an override away",
    response_description="It is gone",
    responses=documented(403, 404, 409, 422, 503, 507),
)
def delete_override(
    agent_id: AgentPath, override_id: OverridePath, visitor: CurrentVisitor
) -> None:
    """It is in no context from now on."""
    visitor.writing(agent_id).overrides.delete(override_id)
