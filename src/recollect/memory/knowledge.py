"""Knowledge by key."""

from dataclasses import dataclass
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import (
    KEYED_KINDS,
    Entry,
    EntryFilter,
    Kind,
)
from recollect.errors import InvalidInput, NotFound
from recollect.learning import curate
from recollect.learning.lifecycle import USE
from recollect.memory import recording
from recollect.wiring import Components

# An alias, because `Knowledge.list` hides the built-in `list`.
EntryList: TypeAlias = list[Entry]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Knowledge by category and key that an agent reuses between tasks: sites, patterns, errors."""

    _components: Components
    _agent: str

    def put(self, category: str, key: str, value: str, *, confidence: float = 0.5) -> Entry:
        """Store a value; the same value again gains confidence (+0.1), another one replaces it."""
        components = self._components
        recording.check_can_record(components)
        new = components.intake.entry(
            value, kind=self._category(category), key=key, confidence=confidence
        )
        entry = curate.add(
            components.store, components.clock, components.intake.read, self._agent, new
        )
        recording.after_memories_changed(components, self._agent)
        return entry

    def get(self, category: str, key: str) -> Entry:
        """The entry with this key; NotFound if there is none."""
        kind, name = self._category(category), checks.check_id(key, "key")
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
        if isinstance(value, str) and value in KEYED_KINDS:
            return Kind(value)
        choices = ", ".join(sorted(KEYED_KINDS))
        message = f"category {checks.shown(value)} is not known; it is one of: {choices}"
        raise InvalidInput(message, field="category")
