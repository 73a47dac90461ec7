"""Memories that contradict each other or were asked to be forgotten, for a person to decide."""

from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import Entry
from recollect.learning.deletion_requests import DeletionRequest, open_requests
from recollect.learning.review import Dispute, Keep, disputes, resolve
from recollect.memory.agent_part import AgentPart

# Aliases, because `Review.list` hides the built-in `list`.
DisputeList: TypeAlias = list[Dispute]
RequestList: TypeAlias = list[DeletionRequest]
EntryList: TypeAlias = list[Entry]


class Review(AgentPart):
    """Contradictions between memories and requests to forget, for a person to decide."""

    def list(self) -> DisputeList:
        """Undecided contradictions, newest first."""
        return disputes(self._components.store, self._agent)

    def deletion_requests(self) -> RequestList:
        """What users asked in a chat to be forgotten, newest first; nothing is deleted by that."""
        return open_requests(self._components.store, self._agent)

    def resolve(self, entry_id: str, keep: str) -> EntryList:
        """Keep `this` memory, the `others`, or `both`; the rest are superseded, not deleted.

        About a request to forget: `none` deletes the memories that it names, and contexts leave out
        its words also where none matched; `all` keeps them.
        """
        name = checks.check_id(entry_id, "id")
        choice = checks.check_choice(keep, "keep", Keep)
        decided = self._curate(resolve, name, choice)
        self._components.worker.wake()
        return [*decided]
