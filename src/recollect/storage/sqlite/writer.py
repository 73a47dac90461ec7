"""Group commit: concurrent writes share one transaction, because a commit costs the same for all.

A call returns only after the commit that contains its write. There is no writer thread: the caller
that gets the mutex first commits for all who wait. If a write of a group fails, the group is rolled
back and its writes are retried one by one: that is rare, while savepoints would always cost.
"""

import random
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from recollect.errors import Closed, StorageBusy
from recollect.storage.sqlite.connection import is_busy, translated
from recollect.storage.sqlite.opened_files import OpenedFiles

_T = TypeVar("_T")
_BATCH = 256
_CHECK_SECONDS = 0.1


class _Ticket(Generic[_T]):
    """One write and, once it is settled, its result or error."""

    __slots__ = ("error", "result", "settled", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], _T]) -> None:
        self.work = work
        self.result: _T | None = None
        self.error: Exception | None = None
        self.settled = False

    def run(self, connection: sqlite3.Connection) -> None:
        """Run the work inside the open transaction."""
        self.error = None
        self.result = self.work(connection)


class Writer:
    """Runs writes in order and in groups, with exclusive use of its connection."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: str,
        files: OpenedFiles,
        *,
        patience: float,
        mutex: threading.RLock,
    ) -> None:
        self._connection = connection
        self._files = files
        self._path = path
        self._patience = patience
        self._mutex = mutex
        self._waiting: deque[_Ticket[object]] = deque()
        self._closed = False
        self._begun = False
        self._leader = 0
        self._check_at = 0.0

    def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Run the work in a transaction, and return once it is durable."""
        if self._leader == threading.get_ident():
            # Only a signal handler that has interrupted a write gets here.
            raise StorageBusy(f"{self._path}: this thread is already in a write")
        ticket: _Ticket[_T] = _Ticket(work)
        self._waiting.append(ticket)  # type: ignore[arg-type]  # the result is not used
        try:
            with self._mutex:
                while not ticket.settled:
                    self._lead()
        except BaseException:
            # Interrupted: a write whose caller has given up must not happen later.
            with self._mutex:
                if ticket in self._waiting:
                    self._waiting.remove(ticket)  # type: ignore[arg-type]
            raise
        if ticket.error is not None:
            raise ticket.error
        return ticket.result  # type: ignore[return-value]  # settled without error

    def close(self) -> None:
        """Refuse further writes, including waiting ones."""
        with self._mutex:
            self._closed = True

    def _lead(self) -> None:
        """Settle a group of waiting writes."""
        # Set first, so that a signal handler never sees a started group without a leader.
        self._leader = threading.get_ident()
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _BATCH))]
        try:
            if batch:
                self._settle(batch)
        finally:
            self._leader = 0
            # Only an interrupt leaves writes unsettled: the next leader continues with them.
            self._waiting.extendleft(t for t in reversed(batch) if not t.settled)

    def _settle(self, batch: list[_Ticket[object]]) -> None:
        """Commit the group; if that fails, each write alone, so that only failing ones raise."""
        try:
            self._commit(batch)
        except Exception as error:  # noqa: BLE001 - raised in the callers of these writes
            self._undo()
            own = translated(error, self._path) if isinstance(error, sqlite3.Error) else error
            # All have waited for the lock together; one by one, the last would wait far too long.
            if len(batch) > 1 and not isinstance(own, StorageBusy | Closed):
                for ticket in batch:
                    self._settle([ticket])
                return
            for ticket in batch:
                ticket.error = own
        except BaseException:
            # Interrupted after the commit: these writes must not run again.
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
        self._check_files()
        self._begin()
        self._begun = True
        for ticket in batch:
            ticket.run(self._connection)
        self._connection.execute("COMMIT")
        # Removed meanwhile: these writes are in a file that nobody will find again.
        self._files.check_written()

    def _check_files(self) -> None:
        """Begin no write in lost files; each look costs a little, so not before every write."""
        now = time.monotonic()
        if now > self._check_at:
            self._files.check()
            self._check_at = now + _CHECK_SECONDS

    def _begin(self) -> None:
        """Wait for the write lock; short random pauses are fairer than SQLite's busy handler."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if not is_busy(error) or time.monotonic() > deadline:
                    raise
                time.sleep(random.uniform(0.0002, 0.003))  # noqa: S311 - not a secret
            else:
                return

    def _undo(self) -> None:
        self._check_at = 0.0
        if not self._closed and self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
