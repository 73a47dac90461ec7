"""Who asks: every handler takes its agent, or the whole memory, from the visitor, who may or may not."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Request

from recollect.domain.access import Access, Right
from recollect.memory import Agent, Memory
from recollect.server.errors import Refusal


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody with what a key allows; where there are no keys, everything."""

    memory: Memory
    access: Access

    def reading(self, agent_id: str) -> Agent:
        """The agent, to read from it."""
        return self._agent(Right.READ, agent_id)

    def writing(self, agent_id: str) -> Agent:
        """The agent, to change something of it."""
        return self._agent(Right.WRITE, agent_id)

    def governing(self, agent_id: str) -> Agent:
        """The agent, to erase it."""
        return self._agent(Right.ADMIN, agent_id)

    def check(self, right: Right, agent_id: str | None = None) -> None:
        """Refuse whoever has not this right for the agent, or, without one, for the whole house."""
        if self.access.may(right, agent_id):
            return
        whose = "all agents together" if agent_id is None else f"the agent {agent_id!r:.80}"
        what = "administer" if right is Right.ADMIN else right
        message = f"this key may not {what} {whose}"
        raise Refusal(HTTPStatus.FORBIDDEN, "forbidden", message)

    def _agent(self, right: Right, agent_id: str) -> Agent:
        agent = self.memory.agent(agent_id)
        self.check(right, agent_id)
        return agent


async def _visitor(request: Request) -> Visitor:
    memory: Memory = request.app.state.memory
    access: Access = request.scope["state"]["access"]
    return Visitor(memory, access)


CurrentVisitor = Annotated[Visitor, Depends(_visitor)]
