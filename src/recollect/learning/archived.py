"""The archived memories of an agent, for when one of them is said again."""

from dataclasses import replace

from recollect.domain.entry import Entry, Status
from recollect.learning.compare import ComparisonModels, ProposalInContext
from recollect.learning.decide import Duplicate, New, Supersedes, Verdict, VerifyRules, decide
from recollect.learning.memory_index import MemoryIndex


class ArchivedMemories:
    """What is archived, apart from what is in use, so that it hides nothing of that."""

    def __init__(self) -> None:
        self._index = MemoryIndex()

    def put(self, entry: Entry) -> None:
        """Note a memory if it is archived, and forget it if it no longer is."""
        is_archived = entry.status is Status.ARCHIVED
        if is_archived or self._index.get(entry.id) is not None:
            # The index holds only what it takes for visible.
            shown_as = Status.ACTIVE if is_archived else Status.DELETED
            self._index.add(replace(entry, status=shown_as))

    def decide(
        self, incoming: ProposalInContext, rules: VerifyRules, models: ComparisonModels
    ) -> Verdict:
        """Whether news repeats or ends an archived memory; it is not disputed for one.

        Archived ones are found by their words alone: there may be very many to embed.
        """
        if not len(self._index):
            return New()
        verdict = decide(incoming, self._index, rules, replace(models, embed=None))
        return verdict if isinstance(verdict, Duplicate | Supersedes) else New()
