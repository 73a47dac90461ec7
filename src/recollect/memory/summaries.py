"""Summaries of conversations."""

from dataclasses import dataclass
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import (
    EntryFilter,
    Kind,
)
from recollect.domain.recap import (
    Summary,
    summary_of,
)
from recollect.learning.intake import optional
from recollect.wiring import Components

Recaps: TypeAlias = list[Summary]


@dataclass(frozen=True, slots=True)
class Summaries:
    """The recaps of conversations."""

    _components: Components
    _agent: str

    def list(self, *, conversation: str | None = None, limit: int | None = None) -> Recaps:
        """Recaps, the one written last first; of one conversation where it is named."""
        most = checks.check_limit(limit)
        name = optional(checks.check_id, conversation, "conversation")
        found = self._components.store.entries(self._agent, EntryFilter(kinds=(Kind.SUMMARY,)))
        told = [summary_of(entry) for entry in found if name in {None, entry.key}]
        return sorted(told, key=lambda each: each.changed_at, reverse=True)[:most]
