"""How a connection to the file is made, and what SQLite's errors mean to a caller."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from recollect.errors import (
    NotADatabase,
    StorageBusy,
    StorageCorrupt,
    StorageError,
    StorageFull,
    StorageReadOnly,
)

# "RCLT": tells a Recollect database from any other SQLite file.
APPLICATION_ID = 0x52434C54
OLDEST_SQLITE = (3, 37)

_BY_CODE: dict[int, tuple[type[StorageError], str]] = {
    sqlite3.SQLITE_BUSY: (StorageBusy, "another process is holding the database"),
    sqlite3.SQLITE_LOCKED: (StorageBusy, "another process is holding the database"),
    sqlite3.SQLITE_FULL: (StorageFull, "the disk is full"),
    sqlite3.SQLITE_READONLY: (StorageReadOnly, "the database cannot be written to"),
    sqlite3.SQLITE_CANTOPEN: (StorageReadOnly, "the database cannot be opened for writing"),
    sqlite3.SQLITE_PERM: (StorageReadOnly, "the database cannot be written to"),
    sqlite3.SQLITE_CORRUPT: (StorageCorrupt, "the database file is damaged"),
    sqlite3.SQLITE_NOTADB: (NotADatabase, "this file is not a Recollect database"),
}


def translated(error: sqlite3.Error, path: str) -> StorageError:
    """The error of our own that says what SQLite's means."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and isinstance(error, sqlite3.OperationalError):
        # Not SQLite but Python's module speaks: a stored text is not UTF-8. It would quote the text.
        return StorageCorrupt(f"{path}: a stored text cannot be read: it is not UTF-8")
    # The low byte is the family; the rest only says where inside SQLite it happened.
    kind, meaning = _BY_CODE.get((code or 0) & 0xFF, (StorageError, "the database failed"))
    return kind(f"{path}: {meaning} ({error})")


@contextmanager
def translating(path: str) -> Iterator[None]:
    """Let no error of SQLite's leave without saying what it means."""
    try:
        yield
    except sqlite3.Error as error:
        raise translated(error, path) from error
    except UnicodeDecodeError as error:
        raise StorageCorrupt(
            f"{path}: the database file is damaged (text that is not UTF-8)"
        ) from error


def connect(path: str) -> sqlite3.Connection:
    """A connection with our rules: explicit transactions, foreign keys, every commit on the disk."""
    # Waiting for another process is the writer's own loop, so SQLite itself waits only briefly.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    # What is deleted is overwritten: erased words must not linger in free pages of the file.
    connection.execute("PRAGMA secure_delete = ON")
    # SQLite's own lower() knows A to Z only.
    connection.create_function("casefold", 1, str.casefold, deterministic=True)
    return connection


def connect_reader(path: str) -> sqlite3.Connection:
    """A connection that cannot change anything."""
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _looking_at(path: Path) -> str:
    """The address under which a file is only looked at: not even a log is made beside it."""
    log = path.with_name(f"{path.name}-wal")
    # What is still in a log would be missed, so that one is read too.
    alone = _size(log) == 0
    return f"{path.as_uri()}?mode=ro{'&immutable=1' if alone else ''}"


def _size(path: Path) -> int:
    """How long a file is, in one look: another process may take the log away when it closes the database."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def check_openable(path: Path) -> None:
    """Refuse what is not ours before anything is written: another program's file, or none at all."""
    if path.is_dir():
        raise NotADatabase(f"{path} is a directory; give the path of a database file")
    if _size(path) == 0:
        return
    for patience in (0.01, 0.05, 0.2, None):
        with translating(str(path)):
            if _is_ours(path.absolute()):
                return
        if patience is not None:
            # Another process may be making the file at this very moment: look again before refusing it.
            time.sleep(patience)
    raise NotADatabase(f"{path} is a SQLite database of another program; it was left as it is")


def _is_ours(path: Path) -> bool:
    """Whether a file is a database of ours, or an empty one that may become ours."""
    probe = sqlite3.connect(_looking_at(path), uri=True, timeout=5, isolation_level=None)
    try:
        # One transaction: a migration that commits in between would look like another program's work.
        probe.execute("BEGIN")
        (found,) = probe.execute("PRAGMA application_id").fetchone()
        (number,) = probe.execute("PRAGMA user_version").fetchone()
        (tables,) = probe.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    finally:
        probe.close()
    return found == APPLICATION_ID or not (found or number or tables)
