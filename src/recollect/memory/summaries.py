"""Summaries of conversations."""

from dataclasses import replace
from operator import attrgetter
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import Kind
from recollect.domain.recap import Summary
from recollect.memory.agent_part import AgentPart
from recollect.memory.memories import entry_filter

# An alias, because `Summaries.list` hides the built-in `list`.
SummaryList: TypeAlias = list[Summary]


class Summaries(AgentPart):
    """The summaries of one agent's conversations."""

    def list(
        self,
        *,
        conversation: str | None = None,
        status: str | tuple[str, ...] | None = None,
        limit: int | None = None,
    ) -> SummaryList:
        """Summaries, most recently changed first; with `conversation`, only its summary.

        As in contexts, without what was deleted, corrected, or asked to be forgotten.
        `status="archived"` lists those that are older than `summary_retention_days`.
        """
        chosen = replace(entry_filter(status=status), kinds=(Kind.SUMMARY,))
        count = checks.check_limit(limit)
        name = checks.check_optional(checks.check_id, conversation, "conversation")
        entries = self._components.store.entries(self._agent, chosen)
        withheld = self._components.assembler.stored_memories(self._agent, None).withheld
        summaries = [withheld.recap(entry) for entry in entries if name in {None, entry.key}]
        told = filter(attrgetter("text"), summaries)
        return sorted(told, key=attrgetter("changed_at"), reverse=True)[:count]
