"""Memories that contradict each other, for a person to decide."""

from dataclasses import dataclass
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import (
    Entry,
)
from recollect.learning.review import Dispute, Keep, disputes, resolve
from recollect.wiring import Components

# Aliases, because `Review.list` hides the built-in `list`.
DisputeList: TypeAlias = list[Dispute]
EntryList: TypeAlias = list[Entry]


@dataclass(frozen=True, slots=True)
class Review:
    """Contradictions between memories, for a person to decide."""

    _components: Components
    _agent: str

    def list(self) -> DisputeList:
        """Undecided contradictions, newest first."""
        return disputes(self._components.store, self._agent)

    def resolve(self, entry_id: str, keep: str) -> EntryList:
        """Keep `this` memory, the `others`, or `both`; the rest are superseded, not deleted."""
        name = checks.check_id(entry_id, "id")
        choice = checks.check_choice(keep, "keep", Keep)
        components = self._components
        decided = resolve(components.store, components.clock, self._agent, name, choice)
        components.worker.wake()
        return [*decided]
