"""Connections for many threads; a caller makes one when none is idle, and sees why that fails."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, LifoQueue

from psycopg.pq import TransactionStatus

from recollect.errors import Closed, StorageBusy
from recollect.storage.postgres.session import Session


class ConnectionPool:
    """At most `size` connections, the last used first, because its statements are prepared."""

    def __init__(self, connect: Callable[[], Session], size: int, patience: float) -> None:
        self._connect = connect
        self._patience = patience
        self._idle: LifoQueue[Session] = LifoQueue()
        self._free = threading.BoundedSemaphore(size)
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[Session]:
        """A connection for the caller alone."""
        if not self._free.acquire(timeout=self._patience):
            raise StorageBusy("all connections to the database are in use: database_connections")
        try:
            session = self._take()
            try:
                yield session
            finally:
                self._give_back(session)
        finally:
            self._free.release()

    def _take(self) -> Session:
        if self._closed:
            raise Closed("this memory has been closed")
        try:
            return self._idle.get_nowait()
        except Empty:
            return self._connect()

    def _give_back(self, session: Session) -> None:
        # One that was interrupted in a transaction is of no use to others.
        if session.status is not TransactionStatus.IDLE:
            session.close()
        else:
            self._idle.put(session)
        if self._closed:
            self.close_idle()

    def close_idle(self) -> None:
        """Close the connections that nobody uses, such as those to a server that has restarted."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                return

    def close(self) -> None:
        """Close all connections, those in use when they are given back."""
        self._closed = True
        self.close_idle()
