"""The archived memories of an agent, for when one of them is said again."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from recollect.domain.entry import Entry, Status
from recollect.domain.similarity import stems_of
from recollect.learning.compare import ComparisonModels, ProposalInContext
from recollect.learning.decide import (
    Duplicate,
    New,
    Supersedes,
    Verdict,
    VerifyRules,
    candidates,
    decide,
)
from recollect.learning.memory_index import MemoryIndex

# The part of the words that an archived memory must share with what is said.
_ALIKE: Final = 0.6


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
        by_words = replace(models, embed=None)
        alike = MemoryIndex(self._alike(incoming, by_words))
        verdict = decide(incoming, alike, rules, by_words) if len(alike) else New()
        return verdict if isinstance(verdict, Duplicate | Supersedes) else New()

    def _alike(self, incoming: ProposalInContext, models: ComparisonModels) -> Iterator[Entry]:
        """The few that share most words, a key or a value: reading more would slow learning."""
        proposal = incoming.proposal
        keyed = self._index.by_key(proposal.kind, proposal.key)
        if keyed is not None:
            yield keyed
        stems = stems_of(proposal.content)
        for entry in candidates(incoming, self._index, models):
            other = stems_of(entry.content)
            shared = len(stems & other) >= _ALIKE * min(len(stems), len(other))
            if shared or (entry.attribute and entry.attribute == proposal.attribute):
                yield entry
