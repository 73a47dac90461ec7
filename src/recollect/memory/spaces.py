"""The spaces that an agent reads beside its own memory."""

from typing import TypeAlias

from recollect.domain.access import Reach
from recollect.domain.space import MAX_SPACES, check_space
from recollect.domain.writes import Subscribe, Unsubscribe
from recollect.errors import InvalidInput, NotFound
from recollect.memory import recording
from recollect.memory.agent_part import AgentPart

# An alias, because `Spaces.list` hides the built-in `list`.
SpaceList: TypeAlias = list[str]


class Spaces(AgentPart):
    """The agent's subscriptions: other agents that its searches and contexts read by default."""

    def list(self) -> SpaceList:
        """The spaces, in the order in which they were added."""
        return [*self._components.store.state(self._agent).spaces]

    def add(self, space: str) -> None:
        """Read a space from now on; NotFound if nothing was ever stored in it."""
        recording.check_can_record(self._components)
        name = check_space(self._agent, space)
        if not self._components.store.every_agent(reach=Reach(only=name)):
            raise NotFound(f"there is no agent {name!r:.80} to read as a space", field="space")
        known = self.list()
        if name not in known and len(known) >= MAX_SPACES:
            raise InvalidInput(f"an agent reads at most {MAX_SPACES} spaces", field="space")
        self._components.store.write(self._agent, Subscribe(name))

    def remove(self, space: str) -> None:
        """Stop reading a space; NotFound if it was not read."""
        self._components.store.write(self._agent, Unsubscribe(check_space(self._agent, space)))
