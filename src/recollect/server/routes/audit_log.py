"""The route of the audit log."""

from dataclasses import replace
from typing import Final

from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.audit import AuditAction, AuditedKind, AuditEvent, AuditFilter
from recollect.domain.checks import check_choice, check_moment
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.cursors import decode_cursor, page_by_key, sortable_time
from recollect.server.field_types import Given, GivenTime, Moment, Name
from recollect.server.routing import api_router
from recollect.server.schemas import Paged, ResponseModel, optional
from recollect.wiring.audit import AuditTrail

router = api_router("settings", "/api/v1")

# At most so many events of the moment at which a page ends are on the page before.
_SAME_MOMENT: Final = 100


class AuditedItemOut(ResponseModel):
    """The id of something that was changed, deleted or erased."""

    kind: AuditedKind
    id: str
    conversation: str | None = Field(description="Of a turn: the conversation that it is in.")


class AuditEventOut(ResponseModel):
    """One request, or one command that changed keys or settings; it has no text of memories."""

    at: Moment
    action: AuditAction
    agents: list[str] = Field(description="`*` stands for all agents that the caller may use.")
    key: str | None = Field(description="The name of the caller's key.")
    key_id: str | None
    client: str = Field(description="The caller's address, or its user on the server's machine.")
    call: str = Field(description="The route without its values, or the command.")
    status: int | None
    names: list[str] = Field(description="Settings or keys that were changed, without values.")
    items: list[AuditedItemOut] = Field(
        description="What was edited, deleted or erased, unless it was a whole agent."
    )
    request_id: str | None


class AuditIn(Paged):
    """Which events to list."""

    action: Given[AuditAction | None] = optional("Only this kind of event.")
    agent_id: Name | None = optional("Only events of this agent, and those of all (`*`).")
    key: Name | None = optional("Only events of the key with this name or id.")
    since: GivenTime = optional("Only events from this time on.")


class AuditOut(BaseModel):
    """One page of events, newest first; `next_cursor` is null on the last page."""

    events: list[AuditEventOut]
    next_cursor: str | None


@router.get("/audit")
def audit(query: FromQuery[AuditIn], caller: CurrentCaller) -> AuditOut:
    """Who read, wrote and erased what, as far as the setting `audit_log` lets it be written down.

    Events appear about a second after their request, on PostgreSQL those of all servers.
    """
    caller.check(Right.ADMIN)
    action = None if query.action is None else check_choice(query.action, "action", AuditAction)
    since = None if query.since is None else check_moment(query.since, "since")
    chosen = AuditFilter(action=action, agent=query.agent_id, key=query.key, since=since)
    if query.cursor is not None:
        (place,) = decode_cursor("audit", query.cursor, str)
        chosen = replace(chosen, until=check_moment(str(place).partition(" ")[0], "cursor"))
    trail = AuditTrail(caller.memory.settings, caller.memory.shared)
    found = trail.read(chosen, query.limit + _SAME_MOMENT)
    page, next_page = page_by_key("audit", found, query, _place, descending=True)
    events = [AuditEventOut.from_value(event) for event in page]
    return AuditOut(events=events, next_cursor=next_page)


def _place(event: AuditEvent) -> str:
    return f"{sortable_time(event.at)} {event.request_id or event.call}"
