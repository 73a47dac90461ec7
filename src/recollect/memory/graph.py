"""The knowledge graph of one agent."""

from collections.abc import Sequence
from datetime import datetime

from recollect.domain import checks
from recollect.domain.corrections import with_corrected_days
from recollect.domain.entry import SHOWN_AS_OF, Entry, EntryFilter
from recollect.domain.planned_changes import planned_changes, replaced_by_now
from recollect.learning.graph import (
    DEEPEST,
    DEPTH,
    Entity,
    GraphRelation,
    entities,
    neighborhood,
    relations,
)
from recollect.memory.agent_part import AgentPart


class Graph(AgentPart):
    """The entities that memories name, and the relations between them."""

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
    ) -> list[GraphRelation]:
        """Relations valid now or `as_of`: around an entity up to a depth, of one kind, or all."""
        checks.check_whole(depth, "depth", 1, DEEPEST)
        given = checks.check_optional(checks.check_moment, as_of, "as_of")
        moment = given or self._components.clock.now()
        known = with_corrected_days(self._entries(as_of))
        over = replaced_by_now(planned_changes(known), moment)
        current = (entry for entry in known if entry.id not in over)
        found = [link for link in relations(current) if link.holds_at(moment)]
        if relation is not None:
            wanted = checks.check_text(relation, "relation").casefold()
            found = [link for link in found if wanted in link.relation.casefold()]
        if entity is None:
            return found
        return neighborhood(found, checks.check_text(entity, "entity"), depth)

    def _entries(self, as_of: object) -> Sequence[Entry]:
        store = self._components.store
        if as_of is None:
            return store.entries(self._agent, EntryFilter())
        moment = checks.check_moment(as_of, "as_of")
        past = store.entries_as_of(self._agent, moment)
        chosen = EntryFilter(statuses=tuple(SHOWN_AS_OF))
        return [entry for entry in past if chosen.matches(entry)]
