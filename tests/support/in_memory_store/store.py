"""A store in plain dicts, for tests, and the reference that other stores are compared with."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from in_memory_store import conversations as windows
from in_memory_store import learned as learned
from in_memory_store.items import InMemoryItems
from in_memory_store.paging import limited, newest_first
from in_memory_store.queue import InMemoryQueue
from in_memory_store.rows import changed_keys, entry_row, is_missing, turn_row
from in_memory_store.state import AgentState, detached
from in_memory_store.writes import SHOWN, write
from recollect.domain import store_results
from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.columns import EntryColumns, TurnColumns
from recollect.domain.conversation import AgentSummary, Conversation, ConversationTail
from recollect.domain.entry import NOT_SEARCHED, RECORDS, Entry, EntryFilter, Status, Tally, Version
from recollect.domain.found_text import FoundText
from recollect.domain.job import NOTHING_DONE, JobKind, Missing
from recollect.domain.store_results import Changes, Dump, StoreStats, Written
from recollect.domain.tuning import Snapshot, Tuning
from recollect.domain.turn import WHOLE, Slice, Turn
from recollect.domain.writes import Write
from recollect.storage.rows import packed
from recollect.storage.sql.find_text import folded


class InMemoryStore(InMemoryItems, InMemoryQueue):
    """A `Store` in RAM, for tests: one lock, and every write replaces the state as a whole."""

    @contextmanager
    def _agent(self, agent: str) -> Iterator[AgentState]:
        """The rows of an agent; an unknown agent has none."""
        with self._open() as store:
            unknown = AgentState(0, self._clock.now(), store.erased, store.erased)
            yield store.agents.get(agent, unknown)

    def write(self, agent: str, *writes: Write) -> Written:
        """Apply all the writes atomically."""
        (written,) = self.write_every([(agent, writes)])
        return written

    def write_every(self, batches: Sequence[tuple[str, tuple[Write, ...]]]) -> tuple[Written, ...]:
        """Apply the writes of several agents atomically."""
        now = self._clock.now()
        with self._open() as store:
            draft = store.copy()
            written = tuple(write(draft, agent, writes, now) for agent, writes in batches)
            self._state = draft
            return written

    def revision(self, agent: str) -> int:
        """A number that grows with every write of this agent and never decreases."""
        with self._agent(agent) as state:
            return state.revision

    def state(self, agent: str) -> store_results.AgentState:
        """The revisions of this agent, and the spaces that it reads."""
        with self._agent(agent) as state:
            changed = [memory.revision for memory in state.entries.values()]
            of_memories = max(state.floor, state.deleted, *changed)
            return store_results.AgentState(state.revision, of_memories, tuple(state.subscriptions))

    def changes(self, agent: str, since: int, *, space: str = "", reader: str = "") -> Changes:
        """A consistent snapshot of what changed for a reader at revision `since`."""
        with self._agent(agent) as state:
            reset = since < max(state.floor, state.deleted)
            start = 0 if reset else since
            new = changed_keys(state, space, start)
            return Changes(
                revision=state.revision,
                reset=reset,
                turns=TurnColumns.from_rows(
                    [turn_row(state, k, space, reader) for k in new if k[0]]
                ),
                entries=EntryColumns.from_rows(
                    [entry_row(state, key, space, reader) for key in new if not key[0]]
                ),
            )

    def conversations(
        self, agent: str, *, after: str | None = None, limit: int | None = None
    ) -> tuple[Conversation, ...]:
        """Conversations, newest first, starting after the one named `after`."""
        with self._agent(agent) as state:
            newest = newest_first(state.conversations, after)
            return tuple(detached(stored.conversation) for stored in limited(newest, limit))

    def conversation(self, agent: str, conversation: str) -> Conversation | None:
        """One conversation."""
        with self._agent(agent) as state:
            stored = state.conversations.get(conversation)
            return detached(stored.conversation) if stored else None

    def turns(
        self,
        agent: str,
        conversation: str | None = None,
        part: Slice = WHOLE,
    ) -> tuple[Turn, ...]:
        """Turns in order of arrival; the turns of one conversation by index."""
        with self._agent(agent) as state:
            turns = [detached(turn) for _, turn in state.turns.values()]
        if conversation is not None:
            of_conversation = (turn for turn in turns if turn.conversation == conversation)
            turns = sorted(of_conversation, key=lambda turn: turn.index)
        if part.last is not None:
            return tuple(turns[max(len(turns) - part.last, 0) :])
        return tuple(limited(turns[part.offset :], part.limit))

    def window(
        self,
        agent: str,
        conversation: str,
        *,
        after: int = -1,
        limit: int,
        missing: Missing | None = None,
    ) -> tuple[Turn, ...]:
        """Turns of one conversation after an index, or only those without a derived value."""
        with self._agent(agent) as state:
            turns = (
                turn
                for turn in self.turns(agent, conversation)
                if turn.index > after and is_missing(state, (conversation, turn.id), missing)
            )
            return tuple(limited(turns, limit))

    def entry_window(
        self, agent: str, *, since: int = 0, limit: int, missing: Missing
    ) -> tuple[tuple[int, Entry], ...]:
        """Searchable memories without a derived value, changed at `since` or later, by revision."""
        with self._agent(agent) as state:
            found = [
                (memory.revision, detached(memory.entry))
                for name, memory in state.entries.items()
                if memory.entry.status in SHOWN
                and memory.entry.kind not in NOT_SEARCHED
                and memory.revision >= since
                and is_missing(state, ("", name), missing)
            ]
            return tuple(limited(sorted(found, key=lambda item: item[0]), limit))

    def tail(self, agent: str, conversation: str, *, last: int) -> ConversationTail:
        """The last turns of one conversation."""
        with self._agent(agent) as state:
            return windows.tail(state, conversation, last)

    def conversation_revision(self, agent: str, conversation: str) -> int:
        """A number that grows with every change of one conversation."""
        with self._agent(agent) as state:
            stored = state.conversations.get(conversation)
            return stored.revision if stored else 0

    def changed_conversations(self, agent: str, *, since: int, limit: int) -> tuple[str, ...]:
        """Conversations changed after a revision, latest change first."""
        with self._agent(agent) as state:
            return windows.changed(state, since, limit)

    def every_agent_changed_since(self, kind: JobKind) -> tuple[str, ...]:
        """The agents with a conversation that their job of this kind has not seen."""
        with self._open() as store:
            done = {
                row.job.agent: row.job.watermark
                for _, row in store.jobs()
                if row.job.kind is kind and not row.job.conversation
            }
            return tuple(
                agent
                for agent, state in sorted(store.agents.items())
                if windows.changed(state, done.get(agent, NOTHING_DONE), 1)
            )

    def tuning(self, agent: str) -> Tuning:
        """The optimizer's results for one agent."""
        with self._agent(agent) as state:
            return windows.tuning(state)

    def every_tuning(self) -> Tuning:
        """The optimizer's results for all agents together."""
        with self._open() as store:
            return windows.every_tuning([*store.agents.values()])

    def snapshots(self, agent: str, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for one agent, oldest first."""
        with self._agent(agent) as state:
            return windows.latest(state.runs, limit)

    def every_snapshot(self, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for any agent, oldest first."""
        with self._open() as store:
            return windows.latest(windows.every_run([*store.agents.values()]), limit)

    def turns_by_id(
        self, agent: str, names: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], Turn]:
        """The existing turns among these (conversation, id) pairs, as a consistent snapshot."""
        with self._agent(agent) as state:
            return {name: state.turns[name][1] for name in names if name in state.turns}

    def turn(self, agent: str, conversation: str, turn_id: str) -> Turn | None:
        """One turn."""
        with self._agent(agent) as state:
            found = state.turns.get((conversation, turn_id))
            return detached(found[1]) if found else None

    def entries(
        self,
        agent: str,
        chosen: EntryFilter,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> tuple[Entry, ...]:
        """Memories, newest first, starting after the one named `after`."""
        with self._agent(agent) as state:
            entries = [memory.entry for memory in newest_first(state.entries, after)]
            wanted = (detached(entry) for entry in entries if chosen.matches(entry))
            return tuple(limited(wanted, limit))

    def entry(self, agent: str, entry_id: str) -> Entry | None:
        """One memory of any status."""
        with self._agent(agent) as state:
            found = state.entries.get(entry_id)
            return detached(found.entry) if found else None

    def entries_by_id(self, agent: str, names: Sequence[str]) -> dict[str, Entry]:
        """The existing memories among these ids, of any status."""
        with self._agent(agent) as state:
            found = (state.entries.get(name) for name in names)
            return {each.entry.id: detached(each.entry) for each in found if each}

    def entry_by_digest(self, agent: str, digest: str) -> Entry | None:
        """The memory with this digest; active ones first, then the newest."""
        with self._agent(agent) as state:
            alike = [
                detached(m.entry) for m in reversed(state.entries.values()) if m.digest == digest
            ]
        return min(alike, key=lambda entry: entry.status is not Status.ACTIVE, default=None)

    def turns_since(self, agent: str, revision: int, *, limit: int) -> tuple[tuple[int, Turn], ...]:
        """Turns added after a revision, in order of arrival."""
        with self._agent(agent) as state:
            return learned.turns_since(state, revision, limit)

    def entries_since(self, agent: str, revision: int) -> tuple[tuple[int, Entry], ...]:
        """Memories and records of any status that changed after a revision."""
        with self._agent(agent) as state:
            return learned.entries_since(state, revision)

    def stored_text(self, agent: str) -> tuple[int, int]:
        """How many turns are stored, and the characters of turns, memories and items."""
        with self._agent(agent) as state:
            texts = [turn.content for _, turn in state.turns.values()]
            texts += [memory.entry.content for memory in state.entries.values()]
            texts += [packed(row.item.value) for row in state.items.values()]
            return len(state.turns), sum(map(len, texts))

    def memory_count(self, agent: str) -> int:
        """The number of memories of any status."""
        with self._agent(agent) as state:
            return sum(memory.entry.kind not in RECORDS for memory in state.entries.values())

    def entries_from(self, agent: str, conversation: str) -> tuple[Entry, ...]:
        """Memories and records of any status that have a conversation as a source."""
        with self._agent(agent) as state:
            return learned.entries_from(state, conversation)

    def entries_as_of(self, agent: str, moment: datetime) -> tuple[Entry, ...]:
        """The memories known at a moment, newest first, each in its version of that time."""
        with self._agent(agent) as state:
            return learned.entries_as_of(state, moment)

    def answer(self, agent: str, key: str) -> str | None:
        """The cached answer of a model to a prompt."""
        with self._agent(agent) as state:
            return state.answers[key][1] if key in state.answers else None

    def touch(self, agent: str, ids: Sequence[str], at: datetime, *, gain: float) -> None:
        """Count a use of memories; they gain confidence at most once a day."""
        with self._open() as store:
            if agent in store.agents:
                learned.touch(store.agents[agent], ids, at, gain)

    def history(self, agent: str, entry_id: str) -> tuple[Version, ...]:
        """Every version of one memory, oldest first."""
        with self._agent(agent) as state:
            found = state.entries.get(entry_id)
            return _detached_history(found.history) if found else ()

    def dump(self, agent: str) -> Dump:
        """Everything that an export of this agent contains, as a consistent snapshot."""
        with self._agent(agent) as state:
            return Dump(
                agent=agent,
                created_at=state.created_at if state.number else None,
                conversations=tuple(
                    detached(stored.conversation) for stored in state.conversations.values()
                ),
                turns=self.turns(agent),
                items=self._dumped_items(agent),
                histories=tuple(
                    _detached_history(learned.history_of(memory))
                    for memory in state.entries.values()
                ),
                subscriptions=tuple(state.subscriptions),
            )

    def every_agent(
        self, *, after: str | None = None, limit: int | None = None, reach: Reach = ALL_AGENTS
    ) -> tuple[AgentSummary, ...]:
        """All agents by name, starting after `after`."""
        with self._open() as store:
            within = (name for name in store.agents if reach.covers(name))
            names = sorted(name for name in within if name > (after or ""))
            return tuple(_summary(name, store.agents[name]) for name in limited(names, limit))

    def every_entry(
        self,
        reach: Reach,
        chosen: EntryFilter,
        *,
        after: tuple[str, str] | None = None,
        limit: int | None = None,
    ) -> tuple[tuple[str, Entry], ...]:
        """Memories of several agents, each with its agent, newest first."""
        with self._open() as store:
            found = (
                (agent, detached(entry))
                for agent, entry in newest_first(store.memories(), after)
                if reach.covers(agent) and chosen.matches(entry)
            )
            return tuple(limited(found, limit))

    def every_agent_with_entry(self, entry_id: str, reach: Reach) -> tuple[str, ...]:
        """The agents that have a memory with this id."""
        with self._open() as store:
            return tuple(
                name
                for name, state in sorted(store.agents.items())
                if reach.covers(name)
                and entry_id in state.entries
                and state.entries[entry_id].entry.kind not in RECORDS
            )

    def every_tally(self, reach: Reach) -> tuple[Tally, ...]:
        """The number of memories of several agents, by kind, priority and status."""
        with self._open() as store:
            entries = [
                memory.entry
                for name, state in store.agents.items()
                if reach.covers(name)
                for memory in state.entries.values()
                if memory.entry.kind not in RECORDS
            ]
        counts = Counter((entry.kind, entry.priority, entry.status) for entry in entries)
        return tuple(Tally(*key, count) for key, count in sorted(counts.items()))

    def every_text_with(
        self, phrases: Sequence[str], reach: Reach
    ) -> tuple[list[FoundText], list[str]]:
        """Turns, memories and items that contain one of the phrases, and the agents searched."""
        wanted = [folded(phrase) for phrase in phrases]
        with self._open() as store:
            agents = sorted(name for name in store.agents if reach.covers(name))
            texts = [each for name in agents for each in _texts(name, store.agents[name])]
        found = [each for each in texts if any(word in folded(each.text) for word in wanted)]
        return found, agents

    def scrub(self) -> None:
        """Do nothing: there is no file that could keep deleted data."""

    def erasure_mark(self) -> str | None:
        """How many agents were erased."""
        with self._open() as store:
            return str(store.erasures)

    def has_traces(self) -> bool:
        """Never: there is no file."""
        return False

    def stats(self) -> StoreStats:
        """Totals over all agents; a store in RAM has no file size."""
        with self._open() as store:
            states = list(store.agents.values())
            every = [memory.entry for state in states for memory in state.entries.values()]
            entries = [entry for entry in every if entry.kind not in RECORDS]
            shown = [entry for entry in entries if entry.status in SHOWN]
            space = store.adopted.get(JobKind.EMBED)
            spaces = [kept[0] for state in states for key, kept in state.vectors.items() if key[0]]
            return StoreStats(
                agents=len(states),
                conversations=sum(len(state.conversations) for state in states),
                turns=sum(len(state.turns) for state in states),
                turns_embedded=0 if space is None else spaces.count(space),
                entries=len(shown),
                entries_by_kind=_counts(entry.kind for entry in shown),
                entries_by_status=_counts(entry.status for entry in entries),
                jobs_by_state=_counts(row.job.state for _, row in store.jobs()),
                database_bytes=0,
            )

    def check_writable(self) -> None:
        """A dict can always be written to."""
        with self._open():
            pass

    def faults(self) -> tuple[str, ...]:
        """No faults: a dict cannot be corrupted."""
        with self._open():
            return ()


def _detached_history(history: tuple[Version, ...]) -> tuple[Version, ...]:
    return tuple(replace(version, entry=detached(version.entry)) for version in history)


def _texts(agent: str, state: AgentState) -> Iterator[FoundText]:
    for _, turn in state.turns.values():
        yield FoundText(agent, "turn", turn.id, turn.conversation, None, turn.content)
    for memory in state.entries.values():
        entry = memory.entry
        yield FoundText(agent, "memory", entry.id, None, entry.status, entry.content)
    for row in state.items.values():
        yield FoundText(agent, "item", row.item.key, None, None, packed(row.item.value))


def _summary(name: str, state: AgentState) -> AgentSummary:
    return AgentSummary(
        id=name,
        conversations=len(state.conversations),
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
