"""One database: a pool of connections, transactions, and what happens when the server goes away."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import psycopg
from psycopg import RawCursor
from psycopg.pq import TransactionStatus

from recollect.errors import Closed, StorageUnavailable
from recollect.storage.postgres.dialect import adapt
from recollect.storage.postgres.errors import is_lost, is_retried, shown, translating, with_options
from recollect.storage.postgres.pool import ConnectionPool
from recollect.storage.postgres.schema import migrate, newest
from recollect.storage.postgres.session import Raw, Session
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.store import SqlStore

_T = TypeVar("_T")
_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_CONNECT_SECONDS = 10
_PAUSE = 0.1


class PostgresDatabase(SqlStore):
    """One PostgreSQL database."""

    def __init__(self, url: str, *, patience: float, connections: int) -> None:
        self.path = shown(url)
        self._pid = os.getpid()
        self._patience = patience
        self._address = with_options(url)
        self._away_since: float | None = None
        self._pool = self._open_pool(connections)

    def _open_pool(self, connections: int) -> ConnectionPool:
        pool = ConnectionPool(self._connect, connections, self._patience)
        try:
            with translating(self.path), pool.connection() as first:
                migrate(first.raw, self.path)
        except BaseException:
            pool.close()
            raise
        return pool

    def _connect(self) -> Session:
        raw = connect(self._address)
        adapt(raw)
        for setting in (
            "plan_cache_mode = force_generic_plan",
            "jit = off",
            # For `guard.refuse_older`.
            f"recollect.schema = {newest()}",
            f"lock_timeout = {int(self._patience * 1000)}",
            # A writer that hangs or was cut off must not hold an agent's lock for ever.
            "idle_in_transaction_session_timeout = 60000",
        ):
            raw.execute(f"SET {setting}".encode())
        return Session(raw)

    def close(self) -> None:
        """Close the database; closing twice is fine."""
        # A forked child shares its parent's connections and must not end them.
        if self._pid == os.getpid():
            self._pool.close()

    def _check_usable(self) -> None:
        if self._pid != os.getpid():
            raise Closed("this memory was opened in another process: open it again after a fork")

    def read(self, query: Callable[[Connection], _T]) -> _T:
        """Run a query in one snapshot."""
        return self._run(_READ, query)

    def ask(self, query: Callable[[Connection], _T]) -> _T:
        """Run a query of one statement, without the cost of a transaction."""
        return self._run(None, query)

    def change(self, work: Callable[[Connection], _T]) -> _T:
        """Run the work in one transaction, and return once it is durable."""
        return self._run("BEGIN", work)

    def _run(self, begin: str | None, work: Callable[[Connection], _T]) -> _T:
        """Run the work, in a transaction if it has a beginning; again, if the server went away."""
        self._check_usable()
        # Once the server has been away for as long as a call waits, calls try once.
        deadline = (self._away_since or time.monotonic()) + self._patience
        while True:
            with translating(self.path):
                try:
                    with self._pool.connection() as session:
                        result = self._transaction(session, begin, work)
                except psycopg.Error as error:
                    if is_lost(error):
                        self._away_since = self._away_since or time.monotonic()
                        # Others have lost their connections too: replace them all.
                        self._pool.close_idle()
                    if not is_retried(error) or time.monotonic() > deadline:
                        raise
                else:
                    self._away_since = None
                    return result
            time.sleep(_PAUSE)

    def stream(
        self, connection: Connection, sql: str, values: Sequence[object]
    ) -> Iterator[tuple[Any, ...]]:
        """Rows of a query that are not all in RAM at once."""
        assert isinstance(connection, Session)
        return connection.stream(sql, values)

    def outside_transaction(self, sql: str) -> None:
        """Run a statement that no transaction may contain."""
        self._check_usable()
        with translating(self.path), self._pool.connection() as session:
            session.command(sql.encode())

    def _transaction(
        self, session: Session, begin: str | None, work: Callable[[Connection], _T]
    ) -> _T:
        if begin is None:
            return work(session)
        try:
            session.command(begin.encode())
            result = work(session)
        except BaseException:
            if session.status is not TransactionStatus.UNKNOWN:
                session.command(b"ROLLBACK")
            raise
        try:
            session.command(b"COMMIT")
        except psycopg.OperationalError as error:
            # Only here a retry could store it twice.
            if begin == _READ or not is_lost(error):
                raise
            reason = "the connection was lost during the commit: it may or may not be stored"
            raise StorageUnavailable(f"{self.path}: {reason}") from error
        return result


def connect(address: str) -> Raw:
    """A connection outside the pool."""
    return psycopg.connect(
        address, autocommit=True, connect_timeout=_CONNECT_SECONDS, cursor_factory=RawCursor
    )
