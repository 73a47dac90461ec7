"""Many callers' writes share one commit: it costs the same for all of them.

A write is a function run in its own savepoint. One that fails fails alone; the caller hears of success only
after the commit that holds it. There is no thread for this: whoever gets the mutex first commits for
everybody who is waiting, and those find their work done when their turn comes.
"""

import random
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from recollect.errors import Closed
from recollect.storage.sqlite.connection import translated

_T = TypeVar("_T")
_BATCH = 256


def _busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


class _Ticket(Generic[_T]):
    """One caller's write and, once it is settled, its result or its error."""

    __slots__ = ("error", "result", "settled", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], _T]) -> None:
        self.work = work
        self.result: _T | None = None
        self.error: Exception | None = None
        self.settled = False

    def run(self, connection: sqlite3.Connection) -> None:
        """Try the work inside the transaction that is open."""
        self.error = None
        self.result = self.work(connection)


class Writer:
    """Runs writes in order, in groups, on a connection that nobody else touches meanwhile."""

    def __init__(
        self, connection: sqlite3.Connection, path: str, *, patience: float, mutex: threading.RLock
    ) -> None:
        self._connection = connection
        self._path = path
        self._patience = patience
        self._mutex = mutex
        self._waiting: deque[_Ticket[object]] = deque()
        self._closed = False
        self._begun = False

    def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Do the work in a transaction and return when it is on the disk."""
        ticket: _Ticket[_T] = _Ticket(work)
        self._waiting.append(ticket)  # type: ignore[arg-type]  # the queue never looks at the result
        try:
            with self._mutex:
                while not ticket.settled:
                    self._lead()
        except BaseException:
            # Interrupted: what its caller has given up must not be written behind their back.
            self._withdraw(ticket)
            raise
        if ticket.error is not None:
            raise ticket.error
        return ticket.result  # type: ignore[return-value]  # settled without error: the result is there

    def close(self) -> None:
        """Take no more writes; those that wait are told."""
        with self._mutex:
            self._closed = True

    def _lead(self) -> None:
        """Settle a group of those who wait."""
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _BATCH))]
        try:
            self._settle(batch)
        finally:
            # Only an interrupt leaves any unsettled: the next one to lead takes them up.
            self._waiting.extendleft(t for t in reversed(batch) if not t.settled)

    def _withdraw(self, ticket: _Ticket[_T]) -> None:
        with self._mutex:
            if ticket in self._waiting:
                self._waiting.remove(ticket)  # type: ignore[arg-type]

    def _settle(self, batch: list[_Ticket[object]]) -> None:
        """Commit the batch together; where the whole of it broke, each one alone."""
        try:
            self._commit(batch)
        except sqlite3.Error as error:
            self._undo()
            if len(batch) > 1 and not _busy(error):
                for ticket in batch:
                    self._settle([ticket])
                return
            # All have waited for the file together; one by one the last would wait for hours.
            for ticket in batch:
                ticket.error = translated(error, self._path)
        except Exception as error:  # noqa: BLE001 - it belongs to the caller whose write it was
            self._undo()
            for ticket in batch:
                ticket.error = ticket.error or error
        except BaseException:
            # Interrupted behind the commit: it stands, and nobody must write it again.
            committed = self._begun and not self._connection.in_transaction
            self._undo()
            if committed:
                self._mark(batch)
            raise
        self._mark(batch)

    def _mark(self, batch: list[_Ticket[object]]) -> None:
        for ticket in batch:
            ticket.settled = True

    def _commit(self, batch: list[_Ticket[object]]) -> None:
        if self._closed:
            raise Closed("this memory has been closed")
        self._begun = False
        self._begin()
        self._begun = True
        if len(batch) == 1:
            batch[0].run(self._connection)
        else:
            for ticket in batch:
                self._attempt(ticket)
        self._connection.execute("COMMIT")

    def _attempt(self, ticket: _Ticket[object]) -> None:
        """Run one write so that its failure leaves the others of its group untouched."""
        self._connection.execute("SAVEPOINT one")
        try:
            ticket.run(self._connection)
        except Exception as error:
            # A full or failing disk makes SQLite roll back everything; then the group is done over, one by one.
            if not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK TO one")
            own = translated(error, self._path) if isinstance(error, sqlite3.Error) else error
            ticket.error = own
        self._connection.execute("RELEASE one")

    def _begin(self) -> None:
        """Wait for the write lock. Short random naps are fairer between processes than SQLite's own waiting."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if not _busy(error) or time.monotonic() > deadline:
                    raise
                time.sleep(random.uniform(0.0002, 0.003))  # noqa: S311 - a nap, not a secret
            else:
                return

    def _undo(self) -> None:
        if not self._closed and self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
