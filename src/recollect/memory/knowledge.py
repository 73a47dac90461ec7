"""Knowledge by key."""

from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import KEYED_KINDS, Entry, EntryFilter, Kind
from recollect.errors import NotFound
from recollect.learning import curate
from recollect.learning.lifecycle import USE
from recollect.memory import recording
from recollect.memory.agent_part import AgentPart

# An alias, because `Knowledge.list` hides the built-in `list`.
EntryList: TypeAlias = list[Entry]


class Knowledge(AgentPart):
    """Knowledge by category and key that an agent reuses between tasks: sites, patterns, errors."""

    def put(self, category: str, key: str, value: str, *, confidence: float = 0.5) -> Entry:
        """Store a value; the same value again gains confidence (+0.1), another one replaces it."""
        components = self._components
        recording.check_can_record(components)
        new = components.intake.entry(
            value,
            kind=self._category(category),
            key=checks.check_key(key, "key"),
            confidence=confidence,
        )
        entry = self._curate(curate.add, new)
        recording.after_memories_changed(components, self._agent)
        return entry

    def get(self, category: str, key: str) -> Entry:
        """The entry with this key; NotFound if there is none."""
        kind, name = self._category(category), checks.check_key(key, "key")
        for entry in self.list(kind):
            if entry.key == name:
                return entry
        raise NotFound(f"there is no {kind} {name!r}", field="key")

    def list(self, category: str | None = None) -> EntryList:
        """The entries of one category or of all, most confident first."""
        kinds = tuple(KEYED_KINDS) if category is None else (self._category(category),)
        entries = self._components.store.entries(self._agent, EntryFilter(kinds=kinds))
        return sorted(entries, key=lambda entry: (-entry.confidence, entry.key or ""))

    def use(self, category: str, key: str) -> Entry:
        """Report that an entry was useful: its confidence grows (+0.05, once a day)."""
        components, known = self._components, self.get(category, key)
        components.store.touch(self._agent, [known.id], components.clock.now(), gain=USE)
        return self.get(category, key)

    def _category(self, value: object) -> Kind:
        return checks.check_choice(value, "category", Kind, sorted(KEYED_KINDS))
