"""The PostgreSQL store: the shared SQL, and what many servers need."""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from uuid import uuid4

from recollect.domain.clock import SystemClock, to_micros
from recollect.domain.items import DropItems
from recollect.domain.ports import Clock
from recollect.domain.store_results import AgentState, StoreStats, Written
from recollect.domain.writes import (
    DeleteConversation,
    DeleteTurn,
    Enqueue,
    EraseAgent,
    PurgeEntry,
    Write,
)
from recollect.errors import StorageCorrupt
from recollect.storage.postgres import filters, guard
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.postgres.listener import CHANNEL, Listener
from recollect.storage.postgres.shared import PostgresShared, forget
from recollect.storage.sql import across_agents, apply, changes, health, traces
from recollect.storage.sql.claims import Rotation
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.store import asking, reading

# All notifications of a database wait for each other, so a server sends only a few.
_NOTIFY_SECONDS = 0.1
_DELETIONS = (DeleteConversation, DeleteTurn, DropItems, EraseAgent, PurgeEntry)
_MOST_ROWS = 100_000
# Everything that holds a user's words.
_WITH_WORDS = (
    "conversations, turns, turn_vectors, entries, entry_vectors, entry_versions, items, answers,"
    " jobs, tombstones, subscriptions, agents, receipts, requests"
)
_NOW = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)"


class PostgresStore(PostgresDatabase):
    """A `Store` in a PostgreSQL database that many servers and workers share."""

    entries = asking(filters.entries)
    every_entry = reading(filters.every_entry)
    items = reading(filters.items)
    item_versions = reading(filters.item_versions)
    reserve = refuse_writes = staticmethod(guard.refuse_writes)
    allow_writes = staticmethod(guard.allow_writes)

    def __init__(
        self, url: str, *, clock: Clock, patience: float = 30.0, connections: int = 10
    ) -> None:
        super().__init__(url, patience=patience, connections=connections)
        self.shared = PostgresShared(self)
        self._clock = clock
        self._rotation = Rotation()
        self._name = uuid4().hex
        self._notified = 0.0
        # The rows of agents that were asked for; not by their names, which an erasure must end.
        self._rows: dict[int, int] = {}
        self._listener: Listener | None = None
        self._starting = threading.Lock()

    def close(self) -> None:
        """Close the database; closing twice is fine."""
        if self._listener is not None:
            self._listener.stop()
        self.shared.close()
        super().close()

    def state(self, agent: str) -> AgentState:
        """The revisions of this agent, and the spaces that it reads.

        Every search asks for it. With the agent's row in RAM, PostgreSQL opens one partition of
        each table instead of all.
        """
        name = hash(agent)
        known = self._rows.get(name)
        found, row = self.ask(lambda c: changes.state_and_row(c, agent, known))
        if row is not None and row != known:
            if len(self._rows) >= _MOST_ROWS:
                self._rows.clear()
            self._rows[name] = row
        return found

    def write_every(self, batches: Sequence[tuple[str, tuple[Write, ...]]]) -> tuple[Written, ...]:
        """Apply the writes of several agents in one transaction, or none of them."""
        now = to_micros(self._clock.now())
        asks = any(isinstance(item, Enqueue) for _, writes in batches for item in writes)

        def work(connection: Connection) -> tuple[Written, ...]:
            if len(batches) > 1:
                _lock(connection, [agent for agent, _ in batches])
            written = tuple(apply.write(connection, agent, items, now) for agent, items in batches)
            deleting = (
                agent
                for agent, items in batches
                if any(isinstance(item, _DELETIONS) for item in items)
            )
            if cleared := [*deleting]:
                forget(connection, cleared)
            if asks:
                self._notify(connection)
            return written

        return self.change(work)

    def _notify(self, connection: Connection) -> None:
        """Wake the workers of other servers when this is committed; they poll as well."""
        if time.monotonic() - self._notified > _NOTIFY_SECONDS:
            connection.execute("SELECT pg_notify(?, ?)", (CHANNEL, self._name))
            self._notified = time.monotonic()

    def when_asked(self, wake: Callable[[], None]) -> None:
        """Call this when another server has requested a job."""
        with self._starting:
            if self._listener is None:
                self._listener = Listener(self._address, self._name)
                self._listener.start()
            self._listener.callbacks.append(wake)

    def hasten_future_jobs(self, now: datetime) -> None:
        """Make jobs due that a clock which was ahead has postponed, by the database's clock."""
        super().hasten_future_jobs(now + self.read(self.clock_difference))

    def clock_difference(self, connection: Connection) -> timedelta:
        """How far the database's clock is ahead of this server's; a test's clock is left alone."""
        if not isinstance(self._clock, SystemClock):
            return timedelta()
        here = self._clock.now()
        (there,) = connection.execute(_NOW).fetchone()
        return timedelta(microseconds=there - to_micros(here))

    def after_copy(self, connection: Connection) -> None:
        """Continue the numbers of the copied rows, and plan for how many there are."""
        guard.continue_numbers(connection)
        connection.execute("ANALYZE")

    def stats(self) -> StoreStats:
        """How much is stored, over all agents."""

        def query(connection: Connection) -> StoreStats:
            (size,) = connection.execute("SELECT pg_database_size(current_database())").fetchone()
            return across_agents.stats(connection, int(size))

        return self.read(query)

    def check_writable(self) -> None:
        """Raise StorageError if a write would fail now: no server, a read-only one, a full disk."""

        def work(connection: Connection) -> None:
            # A database that is being moved can still be read, so it is as ready as before.
            guard.allow_writes(connection)
            connection.execute(*health.NOTE_WRITE)

        self.change(work)

    def faults(self) -> tuple[str, ...]:
        """Rows that cannot be decoded."""
        try:
            return tuple(self.read(health.unreadable))
        except StorageCorrupt as broken:
            # Too damaged to continue.
            return (str(broken),)

    def scrub(self) -> None:
        """Remove deleted rows from the tables, so that their space is used again."""
        mark = self.read(traces.mark_of)
        if mark is not None:
            self.outside_transaction(f"VACUUM (INDEX_CLEANUP ON) {_WITH_WORDS}")
            self.change(lambda c: traces.unmark(c, mark))


def _lock(connection: Connection, agents: list[str]) -> None:
    """Lock several agents in one order, so that two writers of the same ones do not deadlock."""
    marks = ", ".join("?" * len(agents))
    select = f"SELECT pk FROM agents WHERE id IN ({marks}) ORDER BY id FOR UPDATE"
    connection.execute(select, agents)
