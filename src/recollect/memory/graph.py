"""The knowledge graph of one agent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from recollect.domain import checks
from recollect.domain.entry import (
    RECORDS,
    SHOWN,
    Entry,
    EntryFilter,
)
from recollect.errors import InvalidInput
from recollect.learning.graph import (
    DEEPEST,
    DEPTH,
    Entity,
    Relation,
    entities,
    neighborhood,
    relations,
)
from recollect.wiring import Components


@dataclass(frozen=True, slots=True)
class Graph:
    """The entities that memories name, and the relations between them."""

    _components: Components
    _agent: str

    def entities(self, *, as_of: datetime | str | None = None) -> list[Entity]:
        """All entities, most mentioned first."""
        return entities(self._entries(as_of))

    def search(
        self,
        entity: str | None = None,
        *,
        relation: str | None = None,
        depth: int = DEPTH,
        as_of: datetime | str | None = None,
    ) -> list[Relation]:
        """Relations valid now or `as_of`: around an entity up to a depth, of one kind, or all."""
        _check_depth(depth)
        moment = self._components.clock.now()
        if as_of is not None:
            moment = checks.check_moment(as_of, "as_of")
        found = [link for link in relations(self._entries(as_of)) if link.holds_at(moment)]
        if relation is not None:
            wanted = checks.check_text(relation, "relation").casefold()
            found = [link for link in found if wanted in link.relation.casefold()]
        return (
            found
            if entity is None
            else neighborhood(found, checks.check_text(entity, "entity"), depth)
        )

    def _entries(self, as_of: object) -> Sequence[Entry]:
        store = self._components.store
        if as_of is None:
            return store.entries(self._agent, EntryFilter())
        moment = checks.check_moment(as_of, "as_of")
        past = store.entries_as_of(self._agent, moment)
        return [entry for entry in past if entry.status in SHOWN and entry.kind not in RECORDS]


def _check_depth(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= DEEPEST:
        raise InvalidInput(f"depth takes a whole number from 1 to {DEEPEST}", field="depth")
