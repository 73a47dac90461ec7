"""Memories that contradict each other, until a person decides."""

from dataclasses import dataclass
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import (
    Entry,
)
from recollect.learning.review import Dispute, Keep, disputes, resolve
from recollect.wiring import Components

# Named here, because a counter's own `list` hides the built-in one inside its class.
Disputes: TypeAlias = list[Dispute]

Entries: TypeAlias = list[Entry]


@dataclass(frozen=True, slots=True)
class Review:
    """Pairs of memories of which not both can be true, until a person decides."""

    _components: Components
    _agent: str

    def list(self) -> Disputes:
        """What waits for a decision, newest first."""
        return disputes(self._components.store, self._agent)

    def resolve(self, entry_id: str, keep: str) -> Entries:
        """Decide: `this` memory is true, the `others` are, or `both`; those that lose are superseded, not lost."""
        name = checks.check_id(entry_id, "id")
        choice = checks.check_choice(keep, "keep", Keep)
        components = self._components
        decided = resolve(components.store, components.clock, self._agent, name, choice)
        components.worker.wake()
        return [*decided]
