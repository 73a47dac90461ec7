"""The route of the audit log."""

from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.audit import AuditAction, AuditedKind, AuditFilter
from recollect.domain.checks import check_choice, check_moment
from recollect.server.access import CurrentCaller, FromQuery
from recollect.server.field_types import DEFAULT_LIMIT, Given, GivenTime, Limit, Moment, Name
from recollect.server.routing import api_router
from recollect.server.schemas import RequestModel, ResponseModel, optional
from recollect.wiring.audit import AuditTrail

router = api_router("settings", "/api/v1")


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


class AuditIn(RequestModel):
    """Which events to list."""

    action: Given[AuditAction | None] = optional("Only this kind of event.")
    agent_id: Name | None = optional("Only events of this agent, and those of all (`*`).")
    key: Name | None = optional("Only events of the key with this name or id.")
    since: GivenTime = optional("Only events from this time on.")
    limit: Limit = Field(DEFAULT_LIMIT, description="Maximum number of events.")


class AuditOut(BaseModel):
    """Events, newest first."""

    events: list[AuditEventOut]


@router.get("/audit")
def audit(query: FromQuery[AuditIn], caller: CurrentCaller) -> AuditOut:
    """Who read, wrote and erased what, as far as the setting `audit_log` lets it be written down.

    Events appear about a second after their request, on PostgreSQL those of all servers.
    """
    caller.check(Right.ADMIN)
    action = None if query.action is None else check_choice(query.action, "action", AuditAction)
    since = None if query.since is None else check_moment(query.since, "since")
    chosen = AuditFilter(action=action, agent=query.agent_id, key=query.key, since=since)
    memory = caller.memory
    found = AuditTrail(memory.settings, memory.shared).read(chosen, query.limit)
    return AuditOut(events=[AuditEventOut.from_value(event) for event in found])
