"""The caller of a tool: its default agent and its rights."""

from dataclasses import dataclass
from typing import Final

from recollect.domain.access import Access, Right
from recollect.memory import Agent, Memory

DEFAULT_AGENT: Final = "default"


class Forbidden(Exception):
    """The caller lacks a right; the library itself knows no callers and has no such error."""

    code: Final = "forbidden"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Caller:
    """A client with its rights, and the agent that it means when a call names none."""

    memory: Memory
    access: Access
    agent_id: str = DEFAULT_AGENT

    def readable(self, agent_id: str | None) -> Agent:
        """The agent, if the caller may read its memory."""
        return self._agent(Right.READ, agent_id)

    def writable(self, agent_id: str | None) -> Agent:
        """The agent, if the caller may change its memory."""
        return self._agent(Right.WRITE, agent_id)

    def _agent(self, right: Right, agent_id: str | None) -> Agent:
        agent = self.memory.agent(self.agent_id if agent_id is None else agent_id)
        if not self.access.may(right, agent.id):
            raise Forbidden(f"no right to {right} the memory of the agent {agent.id!r:.80}")
        return agent
