"""Many callers' writes share one commit: it costs the same for all of them.

The caller hears of success only after the commit that holds their write. There is no thread for this: whoever
gets the mutex first commits for everybody who is waiting, and those find their work done when their turn comes.
A group with a write that fails is undone and done over one by one: that is rare, while a savepoint around each
write would be paid for always.
"""

import random
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from recollect.errors import Closed, StorageBusy
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
        self._leader = 0

    def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Do the work in a transaction and return when it is on the disk."""
        if self._leader == threading.get_ident():
            # Only a signal handler gets here, in the midst of the write that it has interrupted.
            raise StorageBusy(f"{self._path}: this thread is in the midst of a write")
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
        # First of all, so that a signal handler finds either nothing begun or a leader at work.
        self._leader = threading.get_ident()
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _BATCH))]
        try:
            if batch:
                self._settle(batch)
        finally:
            self._leader = 0
            # Only an interrupt leaves any unsettled: the next one to lead takes them up.
            self._waiting.extendleft(t for t in reversed(batch) if not t.settled)

    def _withdraw(self, ticket: _Ticket[_T]) -> None:
        with self._mutex:
            if ticket in self._waiting:
                self._waiting.remove(ticket)  # type: ignore[arg-type]

    def _settle(self, batch: list[_Ticket[object]]) -> None:
        """Commit the group together; where that fails, each alone, so that only the culprits are told."""
        try:
            self._commit(batch)
        except Exception as error:  # noqa: BLE001 - it belongs to the callers whose writes these were
            self._undo()
            own = translated(error, self._path) if isinstance(error, sqlite3.Error) else error
            # All have waited for the file together; one by one the last would wait for hours.
            if len(batch) > 1 and not isinstance(own, StorageBusy | Closed):
                for ticket in batch:
                    self._settle([ticket])
                return
            for ticket in batch:
                ticket.error = own
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
        for ticket in batch:
            ticket.run(self._connection)
        self._connection.execute("COMMIT")

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
