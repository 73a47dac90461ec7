"""Memories across agents: lists, search, counts and imports."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from typing import Any, Final, TypeAlias

from recollect.domain import checks
from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.corrections import corrections
from recollect.domain.entry import MEMORY_KINDS, SHOWN, Change, Entry, EntryFilter, Tally, Version
from recollect.domain.hit import Results
from recollect.domain.ids import entry_digest, entry_id
from recollect.domain.plain import entry_from, plain
from recollect.domain.provenance import Origin
from recollect.domain.writes import RestoreEntry, Write, memory_jobs
from recollect.errors import Conflict, InvalidInput, NotFound
from recollect.learning import curate
from recollect.learning.lifecycle import first_version
from recollect.memory import recording
from recollect.memory.recent import Recent
from recollect.recall.dense import RequestEmbedder
from recollect.wiring import Components

# A search loads the index of each agent.
AGENTS_SEARCHED: Final = 200
_PAGE: Final = 100
_DAY: Final = timedelta(days=1)
_MAX_DAYS: Final = 31
# The memories whose days are counted.
_MAX_COUNTED: Final = 2_000
_DEFAULT_FILTER: Final = EntryFilter()
_NEW_FIELDS: Final = frozenset(
    "content kind subject key confidence priority tags metadata pinned"
    " valid_from valid_until".split()
)


@dataclass(frozen=True, slots=True)
class PageCursor:
    """The last memory of a page; has a `score` if pages are ordered by it, and not by time."""

    agent: str
    id: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class AgentMemory:
    """A memory with its agent, and in a search its score."""

    agent: str
    entry: Entry
    score: float | None = None

    @property
    def cursor(self) -> PageCursor:
        """The cursor of the page that ends with this memory."""
        return PageCursor(self.agent, self.entry.id, self.score)


@dataclass(frozen=True, slots=True)
class ImportedMemories:
    """How many memories an import had, and how many of them were new."""

    memories: int
    new: int


@dataclass(frozen=True, slots=True)
class DailyCounts:
    """How many memories were learned in each 24 hours, and whether all of them were counted.

    `said_earlier` of them were said before the first of these days, as in an imported conversation.
    """

    counts: tuple[int, ...]
    is_complete: bool
    said_earlier: int


# Aliases, because `AllAgents.list` hides the built-in `list`.
Page: TypeAlias = list[AgentMemory]
FoundPage: TypeAlias = Results[AgentMemory]
Tallies: TypeAlias = list[Tally]


@dataclass(frozen=True, slots=True)
class AllAgents:
    """The memories of all agents, or of those in a `Reach`."""

    _components: Components
    _recent: Recent[tuple[Tally, ...]] = field(init=False)

    def __post_init__(self) -> None:
        store, clock = self._components.store, self._components.clock
        recent = Recent(
            partial(store.every_tally, ALL_AGENTS),
            lambda tallies: sum(tally.count for tally in tallies),
            clock,
        )
        object.__setattr__(self, "_recent", recent)

    def list(
        self,
        reach: Reach = ALL_AGENTS,
        chosen: EntryFilter = _DEFAULT_FILTER,
        *,
        after: PageCursor | None = None,
        limit: int | None = None,
        as_of: datetime | None = None,
    ) -> Page:
        """Memories, the last learned first; active or in review unless the filter says otherwise.

        `as_of` needs a single agent, and returns what had been said and was valid by then.
        """
        _check_within(after, reach)
        start = None if after is None else (after.agent, after.id)
        count = checks.check_limit(limit)
        if reach.only is None and as_of is not None:
            raise InvalidInput("as_of needs a single agent: name one", field="agent_id")
        if reach.only is None:
            found = self._components.store.every_entry(reach, chosen, after=start, limit=count)
            return [AgentMemory(agent, entry) for agent, entry in found]
        if not reach.covers(reach.only):
            return []
        name = None if after is None else after.id
        if as_of is not None:
            past = self._components.store.entries_as_of(reach.only, as_of)
            valid = [entry for entry in past if chosen.matches_at(as_of, entry)]
            entries = _page(valid, name, count)
        else:
            entries = self._components.store.entries(reach.only, chosen, after=name, limit=count)
        return [AgentMemory(reach.only, entry) for entry in entries]

    def corrections(self, agents: Iterable[str]) -> dict[tuple[str, str], Entry]:
        """By agent and id, the memories of these agents that are corrected in part, and by what."""
        store, found = self._components.store, {}
        for agent in agents:
            correcting = store.entries(agent, EntryFilter(corrects=True))
            names = {name for entry in correcting for name in entry.corrects}
            corrected = filter(None, (store.entry(agent, name) for name in names))
            for name, entry in corrections((*correcting, *corrected)).items():
                found[agent, name] = entry
        return found

    def search(
        self,
        query: str,
        reach: Reach = ALL_AGENTS,
        chosen: EntryFilter = _DEFAULT_FILTER,
        *,
        after: PageCursor | None = None,
        limit: int | None = None,
    ) -> FoundPage:
        """Memories similar to the query, best first, then those that contain it literally.

        Memories that are not in use are matched only literally.
        """
        text = self._components.intake.redact_text(checks.check_query(query))
        count = checks.check_limit(limit)
        _check_within(after, reach)
        embedder = RequestEmbedder(self._components.recall.embedder)
        ranked = self._ranked(text, reach, embedder) if SHOWN & {*chosen.statuses} else []
        found = self._found(text, reach, chosen, after, ranked)
        return Results(islice(found, count), embedder.warning)

    def _found(
        self,
        text: str,
        reach: Reach,
        chosen: EntryFilter,
        after: PageCursor | None,
        ranked: Sequence[tuple[float, str, str]],
    ) -> Iterator[AgentMemory]:
        """The memories of a search that come after a cursor."""
        if after is None or after.score is not None:
            for score, agent, name in _after(ranked, after):
                entry = self._components.store.entry(agent, name)
                if entry is not None and chosen.matches(entry):
                    yield AgentMemory(agent, entry, score)
            after = None
        known = {(agent, name) for _, agent, name in ranked}
        literal = replace(chosen, text=text)
        while page := self.list(reach, literal, after=after, limit=_PAGE):
            yield from (memory for memory in page if (memory.agent, memory.entry.id) not in known)
            after = page[-1].cursor

    def _ranked(
        self, text: str, reach: Reach, embedder: RequestEmbedder
    ) -> Sequence[tuple[float, str, str]]:
        """All similar memories as (score, agent, id), best first."""
        agents = self._components.store.every_agent(reach=reach, limit=AGENTS_SEARCHED + 1)
        if len(agents) > AGENTS_SEARCHED:
            message = f"there are more than {AGENTS_SEARCHED} agents to search: name one"
            raise InvalidInput(message, field="agent_id")
        found = [
            (score, agent.id, name)
            for agent in agents
            if agent.entries
            for name, score in self._components.recall.similar_memories(agent.id, text, embedder)
        ]
        return sorted(found, key=_order)

    def tally(self, reach: Reach = ALL_AGENTS, *, exact: bool = True) -> Tallies:
        """How many memories there are, by kind, priority and status.

        Without `exact`, the counts of all agents of a large database may be five minutes old.
        """
        if not exact and reach == ALL_AGENTS:
            return [*self._recent.get()[0]]
        return [*self._components.store.every_tally(reach)]

    def by_day(
        self, since: datetime | str | None = None, days: int = 7, reach: Reach = ALL_AGENTS
    ) -> DailyCounts:
        """How many memories in use were learned in each 24 hours since a moment, or until now.

        Of very many only the last learned are counted.
        """
        number = checks.check_whole(days, "days", 1, _MAX_DAYS)
        latest = self._components.clock.now() - number * _DAY
        start = checks.check_optional(checks.check_moment, since, "since") or latest
        chosen = replace(_DEFAULT_FILTER, after=start, before=start + number * _DAY)
        found = self.list(reach, chosen, limit=_MAX_COUNTED + 1)
        counted = [each.entry for each in found[:_MAX_COUNTED]]
        counts = Counter((entry.recorded_at - start) // _DAY for entry in counted)
        earlier = sum((entry.said_at or entry.recorded_at) < start for entry in counted)
        is_complete = len(found) <= _MAX_COUNTED
        return DailyCounts(tuple(counts[day] for day in range(number)), is_complete, earlier)

    def owner(self, entry_id: str, reach: Reach = ALL_AGENTS) -> str:
        """The agent of this memory; Conflict if several agents have one with this id."""
        name = checks.check_id(entry_id, "id")
        found = self._components.store.every_agent_with_entry(name, reach)
        if not found:
            raise NotFound(f"there is no memory {name!r}", field="id")
        if len(found) > 1:
            message = f"{len(found)} agents have a memory {name!r}: name one of them as agent_id"
            raise Conflict(message, field="agent_id")
        return found[0]

    def clear(self, reach: Reach) -> int:
        """Delete every memory of these agents, as `delete` does, and return how many there were."""
        components = self._components
        agents = components.store.every_agent(reach=reach)
        count = sum(curate.clear(components.store, components.clock, agent.id) for agent in agents)
        components.worker.wake()
        return count

    def import_memories(self, memories: Sequence[object], agent: str) -> ImportedMemories:
        """Import memories, all or none: exported ones, or new ones by their fields.

        Existing memories stay as they are. `agent` applies to memories without an `agent_id`.
        """
        recording.check_can_record(self._components)
        batches: dict[str, dict[str, RestoreEntry]] = {}
        for number, item in enumerate(memories):
            try:
                owner, write = self._import(item, agent)
            except InvalidInput as wrong:
                place = f"memories[{number}]"
                field = f"{place}.{wrong.field}" if wrong.field else place
                raise InvalidInput(f"{place}: {wrong.message}", field=field) from None
            batches.setdefault(owner, {})[write.history[-1].entry.id] = write
        store = self._components.store
        named = [(owner, name) for owner, own in batches.items() for name in own]
        new = sum(store.entry(*each) is None for each in named)
        jobs = memory_jobs(self._components.clock.now())
        writes: list[tuple[str, tuple[Write, ...]]] = [
            (owner, (*own.values(), *jobs)) for owner, own in batches.items()
        ]
        store.write_every(writes)
        recording.after_memories_changed(self._components, *batches)
        return ImportedMemories(sum(map(len, batches.values())), new)

    def _import(self, item: object, agent: str) -> tuple[str, RestoreEntry]:
        if not isinstance(item, Mapping):
            raise InvalidInput("a memory is an object")
        fields = dict(item)
        owner = checks.check_id(fields.pop("agent_id", agent), "agent_id")
        entry = self._exported(fields) if "id" in fields else self._stated(fields)
        version = Version(
            number=entry.version, at=entry.changed_at, change=Change.ADDED, entry=entry
        )
        reading = self._components.intake.read(entry.search_text, entry.said_at)
        return owner, RestoreEntry((version,), entry_digest(entry), reading)

    def _exported(self, fields: Mapping[str, object]) -> Entry:
        entry = entry_from(fields)
        if entry.kind not in MEMORY_KINDS:
            raise InvalidInput(f"a {entry.kind} is not a memory", field="kind")
        clean = self._components.intake.redacted(entry)
        return entry if clean == entry else entry_from(plain(clean))

    def _stated(self, fields: Mapping[str, Any]) -> Entry:
        if unknown := set(fields) - _NEW_FIELDS:
            raise InvalidInput(f"unknown field {checks.shown(min(unknown, key=str))}")
        if "content" not in fields:
            raise InvalidInput("content is missing", field="content")
        new = replace(self._components.intake.entry(**fields), origin=Origin.IMPORTED)
        return first_version(new, entry_id(new, 0), self._components.clock.now())


def _after(
    ranked: Sequence[tuple[float, str, str]], cursor: PageCursor | None
) -> Sequence[tuple[float, str, str]]:
    if cursor is None or cursor.score is None:
        return ranked
    place = _order((cursor.score, cursor.agent, cursor.id))
    return [candidate for candidate in ranked if _order(candidate) > place]


def _order(ranked: tuple[float, str, str]) -> tuple[float, str, str]:
    score, agent, name = ranked
    return -score, agent, name


def _page(entries: Sequence[Entry], after: str | None, count: int | None) -> Sequence[Entry]:
    """At most `count` entries after the one with the id `after`."""
    names = [entry.id for entry in entries]
    start = names.index(after) + 1 if after in names else 0
    return entries[start:] if count is None else entries[start : start + count]


def _check_within(cursor: PageCursor | None, reach: Reach) -> None:
    """Refuse a cursor of another agent: it would reveal whether that agent has such a memory."""
    if cursor is not None and not reach.covers(cursor.agent):
        raise InvalidInput(f"there is nothing named {cursor.id!r} to continue from", field="cursor")
