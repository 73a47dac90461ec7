"""The SQLite store: the shared SQL on one file, with erasure from its bytes."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from recollect.domain.clock import to_micros
from recollect.domain.ports import Clock
from recollect.domain.store_results import StoreStats, Written
from recollect.domain.writes import DeleteConversation, DeleteTurn, EraseAgent, PurgeEntry, Write
from recollect.errors import StorageBusy, StorageFull
from recollect.storage.sql import across_agents, apply, traces
from recollect.storage.sql.claims import Rotation
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.store import reading
from recollect.storage.sql.table_rows import TABLES
from recollect.storage.sqlite import health
from recollect.storage.sqlite.connection import translating
from recollect.storage.sqlite.copies import remove_kept_copies
from recollect.storage.sqlite.database import Database
from recollect.storage.sqlite.scrub import cut_log, scrub


class SqliteStore(Database):
    """A `Store` in one SQLite file, or in RAM under the path ":memory:"."""

    faults = reading(health.faults)

    def __init__(self, path: str | Path, *, clock: Clock, patience: float = 30.0) -> None:
        super().__init__(path, patience=patience)
        self._clock = clock
        self._scrubbing = threading.Lock()
        self._rotation = Rotation()

    def write_every(self, batches: Sequence[tuple[str, tuple[Write, ...]]]) -> tuple[Written, ...]:
        """Apply the writes of several agents in one transaction, or none of them."""
        now = to_micros(self._clock.now())
        written = self.change(
            lambda c: tuple(apply.write(c, agent, writes, now) for agent, writes in batches)
        )
        kinds = {type(item) for _, writes in batches for item in writes}
        if EraseAgent in kinds:
            # The rows are gone; if the file is busy or full, traces are removed later.
            with suppress(StorageBusy, StorageFull):
                self.scrub()
            if not self._in_ram:
                with translating(self.path):
                    remove_kept_copies(self.path)
        elif kinds & {DeleteConversation, DeleteTurn, PurgeEntry}:
            with self._exclusive() as connection:
                cut_log(connection)
        return written

    def scrub(self) -> None:
        """Remove traces of deleted rows from the database files."""
        with self._scrubbing, translating(self.path):
            mark = self.read(traces.mark_of)
            if mark is not None and (self._in_ram or scrub(self.path, self._exclusive)):
                self.change(lambda c: traces.unmark(c, mark))
                with self._exclusive() as connection:
                    cut_log(connection)

    def reserve(self, connection: Connection, reason: str) -> None:
        """Nothing: a file gets its name once it is complete, so nobody else has it open."""

    def allow_writes(self, connection: Connection) -> None:
        """Nothing: a file is not reserved."""

    def after_copy(self, connection: Connection) -> None:
        """Nothing: SQLite numbers new rows after those there are."""

    def refuse_writes(self, connection: Connection, reason: str | None) -> None:
        """Let every write fail with this reason, in all processes; None ends that."""
        for table in TABLES:
            for event in ("INSERT", "UPDATE", "DELETE"):
                name = f"refuse_{event.lower()}_{table}"
                connection.execute(f"DROP TRIGGER IF EXISTS {name}")
                if reason is not None:
                    text = reason.replace("'", "''")
                    connection.execute(
                        f"CREATE TRIGGER {name} BEFORE {event} ON {table}"
                        f" BEGIN SELECT RAISE(ABORT, '{text}'); END"
                    )

    def when_asked(self, wake: Callable[[], None]) -> None:
        """Nothing: processes that share a file poll it."""

    def stats(self) -> StoreStats:
        """How much is stored, over all agents."""
        return self.read(lambda c: across_agents.stats(c, health.size(c)))

    def check_writable(self) -> None:
        """Raise StorageError if a write would fail now: file lost, read-only, or disk full."""
        self._check_usable()
        self._files.check()
        if not self._in_ram:
            health.check_writable(self.path)
