"""The connections of one database: one for all writes, a pool for reads."""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, LifoQueue
from typing import TypeVar

from recollect.errors import Closed, StorageError
from recollect.storage.sqlite.connection import OLDEST_SQLITE, connect_reader, translating
from recollect.storage.sqlite.opening import IN_RAM, open_database, resolved_path
from recollect.storage.sqlite.writer import Writer

_T = TypeVar("_T")
_READERS = 8


class Database:
    """One SQLite file, or a database in RAM under the path ":memory:"."""

    def __init__(self, path: str | Path, *, patience: float) -> None:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            found, needed = sqlite3.sqlite_version, ".".join(map(str, OLDEST_SQLITE))
            raise StorageError(f"this Python has SQLite {found}; Recollect needs {needed}")
        self.path = resolved_path(path)
        self._pid = os.getpid()
        self._closed = False
        self._mutex = threading.RLock()
        self._in_ram = self.path == IN_RAM
        self._connection = open_database(self.path, patience)
        self._writer = Writer(self._connection, self.path, patience=patience, mutex=self._mutex)
        self._idle: LifoQueue[sqlite3.Connection] = LifoQueue()
        self._readers = threading.BoundedSemaphore(_READERS)
        self._patience = patience

    def close(self) -> None:
        """Close the database; closing twice is fine."""
        # A forked child must not wait for the lock, whose owner does not exist there.
        if self._pid != os.getpid():
            return
        with self._mutex:
            if self._closed:
                return
            self._closed = True
        self._writer.close()
        with self._mutex:
            self._connection.close()
            while not self._idle.empty():
                self._idle.get().close()

    def _check_usable(self) -> None:
        if self._closed:
            raise Closed("this memory has been closed")
        # SQLite's locks do not survive a fork; continuing would corrupt the file.
        if self._pid != os.getpid():
            raise Closed("this memory was opened in another process: open it again after a fork")

    def _change(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        self._check_usable()
        return self._writer.run(work)

    def _read(self, query: Callable[[sqlite3.Connection], _T]) -> _T:
        self._check_usable()
        with self._reader() as connection, translating(self.path):
            if self._in_ram:
                return query(connection)
            # One transaction, so that all statements see the same snapshot.
            connection.execute("BEGIN")
            try:
                return query(connection)
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        if self._in_ram:
            with self._mutex:
                self._check_usable()
                yield self._connection
            return
        with self._readers:
            try:
                connection = self._idle.get_nowait()
            except Empty:
                with translating(self.path):
                    connection = connect_reader(self.path)
            try:
                yield connection
            finally:
                if self._closed:
                    connection.close()
                else:
                    self._idle.put(connection)

    @contextmanager
    def _exclusive(self) -> Iterator[sqlite3.Connection]:
        """The writer's connection, while no write runs."""
        self._check_usable()
        with self._mutex, translating(self.path):
            self._check_usable()
            yield self._connection
