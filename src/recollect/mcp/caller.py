"""Who calls a tool: whose memory is meant, and what may be done with it."""

from dataclasses import dataclass
from typing import Final

from recollect.domain.access import Access, Right
from recollect.memory import Agent, Memory

DEFAULT_AGENT: Final = "default"


class Forbidden(Exception):
    """What this caller has no right to; only doors know callers, so the library has no such error."""

    code: Final = "forbidden"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody with rights of his own, and the agent that is meant where a call names none."""

    memory: Memory
    access: Access
    agent_id: str = DEFAULT_AGENT

    def reading(self, agent_id: str | None) -> Agent:
        """The agent, to read from it."""
        return self._agent(Right.READ, agent_id)

    def writing(self, agent_id: str | None) -> Agent:
        """The agent, to change something of it."""
        return self._agent(Right.WRITE, agent_id)

    def _agent(self, right: Right, agent_id: str | None) -> Agent:
        agent = self.memory.agent(self.agent_id if agent_id is None else agent_id)
        if not self.access.may(right, agent.id):
            raise Forbidden(f"no right to {right} the memory of the agent {agent.id!r:.80}")
        return agent
