"""Memories that contradict each other, for a person to decide."""

from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import Entry
from recollect.learning.review import Dispute, Keep, disputes, resolve
from recollect.memory.agent_part import AgentPart

# Aliases, because `Review.list` hides the built-in `list`.
DisputeList: TypeAlias = list[Dispute]
EntryList: TypeAlias = list[Entry]


class Review(AgentPart):
    """Contradictions between memories, for a person to decide."""

    def list(self) -> DisputeList:
        """Undecided contradictions, newest first."""
        return disputes(self._components.store, self._agent)

    def resolve(self, entry_id: str, keep: str) -> EntryList:
        """Keep `this` memory, the `others`, or `both`; the rest are superseded, not deleted."""
        name = checks.check_id(entry_id, "id")
        choice = checks.check_choice(keep, "keep", Keep)
        decided = self._curate(resolve, name, choice)
        self._components.worker.wake()
        return [*decided]
