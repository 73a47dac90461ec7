"""Instructions that a person has written for one agent."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import EntryFilter, Kind, NewEntry, Priority
from recollect.domain.recap import Override, override_of
from recollect.errors import InvalidInput, NotFound
from recollect.learning import curate
from recollect.memory import recording
from recollect.memory.agent_part import AgentPart

# An alias, because `Overrides.list` hides the built-in `list`.
OverrideList: TypeAlias = list[Override]


class Overrides(AgentPart):
    """Instructions that come first in every context and are never overwritten by learning."""

    def list(self) -> OverrideList:
        """All instructions, in order."""
        found = self._components.store.entries(self._agent, EntryFilter(kinds=(Kind.OVERRIDE,)))
        return sorted(map(override_of, found), key=lambda each: (each.position, each.created_at))

    def add(self, content: str) -> Override:
        """Add an instruction after the existing ones."""
        components = self._components
        recording.check_can_record(components)
        text = components.intake.content(content)
        position = max((each.position for each in self.list()), default=-1) + 1
        new = NewEntry(
            kind=Kind.OVERRIDE,
            content=text,
            priority=Priority.HIGH,
            confidence=1.0,
            pinned=True,
            metadata={"position": position},
        )
        return override_of(self._curate(curate.add, new))

    def update(self, override_id: str, content: str) -> Override:
        """Replace the text of an instruction."""
        text = self._components.intake.content(content)
        edit = partial(replace, content=text)
        return override_of(self._curate(curate.update, self._name(override_id), edit))

    def delete(self, override_id: str, *, purge: bool = False) -> None:
        """Delete an instruction; with `purge` also its text and history, even if it was deleted."""
        if not checks.check_flag(purge, "purge"):
            self._curate(curate.delete, self._name(override_id))
            return
        name = checks.check_id(override_id, "id")
        stored = self._components.store.entry(self._agent, name)
        if stored is None or stored.kind is not Kind.OVERRIDE:
            raise NotFound(f"there is no instruction {name!r}", field="id")
        recording.delete_turns(self._components, self._agent, purged=name)

    def reorder(self, override_ids: Sequence[str]) -> OverrideList:
        """Reorder the instructions; each id must be given exactly once."""
        names = [checks.check_id(each, "id") for each in override_ids]
        known = {each.id for each in self.list()}
        if len(names) != len(known) or set(names) != known:
            raise InvalidInput("name every override once", field="override_ids")
        places = {
            name: partial(replace, metadata={"position": place}) for place, name in enumerate(names)
        }
        if places:
            self._curate(curate.update_all, places)
        return self.list()

    def _name(self, override_id: str) -> str:
        name = checks.check_id(override_id, "id")
        if name not in {each.id for each in self.list()}:
            raise NotFound(f"there is no instruction {name!r}", field="id")
        return name
