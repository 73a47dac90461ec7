"""One database: opening its file, one connection for all writes, and a pool for reads."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, LifoQueue
from typing import TypeVar

from recollect.errors import Closed, StorageError, StorageReadOnly
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.store import SqlStore
from recollect.storage.sqlite.connection import OLDEST_SQLITE, check_openable, connect, translating
from recollect.storage.sqlite.copies import KEPT_DAYS, copy_before_upgrade, remove_kept_copies
from recollect.storage.sqlite.opened_files import OpenedFiles
from recollect.storage.sqlite.schema import check_known, migrate, migrations, needs_upgrade, version
from recollect.storage.sqlite.unused_bytes import FILES
from recollect.storage.sqlite.writer import Writer

_T = TypeVar("_T")
_IN_RAM = ":memory:"
_READERS = 8
_WAL_PAUSE = 0.02


class Database(SqlStore):
    """One SQLite file, or a database in RAM under the path ":memory:"."""

    def __init__(self, path: str | Path, *, patience: float) -> None:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            found, needed = sqlite3.sqlite_version, ".".join(map(str, OLDEST_SQLITE))
            raise StorageError(f"this Python has SQLite {found}; Recollect needs {needed}")
        self.path = resolved_path(path)
        self._pid = os.getpid()
        self._closed = False
        self._mutex = threading.RLock()
        self._in_ram = self.path == _IN_RAM
        self._connection, self._files = _open(self.path, patience)
        FILES.enter(self.path)
        self._writer = Writer(
            self._connection, self.path, self._files, patience=patience, mutex=self._mutex
        )
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
        FILES.leave(self.path)

    def _check_usable(self) -> None:
        if self._closed:
            raise Closed("this memory has been closed")
        # SQLite's locks do not survive a fork; continuing would corrupt the file.
        if self._pid != os.getpid():
            raise Closed("this memory was opened in another process: open it again after a fork")

    def change(self, work: Callable[[Connection], _T]) -> _T:
        """Run the work in one transaction, and return once it is durable."""
        self._check_usable()
        return self._writer.run(work)

    def read(self, query: Callable[[Connection], _T]) -> _T:
        """Run a query in one snapshot."""
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
                self._files.check()
                with translating(self.path):
                    connection = connect(self.path, create=False)
                    connection.execute("PRAGMA query_only = ON")
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
            self._files.check()
            yield self._connection


def resolved_path(path: str | Path) -> str:
    """The absolute path of a database, independent of later changes of directory."""
    return _IN_RAM if str(path) == _IN_RAM else str(Path(path).absolute())


def _open(path: str, patience: float) -> tuple[sqlite3.Connection, OpenedFiles]:
    """The connection for writes, after creating or migrating the file, and its files."""
    steps, files = migrations(), OpenedFiles()
    if path != _IN_RAM:
        try:
            check_openable(Path(path))
            _make_folder(Path(path))
            files = OpenedFiles.of(path)
        except OSError as error:
            raise StorageReadOnly(f"{path} cannot be opened: {error.strerror}") from error
    with translating(path):
        connection = connect(path)
        try:
            check_known(connection, path, steps)
            _switch_to_wal(connection, patience)
            if path != _IN_RAM:
                remove_kept_copies(path, days=KEPT_DAYS)
                if needs_upgrade(connection, steps):
                    copy_before_upgrade(path, version(connection))
            migrate(connection, path, steps)
            # From here on, the writer itself waits for other processes.
            connection.execute("PRAGMA busy_timeout = 0")
            if files.found:
                files = files.with_log()
        except BaseException:
            connection.close()
            raise
    return connection, files


def _switch_to_wal(connection: sqlite3.Connection, patience: float) -> None:
    """Switch to WAL, retrying: SQLite ignores its timeout if others open the same new file."""
    latest = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > latest:
                raise
            time.sleep(_WAL_PAUSE)
        else:
            return


def _make_folder(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # The file contains private data: only its owner may read it.
    if not path.exists():
        path.touch(mode=0o600)
