"""The caller of a request; handlers get agents from it, so every access is checked."""

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request

from recollect.domain.access import Access, Reach, Right
from recollect.domain.audit import AuditedItem, concern, touch
from recollect.domain.entry import EntryFilter
from recollect.errors import Conflict, InvalidInput
from recollect.memory import Agent, Memory
from recollect.server.errors import Refusal
from recollect.server.rates import LIMITS, RequestLimits

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller with the rights of its key, or all rights on a server without keys."""

    memory: Memory
    access: Access
    limits: RequestLimits | None = None
    # What the request leaves for the audit log.
    state: MutableMapping[str, Any] = field(default_factory=dict)

    def readable_agent(self, agent_id: str) -> Agent:
        """Return the agent if the caller may read it."""
        return self.agent(Right.READ, agent_id)

    def writable_agent(self, agent_id: str) -> Agent:
        """Return the agent if the caller may change it."""
        return self.agent(Right.WRITE, agent_id)

    def agent(self, right: Right, agent_id: str) -> Agent:
        """Return the agent if the caller has this right for it."""
        agent = self.memory.agent(agent_id).seen_by(self.access)
        self.check(right, agent_id)
        return agent

    def concerns(self, *items: AuditedItem, erases: bool = False) -> None:
        """Note for the audit log what a request changes or deletes, or erases for good."""
        concern(self.state, *items, erases=erases)

    def check_spaces(self, spaces: object) -> None:
        """Raise unless the caller may read every space that a request names."""
        for space in spaces if isinstance(spaces, list) else ():
            if isinstance(space, str):
                self.check(Right.READ, space)

    def withheld_spaces(self, agent: Agent) -> list[str]:
        """The spaces that the agent subscribes to and the caller may not read."""
        return [space for space in agent.spaces.list() if not self.access.may(Right.READ, space)]

    def owner(
        self,
        right: Right,
        memory_id: str,
        agent_id: str | None,
        requests: EntryFilter | None = None,
        *,
        erases: bool = False,
    ) -> Agent:
        """Return the agent that owns a memory, among those for which the caller has the right.

        The id may also be that of one of these requests to forget. What erases must name the agent:
        sent twice without, it would find the same id in another agent.
        """
        allowed, all_agents = self.reach(right, agent_id), self.memory.all_agents
        if erases and not allowed.is_one():
            message = "purge=true erases for good: add agent_id, the agent whose memory this is"
            raise InvalidInput(message, field="agent_id")
        asked = all_agents.list(allowed, requests) if requests else []
        owners = [owned.agent for owned in asked if owned.entry.id == memory_id]
        if len(owners) > 1:
            message = f"{len(owners)} agents have a request {memory_id!r}: name one as agent_id"
            raise Conflict(message, field="agent_id")
        owner = owners[0] if owners else all_agents.owner(memory_id, allowed)
        # The audit log names it, whether or not the request does.
        touch(self.state, right, owner)
        return self.memory.agent(owner)

    def reach(self, right: Right, agent_id: str | None = None) -> Reach:
        """Return the named agent, or all agents for which the caller has the right."""
        agents = self.access.reach(right, agent_id)
        touch(self.state, right, agent_id)
        if agent_id is not None or not agents.patterns:
            self.check(right, agent_id)
        return agents

    def check(self, right: Right, agent_id: str | None = None, *, or_else: str = "") -> None:
        """Raise unless the caller has this right for the agent, or for all agents if None.

        `or_else` says in the error what the caller can do without the right.
        """
        touch(self.state, right, agent_id)
        if self.access.may(right, agent_id):
            if self.limits is not None and agent_id is not None:
                self.limits.count(agent_id)
            return
        target = "all agents" if agent_id is None else f"the agent {agent_id!r:.80}"
        action = "administer" if right is Right.ADMIN else right
        needed = "all agents (made with --agents '*')" if agent_id is None else "it"
        message = (
            f"this key may not {action} {target}: it needs the right {str(right)!r} for {needed}"
        )
        message += f", or {or_else}" if or_else else ""
        raise Refusal(HTTPStatus.FORBIDDEN, "forbidden", message)


def from_state(name: str) -> Any:
    """Return the dependency on one attribute of the application's state."""

    # A coroutine, because FastAPI would send a plain function through its thread pool.
    async def attribute(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(attribute)


async def _caller(request: Request) -> Caller:
    memory: Memory = request.app.state.memory
    state = request.scope["state"]
    return Caller(memory, state["access"], state.get(LIMITS), state)


CurrentCaller = Annotated[Caller, Depends(_caller)]
FromQuery = Annotated[_T, Query()]
