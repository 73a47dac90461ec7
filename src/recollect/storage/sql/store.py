"""The methods of a store whose SQL is the same on every database."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from recollect.domain.job import Claim, JobKind
from recollect.domain.store_results import Written
from recollect.domain.writes import EraseAgent, Write
from recollect.storage.sql import (
    access,
    across_agents,
    derived,
    dump,
    erasure,
    jobs,
    learned,
    optimizer,
    reads,
    timekeeping,
    traces,
)
from recollect.storage.sql import changes as change_log
from recollect.storage.sql import items as item_rows
from recollect.storage.sql.claims import Rotation
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.find_text import find_text

_P = ParamSpec("_P")
_T = TypeVar("_T")


_Query = Callable[Concatenate[Connection, _P], _T]
_Method = Callable[Concatenate["SqlStore", _P], _T]


def _running(how: str, query: _Query[_P, _T]) -> _Method[_P, _T]:
    """A method that runs a query of a connection, as the store's method `how` does."""

    @wraps(query)
    def method(store: "SqlStore", /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        found: _T = getattr(store, how)(lambda connection: query(connection, *args, **kwargs))
        return found

    return method


def reading(query: _Query[_P, _T]) -> _Method[_P, _T]:
    """A method that runs a query in one snapshot."""
    return _running("read", query)


def asking(query: _Query[_P, _T]) -> _Method[_P, _T]:
    """A method that needs no snapshot: of one statement, or of rows that may change one by one."""
    return _running("ask", query)


def writing(work: _Query[_P, _T]) -> _Method[_P, _T]:
    """A method that runs the work in one durable transaction."""
    return _running("change", work)


class SqlStore(ABC):
    """A `Store`, except for what depends on the database."""

    # The file or the address, without user name and password.
    path: str
    # Whose jobs were leased last, so that agents take turns.
    _rotation: Rotation

    @abstractmethod
    def read(self, query: Callable[[Connection], _T]) -> _T:
        """Run a query in one snapshot."""

    def ask(self, query: Callable[[Connection], _T]) -> _T:
        """Run a query of one statement."""
        return self.read(query)

    @abstractmethod
    def change(self, work: Callable[[Connection], _T]) -> _T:
        """Run the work in one transaction, and return once it is durable."""

    @abstractmethod
    def write_every(self, batches: Sequence[tuple[str, tuple[Write, ...]]]) -> tuple[Written, ...]:
        """Apply the writes of several agents in one transaction, or none of them."""

    def stream(
        self, connection: Connection, sql: str, values: Sequence[object]
    ) -> Iterator[tuple[Any, ...]]:
        """Rows of a query that are not all in RAM at once."""
        return iter(connection.execute(sql, values))

    @abstractmethod
    def close(self) -> None:
        """Close the database; closing twice is fine."""

    @abstractmethod
    def reserve(self, connection: Connection, reason: str) -> None:
        """Refuse writes while rows are copied here, if others may write."""

    @abstractmethod
    def allow_writes(self, connection: Connection) -> None:
        """Let this transaction write to a reserved database."""

    @abstractmethod
    def refuse_writes(self, connection: Connection, reason: str | None) -> None:
        """Let every write fail with this reason, in all processes; None ends that."""

    @abstractmethod
    def after_copy(self, connection: Connection) -> None:
        """Prepare a database for new rows whose rows were copied with their numbers."""

    revision = asking(change_log.revision)
    state = asking(change_log.state)
    changes = reading(change_log.changes)

    conversations = reading(reads.conversations)
    conversation = asking(reads.conversation)
    turns = asking(reads.turns)
    turn = asking(reads.turn)
    turns_by_id = asking(reads.turns_by_id)
    turns_since = asking(learned.turns_since)
    stored_text = asking(reads.stored_text)
    window = asking(reads.window)
    tail = reading(reads.tail)
    conversation_revision = asking(reads.conversation_revision)
    changed_conversations = asking(reads.changed_conversations)

    entries = asking(reads.entries)
    entry = asking(reads.entry)
    entries_by_id = asking(reads.entries_by_id)
    entry_by_digest = asking(reads.entry_by_digest)
    entry_window = asking(reads.entry_window)
    entries_since = asking(learned.entries_since)
    entries_from = asking(learned.entries_from)
    entries_as_of = asking(learned.entries_as_of)
    memory_count = asking(reads.memory_count)
    history = asking(reads.history)
    answer = asking(learned.answer)
    touch = writing(learned.touch)

    items = reading(item_rows.items)
    items_by_id = asking(item_rows.items_by_id)
    item_versions = reading(item_rows.item_versions)
    item_count = asking(item_rows.item_count)
    item_namespaces = asking(item_rows.item_namespaces)
    item_dims = asking(item_rows.item_dims)
    next_expiry = asking(item_rows.next_expiry)
    item_window = asking(item_rows.item_window)
    item_changes = reading(item_rows.item_changes)
    refresh_items = writing(item_rows.refresh_items)

    every_job = reading(across_agents.every_job)
    any_job = asking(across_agents.any_job)
    next_due = asking(jobs.next_due)
    hasten_every_job = writing(jobs.hasten)
    mark_paused = writing(jobs.mark_paused)
    release_leases = writing(jobs.release)
    every_lease_owner = asking(across_agents.every_lease_owner)

    keys_required_since = asking(access.keys_required_since)
    require_keys = writing(access.require_keys)

    clock_marks = asking(timekeeping.clock_marks)
    put_clock_marks = writing(timekeeping.put_clock_marks)

    has_traces = asking(traces.has_traces)
    erasure_mark = asking(traces.erasure_mark)
    dump = reading(dump.dump)
    every_agent = asking(across_agents.every_agent)
    every_entry = reading(across_agents.every_entry)
    every_agent_with_entry = asking(across_agents.every_agent_with_entry)
    every_tally = asking(across_agents.every_tally)
    every_agent_changed_since = asking(across_agents.every_agent_changed_since)
    tuning = reading(optimizer.tuning)
    every_tuning = reading(optimizer.every_tuning)
    snapshots = asking(optimizer.snapshots)
    every_snapshot = asking(optimizer.every_snapshot)
    space = asking(derived.space)
    reader = asking(derived.reader)
    extractor = asking(derived.extractor)
    sweep_rules = asking(derived.sweep_rules)
    every_text_with = find_text

    def write(self, agent: str, *writes: Write) -> Written:
        """Apply all the writes in one transaction, or none; they are durable on return.

        A large agent is erased in several, so that other writers do not wait.
        """
        if writes == (EraseAgent(),):
            while self.change(lambda c: erasure.delete_piece(c, agent)):
                pass
        (written,) = self.write_every([(agent, writes)])
        return written

    def claim_any(
        self,
        kinds: frozenset[JobKind],
        *,
        owner: str,
        now: datetime,
        until: datetime,
        agent: str | None = None,
    ) -> Claim | None:
        """Lease one due job, of one agent or of any, to `owner`; agents take turns."""

        def work(connection: Connection) -> Claim | None:
            ahead = self.clock_difference(connection)
            lease = jobs.Lease(owner, now + ahead, until + ahead)
            return jobs.claim(connection, kinds, lease, self._rotation, agent)

        return self.change(work)

    def extend_lease(self, claim: Claim, until: datetime) -> None:
        """Extend a worker's lease, if it is still valid."""
        self.change(lambda c: jobs.extend(c, claim, until + self.clock_difference(c)))

    def clock_difference(self, _connection: Connection) -> timedelta:
        """How far the clock by which leases end is ahead of this process's."""
        return timedelta()

    def begin_clock_marks(self, now: datetime) -> None:
        """If there are no marks, confirm when the last job was created, or now without jobs."""
        if self.clock_marks() is None:
            self.change(lambda c: timekeeping.begin_clock_marks(c, now))

    def hasten_future_jobs(self, now: datetime) -> None:
        """Make jobs due that a clock which was ahead has postponed, and shorten their leases."""
        # Usually there are none, and an idle worker must not write.
        if self.read(lambda c: timekeeping.has_future_jobs(c, now)):
            self.change(lambda c: timekeeping.hasten_future_jobs(c, now))

    def adopt_space(self, space: str | None, now: datetime) -> None:
        """Set the vector space; if it differs, everything is embedded again."""
        if self.space() != space:
            self.change(lambda c: derived.adopt(c, JobKind.EMBED, space, now))

    def adopt_reader(self, reader: str, now: datetime) -> None:
        """Set the reader; if it differs, everything is read again."""
        if self.reader() != reader:
            self.change(lambda c: derived.adopt(c, JobKind.READ, reader, now))

    def adopt_extractor(self, name: str, now: datetime) -> None:
        """Set the extractor; if it differs, agents with turns learn again from the start."""
        if self.extractor() != name:
            self.change(lambda c: derived.adopt_extractor(c, name, now))

    def adopt_sweep(self, rules: str, due_at: datetime) -> None:
        """Set the rules of the sweep; if they differ, every agent is swept by `due_at`."""
        if self.sweep_rules() != rules:
            self.change(lambda c: derived.adopt_sweep(c, rules, due_at))
