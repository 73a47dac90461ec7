"""Opening a database file: checks, WAL mode and migrations."""

import sqlite3
import time
from pathlib import Path

from recollect.errors import StorageReadOnly
from recollect.storage.sqlite.connection import check_openable, connect, translating
from recollect.storage.sqlite.schema import check_known, migrate, migrations

IN_RAM = ":memory:"
_PAUSE = 0.02


def resolved_path(path: str | Path) -> str:
    """The absolute path of a database, independent of later changes of directory."""
    return IN_RAM if str(path) == IN_RAM else str(Path(path).absolute())


def open_database(path: str, patience: float) -> sqlite3.Connection:
    """The connection for writes, after creating or migrating the file."""
    steps = migrations()
    if path != IN_RAM:
        try:
            check_openable(Path(path))
            _make_folder(Path(path))
        except OSError as error:
            raise StorageReadOnly(f"{path} cannot be opened: {error.strerror}") from error
    with translating(path):
        connection = connect(path)
        try:
            check_known(connection, path, steps)
            _switch_to_wal(connection, patience)
            migrate(connection, path, steps)
            # From here on, the writer itself waits for other processes.
            connection.execute("PRAGMA busy_timeout = 0")
        except BaseException:
            connection.close()
            raise
    return connection


def _switch_to_wal(connection: sqlite3.Connection, patience: float) -> None:
    """Switch to WAL, retrying: SQLite ignores its timeout if others open the same new file."""
    latest = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > latest:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _make_folder(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # The file contains private data: only its owner may read it.
    if not path.exists():
        path.touch(mode=0o600)
