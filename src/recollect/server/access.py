"""The caller of a request; handlers get agents from it, so every access is checked."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Request

from recollect.domain.access import Access, Right
from recollect.memory import Agent, Memory
from recollect.server.errors import Refusal


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller with the rights of its key, or all rights on a server without keys."""

    memory: Memory
    access: Access

    def readable_agent(self, agent_id: str) -> Agent:
        """Return the agent if the caller may read it."""
        return self._agent(Right.READ, agent_id)

    def writable_agent(self, agent_id: str) -> Agent:
        """Return the agent if the caller may change it."""
        return self._agent(Right.WRITE, agent_id)

    def administered_agent(self, agent_id: str) -> Agent:
        """Return the agent if the caller may administer it."""
        return self._agent(Right.ADMIN, agent_id)

    def check(self, right: Right, agent_id: str | None = None) -> None:
        """Raise unless the caller has this right for the agent, or for all agents if None."""
        if self.access.may(right, agent_id):
            return
        target = "all agents together" if agent_id is None else f"the agent {agent_id!r:.80}"
        action = "administer" if right is Right.ADMIN else right
        message = f"this key may not {action} {target}"
        raise Refusal(HTTPStatus.FORBIDDEN, "forbidden", message)

    def _agent(self, right: Right, agent_id: str) -> Agent:
        agent = self.memory.agent(agent_id)
        self.check(right, agent_id)
        return agent


async def _caller(request: Request) -> Caller:
    memory: Memory = request.app.state.memory
    access: Access = request.scope["state"]["access"]
    return Caller(memory, access)


CurrentCaller = Annotated[Caller, Depends(_caller)]
