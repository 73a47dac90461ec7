"""A store in plain dicts: the shipped double for tests, and the model that other stores are compared with."""

import secrets
import threading
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from recollect.domain.access import EVERYBODY, Reach
from recollect.domain.columns import EntryColumns, TurnColumns
from recollect.domain.conversation import AgentSummary, Conversation
from recollect.domain.entry import NOT_SEARCHED, RECORDS, Entry, EntryFilter, Status, Tally, Version
from recollect.domain.job import Claim, Job, JobKind, JobState, Lack
from recollect.domain.ports import Clock
from recollect.domain.talk import Stretch
from recollect.domain.tuning import Snapshot, Tuning
from recollect.domain.turn import Turn
from recollect.domain.writes import Changes, Dump, StoreStats, Write, Written
from recollect.errors import Closed, InvalidInput
from recollect.testing import in_memory_jobs as jobs
from recollect.testing import in_memory_learned as learned
from recollect.testing import in_memory_talks as talks
from recollect.testing.in_memory_jobs import JobRow
from recollect.testing.in_memory_rows import entry_row, lacks, newer, turn_row
from recollect.testing.in_memory_state import AgentState, Memory, World, own
from recollect.testing.in_memory_writes import SHOWN, write

_K = TypeVar("_K", bound=Hashable)
_T = TypeVar("_T")
_UNSETTLED = frozenset({JobState.PENDING, JobState.RUNNING})


class InMemoryStore:
    """A `Store` in RAM, for tests: one lock, and every write on a draft that replaces the old state whole."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._world = World()
        self._closed = False
        self._served = 0

    @contextmanager
    def _open(self) -> Iterator[World]:
        with self._lock:
            if self._closed:
                raise Closed("this memory has been closed")
            yield self._world

    @contextmanager
    def _agent(self, agent: str) -> Iterator[AgentState]:
        """The rows of an agent; one that is not known reads as empty."""
        with self._open() as world:
            nobody = AgentState(0, self._clock.now(), world.erased, world.erased)
            yield world.agents.get(agent, nobody)

    def write(self, agent: str, *writes: Write) -> Written:
        """Run all the writes as one fact, or none of them."""
        (written,) = self.write_every([(agent, writes)])
        return written

    def write_every(self, batches: Sequence[tuple[str, tuple[Write, ...]]]) -> tuple[Written, ...]:
        """Run the writes of several agents as one fact."""
        now = self._clock.now()
        with self._open() as world:
            draft = world.copy()
            written = tuple(write(draft, agent, writes, now) for agent, writes in batches)
            self._world = draft
            return written

    def revision(self, agent: str) -> int:
        """A number that grows with every write of this agent and never goes back."""
        with self._agent(agent) as state:
            return state.revision

    def changes(self, agent: str, since: int, *, space: str = "", reader: str = "") -> Changes:
        """What a reader at revision `since` must forget and take, read at one moment."""
        with self._agent(agent) as state:
            reset = since < state.floor
            start = 0 if reset else since
            gone = [] if reset else sorted(stone for stone in state.tombstones if stone[0] > start)
            new = newer(state, space, start)
            return Changes(
                revision=state.revision,
                reset=reset,
                gone_conversations=_named(gone, "conversation"),
                gone_entries=_named(gone, "entry"),
                turns=TurnColumns.of([turn_row(state, k, space, reader) for k in new if k[0]]),
                entries=EntryColumns.of(
                    [entry_row(state, key, space, reader) for key in new if not key[0]]
                ),
            )

    def conversations(
        self, agent: str, *, after: str | None = None, limit: int | None = None
    ) -> tuple[Conversation, ...]:
        """Conversations, newest first, beginning behind the one named `after`."""
        with self._agent(agent) as state:
            talks = _behind(state.talks, after)
            return tuple(own(talk.kept) for talk in _first(talks, limit))

    def conversation(self, agent: str, conversation: str) -> Conversation | None:
        """One conversation."""
        with self._agent(agent) as state:
            talk = state.talks.get(conversation)
            return own(talk.kept) if talk else None

    def turns(self, agent: str, conversation: str | None = None) -> tuple[Turn, ...]:
        """Every turn in the order of arrival; those of one conversation by their index."""
        with self._agent(agent) as state:
            turns = [own(turn) for _, turn in state.turns.values()]
        if conversation is None:
            return tuple(turns)
        mine = (turn for turn in turns if turn.conversation == conversation)
        return tuple(sorted(mine, key=lambda turn: turn.index))

    def window(
        self,
        agent: str,
        conversation: str,
        *,
        after: int = -1,
        limit: int,
        lacking: Lack | None = None,
    ) -> tuple[Turn, ...]:
        """Turns of one conversation behind the index `after`, only those `lacking` something made of them."""
        with self._agent(agent) as state:
            turns = (
                turn
                for turn in self.turns(agent, conversation)
                if turn.index > after and lacks(state, (conversation, turn.id), lacking)
            )
            return tuple(_first(turns, limit))

    def entry_window(
        self, agent: str, *, since: int = 0, limit: int, lacking: Lack
    ) -> tuple[tuple[int, Entry], ...]:
        """Memories that a search may find, changed at `since` or later and `lacking` something, by revision."""
        with self._agent(agent) as state:
            found = [
                (memory.revision, own(memory.entry))
                for name, memory in state.entries.items()
                if memory.entry.status in SHOWN
                and memory.entry.kind not in NOT_SEARCHED
                and memory.revision >= since
                and lacks(state, ("", name), lacking)
            ]
            return tuple(_first(sorted(found, key=lambda item: item[0]), limit))

    def stretch(self, agent: str, conversation: str, *, last: int) -> Stretch:
        """The end of one conversation, at most so many turns of it."""
        with self._agent(agent) as state:
            return talks.stretch(state, conversation, last)

    def talk_revision(self, agent: str, conversation: str) -> int:
        """A number that grows with every change of one conversation."""
        with self._agent(agent) as state:
            talk = state.talks.get(conversation)
            return talk.revision if talk else 0

    def changed_conversations(self, agent: str, *, since: int, limit: int) -> tuple[str, ...]:
        """Conversations that have changed after a revision, the newest change first."""
        with self._agent(agent) as state:
            return talks.changed(state, since, limit)

    def tuning(self, agent: str) -> Tuning:
        """What the optimizer has done and learned for one agent."""
        with self._agent(agent) as state:
            return talks.tuning(state)

    def every_tuning(self) -> Tuning:
        """The same over all agents."""
        with self._open() as world:
            return talks.every_tuning([*world.agents.values()])

    def snapshots(self, agent: str, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for one agent, oldest first."""
        with self._agent(agent) as state:
            return talks.latest(state.runs, limit)

    def every_snapshot(self, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for whomever, oldest first."""
        with self._open() as world:
            return talks.latest(talks.every_run([*world.agents.values()]), limit)

    def turns_named(
        self, agent: str, names: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], Turn]:
        """The turns of these (conversation, id) that are there, read at one moment."""
        with self._agent(agent) as state:
            return {name: state.turns[name][1] for name in names if name in state.turns}

    def turn(self, agent: str, conversation: str, turn_id: str) -> Turn | None:
        """One turn."""
        with self._agent(agent) as state:
            found = state.turns.get((conversation, turn_id))
            return own(found[1]) if found else None

    def entries(
        self,
        agent: str,
        chosen: EntryFilter,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> tuple[Entry, ...]:
        """Memories, newest first, beginning behind the one named `after`."""
        with self._agent(agent) as state:
            entries = [memory.entry for memory in _behind(state.entries, after)]
            wanted = (own(entry) for entry in entries if chosen.takes(entry))
            return tuple(_first(wanted, limit))

    def entry(self, agent: str, entry_id: str) -> Entry | None:
        """One memory, whatever its status."""
        with self._agent(agent) as state:
            found = state.entries.get(entry_id)
            return own(found.entry) if found else None

    def entry_like(self, agent: str, digest: str) -> Entry | None:
        """The memory that makes the statement with this digest, active ones first, then the newest."""
        with self._agent(agent) as state:
            alike = [own(m.entry) for m in reversed(state.entries.values()) if m.digest == digest]
        return min(alike, key=lambda entry: entry.status is not Status.ACTIVE, default=None)

    def turns_since(self, agent: str, revision: int, *, limit: int) -> tuple[tuple[int, Turn], ...]:
        """Turns that came after a revision, in the order of arrival."""
        with self._agent(agent) as state:
            return learned.turns_since(state, revision, limit)

    def entries_since(self, agent: str, revision: int) -> tuple[tuple[int, Entry], ...]:
        """Memories and records of any status that have changed after a revision."""
        with self._agent(agent) as state:
            return learned.entries_since(state, revision)

    def memories_held(self, agent: str) -> int:
        """How many memories there are, whatever their status."""
        with self._agent(agent) as state:
            return sum(memory.entry.kind not in RECORDS for memory in state.entries.values())

    def entries_from(self, agent: str, conversation: str) -> tuple[Entry, ...]:
        """Memories and records of any status that rest on something said in a conversation."""
        with self._agent(agent) as state:
            return learned.entries_from(state, conversation)

    def entries_as_of(self, agent: str, moment: datetime) -> tuple[Entry, ...]:
        """What had been said by a moment, newest first, each as it stood then (`model.past` has the rule)."""
        with self._agent(agent) as state:
            return learned.entries_as_of(state, moment)

    def answer(self, agent: str, key: str) -> str | None:
        """What a model has answered to a prompt."""
        with self._agent(agent) as state:
            return state.answers[key][1] if key in state.answers else None

    def touch(self, agent: str, ids: Sequence[str], at: datetime, *, gain: float) -> None:
        """Count a use of memories, which gain confidence once a day."""
        with self._open() as world:
            if agent in world.agents:
                learned.touch(world.agents[agent], ids, at, gain)

    def history(self, agent: str, entry_id: str) -> tuple[Version, ...]:
        """Every version of one memory, oldest first."""
        with self._agent(agent) as state:
            found = state.entries.get(entry_id)
            return _versions(found) if found else ()

    def dump(self, agent: str) -> Dump:
        """Everything an export of this agent holds, read at one moment."""
        with self._agent(agent) as state:
            return Dump(
                agent=agent,
                created_at=state.created_at if state.number else None,
                conversations=tuple(own(talk.kept) for talk in state.talks.values()),
                turns=self.turns(agent),
                histories=tuple(
                    _owned(learned.history_of(memory)) for memory in state.entries.values()
                ),
            )

    def every_agent(
        self, *, after: str | None = None, limit: int | None = None, reach: Reach = EVERYBODY
    ) -> tuple[AgentSummary, ...]:
        """All agents by name, beginning behind `after`."""
        with self._open() as world:
            within = (name for name in world.agents if reach.covers(name))
            names = sorted(name for name in within if name > (after or ""))
            return tuple(_summary(name, world.agents[name]) for name in _first(names, limit))

    def every_entry(
        self,
        reach: Reach,
        chosen: EntryFilter,
        *,
        after: tuple[str, str] | None = None,
        limit: int | None = None,
    ) -> tuple[tuple[str, Entry], ...]:
        """Memories of several agents, each with its agent, newest first."""
        with self._open() as world:
            found = (
                (agent, own(entry))
                for agent, entry in _behind(world.memories(), after)
                if reach.covers(agent) and chosen.takes(entry)
            )
            return tuple(_first(found, limit))

    def every_holder(self, entry_id: str, reach: Reach) -> tuple[str, ...]:
        """The agents that have a memory of this id."""
        with self._open() as world:
            return tuple(
                name
                for name, state in sorted(world.agents.items())
                if reach.covers(name)
                and entry_id in state.entries
                and state.entries[entry_id].entry.kind not in RECORDS
            )

    def every_tally(self, reach: Reach) -> tuple[Tally, ...]:
        """How many memories several agents have together, by kind, priority and status."""
        with self._open() as world:
            entries = [
                memory.entry
                for name, state in world.agents.items()
                if reach.covers(name)
                for memory in state.entries.values()
                if memory.entry.kind not in RECORDS
            ]
        counted = Counter((entry.kind, entry.priority, entry.status) for entry in entries)
        return tuple(Tally(*what, count) for what, count in sorted(counted.items()))

    def every_job(
        self,
        *,
        state: JobState | None = None,
        after: str | None = None,
        limit: int | None = None,
        reach: Reach = EVERYBODY,
    ) -> tuple[Job, ...]:
        """Jobs of all agents, newest first, beginning behind the one named `after`."""
        with self._open() as world:
            named = {row.job.id: row.job for _, row in world.jobs()}
        within = (job for job in _behind(named, after) if reach.covers(job.agent))
        wanted = (job for job in within if state in {None, job.state})
        return tuple(_first(wanted, limit))

    def any_job(self, job_id: str) -> Job | None:
        """One job, whoever it belongs to."""
        with self._open() as world:
            return next((row.job for _, row in world.jobs() if row.job.id == job_id), None)

    def claim_any(
        self, kinds: frozenset[JobKind], *, owner: str, now: datetime, until: datetime
    ) -> Claim | None:
        """Lease one job that is due, agents taking turns, to `owner` until a moment."""
        with self._open() as world:
            for _, row in world.jobs():
                if row.running and row.job.due_at <= now:
                    late = "did not come back in time"
                    world.put_job(jobs.interrupted(row, late, row.job.due_at))
            found = self._next_in_turn(world, kinds, now)
            if found is None:
                return None
            token = secrets.token_hex(8)
            taken = jobs.leased(found, owner=owner, token=token, now=now, until=until)
            world.put_job(taken)
            self._served = world.agents[taken.job.agent].number
            return Claim(job=taken.job, token=token)

    def extend_lease(self, claim: Claim, until: datetime) -> None:
        """Leave a job longer with the worker that has claimed it; nothing, where it is another's by now."""
        with self._open() as world:
            for _, row in world.jobs():
                if row.job.id == claim.job.id and row.token == claim.token:
                    world.put_job(replace(row, job=replace(row.job, due_at=until)))

    def _next_in_turn(
        self, world: World, kinds: frozenset[JobKind], now: datetime
    ) -> JobRow | None:
        """The first job that is due of the first agent behind the one served last."""
        due = [
            ((state.number <= self._served, state.number, row.job.due_at, row.number), row)
            for state, row in world.jobs()
            if row.job.state is JobState.PENDING and row.job.due_at <= now and row.job.kind in kinds
        ]
        return min(due, key=lambda item: item[0])[1] if due else None

    def next_due(self) -> datetime | None:
        """When the next waiting job, or the end of the next lease, comes round."""
        with self._open() as world:
            due = [row.job.due_at for _, row in world.jobs() if row.job.state in _UNSETTLED]
        return min(due, default=None)

    def hasten_every_job(self, kinds: frozenset[JobKind], now: datetime) -> None:
        """Make every job of these kinds that waits due at once, or as soon as its run ends."""
        with self._open() as world:
            for _, row in world.jobs():
                waits = row.job.state is JobState.PENDING and row.job.due_at > now
                if waits and row.job.kind in kinds:
                    world.put_job(replace(row, job=replace(row.job, due_at=now)))
                elif row.next_due is not None and row.next_due > now and row.job.kind in kinds:
                    world.put_job(replace(row, next_due=now))

    def every_owner(self) -> tuple[str, ...]:
        """Who holds a lease now."""
        with self._open() as world:
            return tuple(sorted({row.owner for _, row in world.jobs() if row.owner}))

    def release_leases(self, owner: str) -> None:
        """Hand back what a worker that no longer lives had claimed."""
        with self._open() as world:
            for _, row in world.jobs():
                if row.owner == owner:
                    world.put_job(jobs.interrupted(row, "has ended", row.job.updated_at))

    def space(self) -> str | None:
        """The vector space this store is kept in."""
        with self._open() as world:
            return world.adopted.get(JobKind.EMBED)

    def reader(self) -> str | None:
        """The reader this store is kept for."""
        with self._open() as world:
            return world.adopted.get(JobKind.READ)

    def adopt_space(self, space: str | None, now: datetime) -> None:
        """Make this the store's vector space; when it differs, everything is embedded anew."""
        with self._open() as world:
            if self.space() != space:
                world.adopt(JobKind.EMBED, space, now)

    def adopt_reader(self, reader: str, now: datetime) -> None:
        """Make this the store's reader; when it differs, everything is read anew."""
        with self._open() as world:
            if self.reader() != reader:
                world.adopt(JobKind.READ, reader, now)

    def scrub(self) -> None:
        """There is no file in which anything could be left."""

    def extractor(self) -> str | None:
        """The built-in extractor that this database was learned with."""
        with self._open() as world:
            return world.extractor

    def adopt_extractor(self, name: str, now: datetime) -> None:
        """Make this the database's extractor; when it differs, every agent with turns learns everything anew."""
        with self._open() as world:
            if world.extractor != name:
                world.adopt_extractor(name, now)

    def stats(self) -> StoreStats:
        """How much there is, over all agents; a store in RAM has no file to measure."""
        with self._open() as world:
            states = list(world.agents.values())
            entries = [memory.entry for state in states for memory in state.entries.values()]
            space = world.adopted.get(JobKind.EMBED)
            spaces = [kept[0] for state in states for key, kept in state.vectors.items() if key[0]]
            return StoreStats(
                agents=len(states),
                conversations=sum(len(state.talks) for state in states),
                turns=sum(len(state.turns) for state in states),
                turns_embedded=0 if space is None else spaces.count(space),
                entries=sum(e.status in SHOWN and e.kind not in RECORDS for e in entries),
                entries_by_kind=_counts(entry.kind for entry in entries),
                entries_by_status=_counts(entry.status for entry in entries),
                jobs_by_state=_counts(row.job.state for _, row in world.jobs()),
                database_bytes=0,
            )

    def faults(self) -> tuple[str, ...]:
        """Nothing can be wrong with a dict."""
        with self._open():
            return ()

    def close(self) -> None:
        """Refuse every later call; closing twice is fine."""
        with self._lock:
            self._closed = True


def _named(gone: list[tuple[int, str, str]], what: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, kind, name in gone if kind == what))


def _behind(rows: dict[_K, _T], after: _K | None) -> list[_T]:
    """The rows newest first, beginning behind the one of this name."""
    names = list(reversed(rows))
    if after is not None and after not in rows:
        raise InvalidInput(f"there is nothing named {after!r} to go on from", field="cursor")
    start = 0 if after is None else names.index(after) + 1
    return [rows[name] for name in names[start:]]


def _first(items: Iterable[_T], limit: int | None) -> list[_T]:
    return list(items)[: None if limit is None or limit < 0 else limit]


def _versions(memory: Memory) -> tuple[Version, ...]:
    return _owned(memory.history)


def _owned(history: tuple[Version, ...]) -> tuple[Version, ...]:
    return tuple(replace(version, entry=own(version.entry)) for version in history)


def _summary(name: str, state: AgentState) -> AgentSummary:
    return AgentSummary(
        id=name,
        conversations=len(state.talks),
        turns=len(state.turns),
        entries=sum(
            memory.entry.status in SHOWN and memory.entry.kind not in RECORDS
            for memory in state.entries.values()
        ),
        created_at=state.created_at,
        revision=state.revision,
    )


def _counts(names: Iterable[str]) -> dict[str, int]:
    return {str(name): count for name, count in sorted(Counter(names).items())}
