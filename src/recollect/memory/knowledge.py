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

Entries: TypeAlias = list[Entry]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What an agent knows by key from one task to the next: sites, patterns, errors."""

    _components: Components
    _agent: str

    def put(self, category: str, key: str, value: str, *, confidence: float = 0.5) -> Entry:
        """Keep something under its key; the same again is surer (+0.1), something else takes its place."""
        components = self._components
        recording.check_can_record(components)
        new = components.intake.entry(
            value, kind=self._category(category), key=key, confidence=confidence
        )
        made = curate.add(
            components.store, components.clock, components.intake.read, self._agent, new
        )
        recording.after_memories_changed(components, self._agent)
        return made

    def get(self, category: str, key: str) -> Entry:
        """What is kept under a key; NotFound where there is nothing."""
        kind, name = self._category(category), checks.check_id(key, "key")
        for entry in self.list(kind):
            if entry.key == name:
                return entry
        raise NotFound(f"there is no {kind} {name!r}", field="key")

    def list(self, category: str | None = None) -> Entries:
        """What is known, of one category or of all, the surest first."""
        kinds = tuple(KEYED_KINDS) if category is None else (self._category(category),)
        found = self._components.store.entries(self._agent, EntryFilter(kinds=kinds))
        return sorted(found, key=lambda each: (-each.confidence, each.key or ""))

    def use(self, category: str, key: str) -> Entry:
        """Say that it was of use: it is surer for it (+0.05, once a day)."""
        components, known = self._components, self.get(category, key)
        components.store.touch(self._agent, [known.id], components.clock.now(), gain=USE)
        return self.get(category, key)

    def _category(self, value: object) -> Kind:
        if isinstance(value, str) and value in KEYED_KINDS:
            return Kind(value)
        choices = ", ".join(sorted(KEYED_KINDS))
        message = f"category {checks.shown(value)} is not known; it is one of: {choices}"
        raise InvalidInput(message, field="category")
