"""The SQLite store: each method of `Store` as a query or a write of this database."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.clock import to_micros
from recollect.domain.conversation import AgentSummary, Conversation
from recollect.domain.conversation_tail import ConversationTail
from recollect.domain.entry import Entry, EntryFilter, Tally, Version
from recollect.domain.job import Claim, Job, JobKind, JobState, Missing
from recollect.domain.ports import Clock
from recollect.domain.tuning import Snapshot, Tuning
from recollect.domain.turn import Turn
from recollect.domain.writes import (
    Changes,
    DeleteConversation,
    Dump,
    EraseAgent,
    StoreStats,
    Write,
    Written,
)
from recollect.errors import StorageBusy, StorageFull
from recollect.storage.sqlite import (
    across_agents,
    apply,
    changes,
    health,
    jobs,
    learned,
    optimizer,
    reads,
    tails,
)
from recollect.storage.sqlite.adoption import adopt, adopt_extractor, adopted, extractor
from recollect.storage.sqlite.database import Database
from recollect.storage.sqlite.scrub import cut_log, scrub


class SqliteStore(Database):
    """A `Store` in one SQLite file, or in RAM under the path ":memory:"."""

    def __init__(self, path: str | Path, *, clock: Clock, patience: float = 30.0) -> None:
        super().__init__(path, patience=patience)
        self._clock = clock
        # The agent whose job was leased last, so that agents take turns.
        self._served = 0

    def write(self, agent: str, *writes: Write) -> Written:
        """Apply all the writes in one transaction, or none; they are durable on return."""
        (written,) = self.write_every([(agent, writes)])
        return written

    def write_every(self, batches: Sequence[tuple[str, tuple[Write, ...]]]) -> tuple[Written, ...]:
        """Apply the writes of several agents in one transaction, or none of them."""
        now = to_micros(self._clock.now())
        written = self._change(
            lambda c: tuple(apply.write(c, agent, writes, now) for agent, writes in batches)
        )
        kinds = {type(item) for _, writes in batches for item in writes}
        if EraseAgent in kinds:
            # The rows are gone; if the file is busy or full, traces are removed later.
            with suppress(StorageBusy, StorageFull):
                self.scrub()
        elif DeleteConversation in kinds:
            with self._exclusive() as connection:
                cut_log(connection)
        return written

    def revision(self, agent: str) -> int:
        """A number that grows with every write of this agent and never decreases."""
        return self._read(lambda c: changes.revision(c, agent)[0])

    def changes(self, agent: str, since: int, *, space: str = "", reader: str = "") -> Changes:
        """What a reader at revision `since` must remove and add."""
        return self._read(lambda c: changes.changes(c, agent, since, space, reader))

    def conversations(
        self, agent: str, *, after: str | None = None, limit: int | None = None
    ) -> tuple[Conversation, ...]:
        """Conversations, newest first, starting after the one with the id `after`."""
        return self._read(lambda c: reads.conversations(c, agent, after, limit))

    def conversation(self, agent: str, conversation: str) -> Conversation | None:
        """One conversation."""
        return self._read(lambda c: reads.conversation(c, agent, conversation))

    def turns(self, agent: str, conversation: str | None = None) -> tuple[Turn, ...]:
        """Every turn in order of arrival."""
        return self._read(lambda c: reads.turns(c, agent, conversation))

    def window(
        self,
        agent: str,
        conversation: str,
        *,
        after: int = -1,
        limit: int,
        missing: Missing | None = None,
    ) -> tuple[Turn, ...]:
        """Turns of one conversation after the index `after`, or those with `missing` data."""
        return self._read(lambda c: reads.window(c, agent, conversation, after, limit, missing))

    def entry_window(
        self, agent: str, *, since: int = 0, limit: int, missing: Missing
    ) -> tuple[tuple[int, Entry], ...]:
        """Searchable memories with `missing` data, changed at `since` or later."""
        return self._read(lambda c: reads.entry_window(c, agent, since, limit, missing))

    def tail(self, agent: str, conversation: str, *, last: int) -> ConversationTail:
        """At most the last `last` turns of one conversation."""
        return self._read(lambda c: tails.tail(c, agent, conversation, last))

    def conversation_revision(self, agent: str, conversation: str) -> int:
        """A number that grows with every change of one conversation."""
        return self._read(lambda c: tails.conversation_revision(c, agent, conversation))

    def changed_conversations(self, agent: str, *, since: int, limit: int) -> tuple[str, ...]:
        """Conversations changed after a revision, latest change first."""
        return self._read(lambda c: tails.changed_conversations(c, agent, since, limit))

    def tuning(self, agent: str) -> Tuning:
        """The totals of the optimizer and its last run for one agent."""
        return self._read(lambda c: optimizer.tuning(c, agent))

    def every_tuning(self) -> Tuning:
        """The totals of the optimizer and its last run over all agents."""
        return self._read(optimizer.every_tuning)

    def snapshots(self, agent: str, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for one agent, oldest first."""
        return self._read(lambda c: optimizer.snapshots(c, agent, limit))

    def every_snapshot(self, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for any agent, oldest first."""
        return self._read(lambda c: optimizer.every_snapshot(c, limit))

    def turns_by_id(
        self, agent: str, names: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], Turn]:
        """The existing turns among these (conversation, id)."""
        return self._read(lambda c: reads.turns_by_id(c, agent, names))

    def turn(self, agent: str, conversation: str, turn_id: str) -> Turn | None:
        """One turn."""
        return self._read(lambda c: reads.turn(c, agent, conversation, turn_id))

    def entries(
        self,
        agent: str,
        chosen: EntryFilter,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> tuple[Entry, ...]:
        """Memories, newest first, starting after the one with the id `after`."""
        return self._read(lambda c: reads.entries(c, agent, chosen, after, limit))

    def entry(self, agent: str, entry_id: str) -> Entry | None:
        """One memory, in any status."""
        return self._read(lambda c: reads.entry(c, agent, entry_id))

    def entry_by_digest(self, agent: str, digest: str) -> Entry | None:
        """The memory that makes the statement with this digest, active ones first."""
        return self._read(lambda c: reads.entry_by_digest(c, agent, digest))

    def turns_since(self, agent: str, revision: int, *, limit: int) -> tuple[tuple[int, Turn], ...]:
        """Turns newer than a revision, in order of arrival."""
        return self._read(lambda c: learned.turns_since(c, agent, revision, limit))

    def entries_since(self, agent: str, revision: int) -> tuple[tuple[int, Entry], ...]:
        """Memories and records in any status changed after a revision."""
        return self._read(lambda c: learned.entries_since(c, agent, revision))

    def memory_count(self, agent: str) -> int:
        """How many memories there are in any status."""
        return self._read(lambda c: reads.memory_count(c, agent))

    def entries_from(self, agent: str, conversation: str) -> tuple[Entry, ...]:
        """Memories and records in any status that have a source in a conversation."""
        return self._read(lambda c: learned.entries_from(c, agent, conversation))

    def entries_as_of(self, agent: str, moment: datetime) -> tuple[Entry, ...]:
        """What had been said by a moment, newest first, as it was then."""
        return self._read(lambda c: learned.entries_as_of(c, agent, moment))

    def answer(self, agent: str, key: str) -> str | None:
        """The stored answer of a model to a prompt."""
        return self._read(lambda c: learned.answer(c, agent, key))

    def touch(self, agent: str, ids: Sequence[str], at: datetime, *, gain: float) -> None:
        """Count a use of memories, and raise their confidence at most once a day."""
        self._change(lambda c: learned.touch(c, agent, ids, at, gain))

    def history(self, agent: str, entry_id: str) -> tuple[Version, ...]:
        """Every version of one memory, oldest first."""
        return self._read(lambda c: reads.history(c, agent, entry_id))

    def dump(self, agent: str) -> Dump:
        """Everything that an export of this agent contains."""
        return self._read(lambda c: reads.dump(c, agent))

    def every_agent(
        self, *, after: str | None = None, limit: int | None = None, reach: Reach = ALL_AGENTS
    ) -> tuple[AgentSummary, ...]:
        """All agents by name, starting after `after`."""
        return self._read(lambda c: across_agents.every_agent(c, after, limit, reach))

    def every_entry(
        self,
        reach: Reach,
        chosen: EntryFilter,
        *,
        after: tuple[str, str] | None = None,
        limit: int | None = None,
    ) -> tuple[tuple[str, Entry], ...]:
        """Memories of several agents, each with its agent, newest first."""
        return self._read(lambda c: across_agents.every_entry(c, reach, chosen, after, limit))

    def every_agent_with_entry(self, entry_id: str, reach: Reach) -> tuple[str, ...]:
        """The agents that have a memory with this id."""
        return self._read(lambda c: across_agents.every_agent_with_entry(c, entry_id, reach))

    def every_tally(self, reach: Reach) -> tuple[Tally, ...]:
        """How many memories several agents have together, by kind, priority and status."""
        return self._read(lambda c: across_agents.every_tally(c, reach))

    def every_job(
        self,
        *,
        state: JobState | None = None,
        after: str | None = None,
        limit: int | None = None,
        reach: Reach = ALL_AGENTS,
    ) -> tuple[Job, ...]:
        """Jobs of all agents, newest first, starting after the one with the id `after`."""
        return self._read(lambda c: across_agents.every_job(c, state, after, limit, reach))

    def any_job(self, job_id: str) -> Job | None:
        """One job of any agent."""
        return self._read(lambda c: across_agents.any_job(c, job_id))

    def claim_any(
        self, kinds: frozenset[JobKind], *, owner: str, now: datetime, until: datetime
    ) -> Claim | None:
        """Lease one due job to `owner` until a moment; agents take turns."""

        def lease(connection: sqlite3.Connection) -> tuple[Claim, int] | None:
            jobs.expire(connection.execute, now)
            return jobs.claim(
                connection.execute, kinds, owner=owner, now=now, until=until, after=self._served
            )

        leased = self._change(lease)
        if leased is None:
            return None
        claim, self._served = leased
        return claim

    def extend_lease(self, claim: Claim, until: datetime) -> None:
        """Extend a worker's lease; does nothing if another worker has the job by now."""
        self._change(lambda c: jobs.extend(c.execute, claim, until))

    def next_due(self) -> datetime | None:
        """When the next pending job becomes due or the next lease expires."""
        return self._read(lambda c: jobs.next_due(c.execute))

    def hasten_every_job(self, kinds: frozenset[JobKind], now: datetime) -> None:
        """Make every pending job of these kinds due now."""
        self._change(lambda c: jobs.hasten(c.execute, kinds, now))

    def every_lease_owner(self) -> tuple[str, ...]:
        """The current lease owners."""
        return self._read(across_agents.every_lease_owner)

    def release_leases(self, owner: str) -> None:
        """Release all leases of a worker that has died."""
        self._change(lambda c: jobs.release(c.execute, owner))

    def space(self) -> str | None:
        """The vector space of this database."""
        return self._read(lambda c: adopted(c.execute, JobKind.EMBED))

    def reader(self) -> str | None:
        """The name of the reader whose readings this database stores."""
        return self._read(lambda c: adopted(c.execute, JobKind.READ))

    def adopt_space(self, space: str | None, now: datetime) -> None:
        """Set the vector space; if it differs, everything is embedded again."""
        if self.space() != space:
            self._change(lambda c: adopt(c, JobKind.EMBED, space, now))

    def adopt_reader(self, reader: str, now: datetime) -> None:
        """Set the reader; if it differs, everything is read again."""
        if self.reader() != reader:
            self._change(lambda c: adopt(c, JobKind.READ, reader, now))

    def extractor(self) -> str | None:
        """The built-in extractor that this database was learned with."""
        return self._read(lambda c: extractor(c.execute))

    def adopt_extractor(self, name: str, now: datetime) -> None:
        """Set the extractor; if it differs, agents with turns learn again from the start."""
        if self.extractor() != name:
            self._change(lambda c: adopt_extractor(c, name, now))

    def stats(self) -> StoreStats:
        """How much is stored, over all agents."""
        return self._read(across_agents.stats)

    def faults(self) -> tuple[str, ...]:
        """What is wrong with the database itself, one sentence each; empty if it is sound."""
        return self._read(health.faults)

    def scrub(self) -> None:
        """Remove traces of deleted rows from the database files."""
        with self._exclusive() as connection:
            scrub(connection, self._patience)
