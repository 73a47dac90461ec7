"""What the parts of an agent share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from recollect.wiring import Components

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AgentPart:
    """One part of an agent's memory, such as its profile."""

    _components: Components
    _agent: str

    def _curate(self, change: Callable[..., T], *arguments: object) -> T:
        """The result of a function of `learning.curate` for this agent."""
        store, clock = self._components.store, self._components.clock
        return change(store, clock, self._components.intake.read, self._agent, *arguments)
