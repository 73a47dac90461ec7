"""The front desk's counters for what was learned of one agent: disputes, overrides, profile, recaps, graph, knowledge."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TypeAlias

from recollect.errors import InvalidInput, NotFound
from recollect.learning import curate
from recollect.learning.graph import DEEPEST, DEPTH, Entity, Relation, around, entities, relations
from recollect.learning.intake import optional
from recollect.learning.lifecycle import USE
from recollect.learning.profile import portrait
from recollect.learning.records import record_id
from recollect.learning.review import Dispute, Keep, disputes, resolve
from recollect.model import checks
from recollect.model.entry import (
    KEYED_KINDS,
    RECORDS,
    SHOWN,
    Entry,
    EntryFilter,
    Kind,
    NewEntry,
    Priority,
)
from recollect.model.recap import (
    Override,
    Profile,
    Summary,
    override_of,
    profile_of,
    summary_of,
)
from recollect.wiring import House

# Named here, because a counter's own `list` hides the built-in one inside its class.
Disputes: TypeAlias = list[Dispute]
Laws: TypeAlias = list[Override]
Portraits: TypeAlias = list[Profile]
Recaps: TypeAlias = list[Summary]
Entries: TypeAlias = list[Entry]
Things: TypeAlias = list[Entity]
Ties: TypeAlias = list[Relation]

_PROFILE = record_id(Kind.PROFILE, "profile")


@dataclass(frozen=True, slots=True)
class Review:
    """Pairs of memories of which not both can be true, until a person decides."""

    _house: House
    _agent: str

    def list(self) -> Disputes:
        """What waits for a decision, newest first."""
        return disputes(self._house.store, self._agent)

    def resolve(self, entry_id: str, keep: str) -> Entries:
        """Decide: `this` memory is true, the `others` are, or `both`; those that lose are superseded, not lost."""
        name = checks.check_id(entry_id, "id")
        choice = checks.check_choice(keep, "keep", Keep)
        house = self._house
        decided = resolve(house.store, house.clock, self._agent, name, choice)
        house.worker.wake()
        return [*decided]


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the user has laid down: always first in every context, and never overwritten by learning."""

    _house: House
    _agent: str

    def list(self) -> Laws:
        """All of them, in their order."""
        found = self._house.store.entries(self._agent, EntryFilter(kinds=(Kind.OVERRIDE,)))
        return sorted(map(override_of, found), key=lambda each: (each.position, each.created_at))

    def add(self, content: str) -> Override:
        """Lay something down, behind what is there."""
        house = self._house
        house.check_recording()
        words = house.intake.content(content)
        position = max((each.position for each in self.list()), default=-1) + 1
        new = NewEntry(
            kind=Kind.OVERRIDE,
            content=words,
            priority=Priority.HIGH,
            confidence=1.0,
            pinned=True,
            metadata={"position": position},
        )
        return override_of(
            curate.add(house.store, house.clock, house.intake.read, self._agent, new)
        )

    def update(self, override_id: str, content: str) -> Override:
        """Say it in other words."""
        words = self._house.intake.content(content)
        return self._edited(override_id, lambda old: replace(old, content=words))

    def delete(self, override_id: str) -> None:
        """Take one away."""
        house, name = self._house, self._name(override_id)
        curate.delete(house.store, house.clock, house.intake.read, self._agent, name)

    def reorder(self, override_ids: Sequence[str]) -> Laws:
        """Put them into this order, all or none; every one must be named once."""
        names = [checks.check_id(each, "id") for each in override_ids]
        known = {each.id for each in self.list()}
        if len(names) != len(known) or set(names) != known:
            raise InvalidInput("name every override once", field="override_ids")
        house = self._house
        places = {
            name: partial(replace, metadata={"position": place}) for place, name in enumerate(names)
        }
        if places:
            curate.update_all(house.store, house.clock, house.intake.read, self._agent, places)
        return self.list()

    def _edited(self, override_id: str, edit: curate.Edit) -> Override:
        house, name = self._house, self._name(override_id)
        changed = curate.update(
            house.store, house.clock, house.intake.read, self._agent, name, edit
        )
        return override_of(changed)

    def _name(self, override_id: str) -> str:
        name = checks.check_id(override_id, "id")
        if name not in {each.id for each in self.list()}:
            raise NotFound(f"there is no override {name!r}", field="id")
        return name


@dataclass(frozen=True, slots=True)
class ProfileShelf:
    """Who the user is, as far as is known, in every version."""

    _house: House
    _agent: str

    def current(self, *, as_of: datetime | str | None = None) -> Profile | None:
        """The profile now, or as of a moment; None where there is none.

        As of a moment it is made of what had been said by then and held; the version written then stands where it
        says just that, or was a model's.
        """
        if as_of is None:
            written = self.versions()
            return written[-1] if written else None
        return self._of(checks.check_moment(as_of, "as_of"))

    def _of(self, moment: datetime) -> Profile | None:
        past = self._house.store.entries_as_of(self._agent, moment)
        written = next((each for each in past if each.kind is Kind.PROFILE), None)
        told = [each for each in past if each.status in SHOWN and each.kind not in RECORDS]
        most = self._house.settings.profile_max_tokens
        text = portrait(told, moment, most, self._house.counter).text
        if written is not None and (written.metadata.get("by_model") or written.content == text):
            return profile_of(written)
        version = written.version if written else 0
        made = Profile(version=version, text=text, at=moment, memories=len(told))
        return made if text else None

    def versions(self) -> Portraits:
        """Every version, oldest first."""
        history = self._house.store.history(self._agent, _PROFILE)
        return [profile_of(version.entry) for version in history]


@dataclass(frozen=True, slots=True)
class Summaries:
    """The recaps of conversations."""

    _house: House
    _agent: str

    def list(self, *, conversation: str | None = None, limit: int | None = None) -> Recaps:
        """Recaps, the one written last first; of one conversation where it is named."""
        most = checks.check_limit(limit)
        name = optional(checks.check_id, conversation, "conversation")
        found = self._house.store.entries(self._agent, EntryFilter(kinds=(Kind.SUMMARY,)))
        told = [summary_of(entry) for entry in found if name in {None, entry.key}]
        return sorted(told, key=lambda each: each.changed_at, reverse=True)[:most]


@dataclass(frozen=True, slots=True)
class Graph:
    """Who and what is known, and how it hangs together, as the memories say."""

    _house: House
    _agent: str

    def entities(self, *, as_of: datetime | str | None = None) -> Things:
        """Everything that is named, what is named most first."""
        return entities(self._entries(as_of))

    def search(
        self,
        entity: str | None = None,
        *,
        relation: str | None = None,
        depth: int = DEPTH,
        as_of: datetime | str | None = None,
    ) -> Ties:
        """Relations around an entity up to a depth, or of one sort, or all; those that hold, unless `as_of` says when."""
        _check_depth(depth)
        moment = self._house.clock.now()
        if as_of is not None:
            moment = checks.check_moment(as_of, "as_of")
        found = [each for each in relations(self._entries(as_of)) if each.holds_at(moment)]
        if relation is not None:
            wanted = checks.check_text(relation, "relation").casefold()
            found = [each for each in found if wanted in each.relation.casefold()]
        return (
            found if entity is None else around(found, checks.check_text(entity, "entity"), depth)
        )

    def _entries(self, as_of: object) -> Sequence[Entry]:
        store = self._house.store
        if as_of is None:
            return store.entries(self._agent, EntryFilter())
        moment = checks.check_moment(as_of, "as_of")
        past = store.entries_as_of(self._agent, moment)
        return [entry for entry in past if entry.status in SHOWN and entry.kind not in RECORDS]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What an agent knows by key from one task to the next: sites, patterns, errors."""

    _house: House
    _agent: str

    def put(self, category: str, key: str, value: str, *, confidence: float = 0.5) -> Entry:
        """Keep something under its key; the same again is surer (+0.1), something else takes its place."""
        house = self._house
        house.check_recording()
        new = house.intake.entry(
            value, kind=self._category(category), key=key, confidence=confidence
        )
        made = curate.add(house.store, house.clock, house.intake.read, self._agent, new)
        house.changed(self._agent)
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
        found = self._house.store.entries(self._agent, EntryFilter(kinds=kinds))
        return sorted(found, key=lambda each: (-each.confidence, each.key or ""))

    def use(self, category: str, key: str) -> Entry:
        """Say that it was of use: it is surer for it (+0.05, once a day)."""
        house, known = self._house, self.get(category, key)
        house.store.touch(self._agent, [known.id], house.clock.now(), gain=USE)
        return self.get(category, key)

    def _category(self, value: object) -> Kind:
        if isinstance(value, str) and value in KEYED_KINDS:
            return Kind(value)
        choices = ", ".join(sorted(KEYED_KINDS))
        message = f"category {checks.shown(value)} is not known; it is one of: {choices}"
        raise InvalidInput(message, field="category")


def _check_depth(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= DEEPEST:
        raise InvalidInput(f"depth takes a whole number from 1 to {DEEPEST}", field="depth")
