"""The front desk's counter for the memories of several agents at once, or of whoever has one of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeAlias

from recollect.domain import checks
from recollect.domain.access import EVERYBODY, Reach
from recollect.domain.entry import MEMORY_KINDS, SHOWN, Change, Entry, EntryFilter, Tally, Version
from recollect.domain.ids import entry_digest, entry_id
from recollect.domain.plain import entry_from, plain
from recollect.domain.writes import RestoreEntry, Write, memory_work
from recollect.errors import Conflict, InvalidInput, NotFound
from recollect.learning import curate
from recollect.memory import recording
from recollect.wiring import Components

# A search looks into the memory of each agent, and has to load it for that.
AGENTS_SEARCHED: Final = 200
_AT_ONCE: Final = 100
_USUAL: Final = EntryFilter()
_NEW_FIELDS: Final = frozenset(
    "content kind subject key confidence priority tags metadata pinned valid_from valid_until".split()
)


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a page of memories ends; with a `score` where it is ordered by that, else by time."""

    agent: str
    id: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Owned:
    """A memory and whose it is; `score` says how well it fits what was looked for."""

    agent: str
    entry: Entry
    score: float | None = None

    @property
    def mark(self) -> Mark:
        """The place behind it."""
        return Mark(self.agent, self.entry.id, self.score)


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of memories that were taken in: how many there were, and how many were new."""

    memories: int
    new: int


# Named here, because a counter's own `list` hides the built-in one inside its class.
Page: TypeAlias = list[Owned]
Tallies: TypeAlias = list[Tally]


@dataclass(frozen=True, slots=True)
class AllAgents:
    """The memories of all agents, or of those within reach."""

    _components: Components

    def list(
        self,
        reach: Reach = EVERYBODY,
        chosen: EntryFilter = _USUAL,
        *,
        after: Mark | None = None,
        limit: int | None = None,
        as_of: datetime | None = None,
    ) -> Page:
        """Memories, newest first, those that are active or in review unless the filter says otherwise.

        `as_of` gives those of one agent that had been said, and held, by then.
        """
        _check_within(after, reach)
        behind = None if after is None else (after.agent, after.id)
        most = checks.check_limit(limit)
        if reach.only is None and as_of is not None:
            raise InvalidInput(
                "as_of goes back in the memory of one agent: name it", field="agent_id"
            )
        if reach.only is None:
            found = self._components.store.every_entry(reach, chosen, after=behind, limit=most)
            return [Owned(agent, entry) for agent, entry in found]
        if not reach.covers(reach.only):
            return []
        name = None if after is None else after.id
        if as_of is not None:
            past = self._components.store.entries_as_of(reach.only, as_of)
            mine = _page([entry for entry in past if chosen.takes_at(as_of, entry)], name, most)
        else:
            mine = self._components.store.entries(reach.only, chosen, after=name, limit=most)
        return [Owned(reach.only, entry) for entry in mine]

    def search(
        self,
        query: str,
        reach: Reach = EVERYBODY,
        chosen: EntryFilter = _USUAL,
        *,
        after: Mark | None = None,
        limit: int | None = None,
    ) -> Page:
        """Memories that share words with the query or are near in meaning, best first, then those that hold it letter by letter.

        What is superseded or deleted is found letter by letter alone.
        """
        words = self._components.intake.words(checks.check_query(query))
        most = checks.check_limit(limit)
        _check_within(after, reach)
        ranked = self._ranked(words, reach) if SHOWN & {*chosen.statuses} else []
        page: Page = []
        if after is None or after.score is not None:
            for score, agent, name in self._behind(ranked, after):
                entry = self._components.store.entry(agent, name)
                if entry is not None and chosen.takes(entry):
                    page.append(Owned(agent, entry, score))
                if most is not None and len(page) >= most:
                    return page
            after = None
        known = {(agent, name) for _, agent, name in ranked}
        for owned in self._spelled(reach, replace(chosen, text=words), after, known):
            page.append(owned)
            if most is not None and len(page) >= most:
                break
        return page

    def _ranked(self, words: str, reach: Reach) -> Sequence[tuple[float, str, str]]:
        """Everything that resembles the words, best first."""
        agents = self._components.store.every_agent(reach=reach, limit=AGENTS_SEARCHED + 1)
        if len(agents) > AGENTS_SEARCHED:
            message = f"there are more than {AGENTS_SEARCHED} agents to look through: name one"
            raise InvalidInput(message, field="agent_id")
        found = [
            (score, agent.id, name)
            for agent in agents
            if agent.entries
            for name, score in self._components.recall.resembling(agent.id, words)
        ]
        return sorted(found, key=_order)

    @staticmethod
    def _behind(
        ranked: Sequence[tuple[float, str, str]], after: Mark | None
    ) -> Sequence[tuple[float, str, str]]:
        if after is None or after.score is None:
            return ranked
        place = _order((after.score, after.agent, after.id))
        return [each for each in ranked if _order(each) > place]

    def _spelled(
        self, reach: Reach, chosen: EntryFilter, after: Mark | None, known: set[tuple[str, str]]
    ) -> Iterator[Owned]:
        """What holds the words as they are written and is not known, newest first."""
        while page := self.list(reach, chosen, after=after, limit=_AT_ONCE):
            yield from (each for each in page if (each.agent, each.entry.id) not in known)
            after = page[-1].mark

    def tally(self, reach: Reach = EVERYBODY) -> Tallies:
        """How many memories there are, by kind, priority and status."""
        return [*self._components.store.every_tally(reach)]

    def holder(self, entry_id: str, reach: Reach = EVERYBODY) -> str:
        """Whose memory this is; the same words have the same id everywhere, so it may be several agents'."""
        name = checks.check_id(entry_id, "id")
        found = self._components.store.every_holder(name, reach)
        if not found:
            raise NotFound(f"there is no memory {name!r}", field="id")
        if len(found) > 1:
            message = f"{len(found)} agents have a memory {name!r}: name one of them as agent_id"
            raise Conflict(message, field="agent_id")
        return found[0]

    def clear(self, reach: Reach) -> int:
        """Take every memory within reach away, as `delete` does with one; how many that were."""
        components = self._components
        agents = components.store.every_agent(reach=reach)
        count = sum(curate.clear(components.store, components.clock, agent.id) for agent in agents)
        components.worker.wake()
        return count

    def take(self, memories: Sequence[object], agent: str) -> Taken:
        """Take in memories, all or none: as they were exported, or only what they say; those that are here stay.

        Each may say in `agent_id` whose it is; those that do not are the agent's.
        """
        recording.check_can_record(self._components)
        batches: dict[str, dict[str, RestoreEntry]] = {}
        for number, item in enumerate(memories):
            try:
                owner, write = self._taken(item, agent)
            except InvalidInput as wrong:
                place = f"memories[{number}]"
                field = f"{place}.{wrong.field}" if wrong.field else place
                raise InvalidInput(f"{place}: {wrong.message}", field=field) from None
            batches.setdefault(owner, {})[write.history[-1].entry.id] = write
        store = self._components.store
        new = sum(
            store.entry(owner, name) is None for owner, own in batches.items() for name in own
        )
        work = memory_work(self._components.clock.now())
        writes: list[tuple[str, tuple[Write, ...]]] = [
            (owner, (*own.values(), *work)) for owner, own in batches.items()
        ]
        store.write_every(writes)
        recording.after_memories_changed(self._components, *batches)
        return Taken(sum(map(len, batches.values())), new)

    def _taken(self, item: object, agent: str) -> tuple[str, RestoreEntry]:
        if not isinstance(item, Mapping):
            raise InvalidInput("a memory is an object")
        fields = dict(item)
        owner = checks.check_id(fields.pop("agent_id", agent), "agent_id")
        entry = self._exported(fields) if "id" in fields else self._stated(fields)
        version = Version(
            number=entry.version, at=entry.changed_at, change=Change.ADDED, entry=entry
        )
        reading = self._components.intake.read(entry.content)
        return owner, RestoreEntry((version,), entry_digest(entry), reading)

    def _exported(self, fields: Mapping[str, object]) -> Entry:
        made = entry_from(fields)
        if made.kind not in MEMORY_KINDS:
            raise InvalidInput(f"a {made.kind} is no memory", field="kind")
        clean = self._components.intake.cleaned(made)
        return made if clean == made else entry_from(plain(clean))

    def _stated(self, fields: Mapping[str, Any]) -> Entry:
        if unknown := set(fields) - _NEW_FIELDS:
            raise InvalidInput(f"unknown field {checks.shown(min(unknown, key=str))}")
        if "content" not in fields:
            raise InvalidInput("content is missing", field="content")
        new = self._components.intake.entry(**fields)
        return curate.stated(new, entry_id(new, 0), self._components.clock.now())


def _order(ranked: tuple[float, str, str]) -> tuple[float, str, str]:
    score, agent, name = ranked
    return -score, agent, name


def _page(entries: Sequence[Entry], after: str | None, most: int | None) -> Sequence[Entry]:
    """So many of them behind the one of this id."""
    names = [entry.id for entry in entries]
    start = names.index(after) + 1 if after in names else 0
    return entries[start:] if most is None else entries[start : start + most]


def _check_within(mark: Mark | None, reach: Reach) -> None:
    """Refuse a mark of somebody else's: ids are made of words, and whether others have said them must not be told."""
    if mark is not None and not reach.covers(mark.agent):
        raise InvalidInput(f"there is nothing named {mark.id!r} to go on from", field="cursor")
