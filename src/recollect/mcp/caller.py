"""The caller of a tool: its default agent and its rights."""

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Final

from recollect.domain.access import Access, Reach, Right
from recollect.domain.audit import AuditAction, AuditedItem, AuditedKind, concern, touch
from recollect.errors import NotFound
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
    # Raises if there were too many requests for an agent.
    count: Callable[[str], None] | None = None
    # What the request leaves for the server's audit log.
    state: MutableMapping[str, Any] = field(default_factory=dict)

    def readable(self, agent_id: str | None) -> Agent:
        """The agent, if the caller may read its memory."""
        return self._agent(Right.READ, agent_id)

    def writable(self, agent_id: str | None) -> Agent:
        """The agent, if the caller may change its memory."""
        return self._agent(Right.WRITE, agent_id)

    def concerns(self, memory_id: str) -> None:
        """Note for the audit log which memory a call changes or deletes."""
        concern(self.state, AuditedItem(AuditedKind.MEMORY, memory_id))

    def deletes(self) -> None:
        """Note for the audit log that a call deletes, though that can be undone."""
        self.state[AuditAction.DELETE] = True

    def _agent(self, right: Right, agent_id: str | None) -> Agent:
        agent = self.memory.agent(self.agent_id if agent_id is None else agent_id)
        self._check(right, agent.id)
        return agent.seen_by(self.access)

    def check_spaces(self, spaces: object) -> None:
        """Raise unless the caller may read every space that a call names, and all exist."""
        for space in spaces if isinstance(spaces, list) else ():
            if isinstance(space, str):
                self._check(Right.READ, space)
                if not self.memory.agents(reach=Reach(only=space)):
                    message = f"there is no agent {space!r:.80} to read as a space"
                    raise NotFound(message, field="spaces")

    def _check(self, right: Right, agent_id: str) -> None:
        touch(self.state, right, agent_id)
        if not self.access.may(right, agent_id):
            raise Forbidden(f"no right to {right} the memory of the agent {agent_id!r:.80}")
        if self.count is not None:
            self.count(agent_id)
