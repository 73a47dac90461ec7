"""Opening connections, and translating SQLite's errors."""

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from recollect import errors
from recollect.domain.conditions import match_packed

# "RCLT": distinguishes a Recollect database from other SQLite files.
APPLICATION_ID = 0x52434C54
OLDEST_SQLITE = (3, 37)

_BY_CODE: dict[int, tuple[type[errors.StorageError], str]] = {
    sqlite3.SQLITE_BUSY: (errors.StorageBusy, "another process has locked the database"),
    sqlite3.SQLITE_LOCKED: (errors.StorageBusy, "another process has locked the database"),
    sqlite3.SQLITE_FULL: (errors.StorageFull, "the disk is full"),
    sqlite3.SQLITE_READONLY: (errors.StorageReadOnly, "the database cannot be written to"),
    sqlite3.SQLITE_CANTOPEN: (errors.StorageReadOnly, "the database cannot be opened for writing"),
    sqlite3.SQLITE_PERM: (errors.StorageReadOnly, "the database cannot be written to"),
    sqlite3.SQLITE_CORRUPT: (errors.StorageCorrupt, "the database file is damaged"),
    sqlite3.SQLITE_NOTADB: (errors.NotADatabase, "this file is not a Recollect database"),
}


def translated(error: sqlite3.Error, path: str) -> errors.StorageError:
    """The StorageError for an error of SQLite."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and isinstance(error, sqlite3.OperationalError):
        # From Python's module: a stored text is not UTF-8. The message would quote the text.
        return errors.StorageCorrupt(f"{path}: a stored text cannot be read: it is not UTF-8")
    if code == sqlite3.SQLITE_CONSTRAINT_TRIGGER:
        # `SqliteStore.refuse_writes`
        return errors.StorageUnavailable(f"{path}: {error}")
    # The low byte is the primary code; the rest is an SQLite-internal detail.
    primary = (code or 0) & 0xFF
    if primary == sqlite3.SQLITE_CANTOPEN and _no_file_can_be_opened():
        return errors.StorageUnavailable(
            f"{path}: too many files are open; the limit is `ulimit -n`"
        )
    kind, meaning = _BY_CODE.get(primary, (errors.StorageError, "the database failed"))
    return kind(f"{path}: {meaning} ({error})")


def _no_file_can_be_opened() -> bool:
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return error.errno in {errno.EMFILE, errno.ENFILE}
    return False


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another process has locked the database."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


@contextmanager
def translating(path: str) -> Iterator[None]:
    """Translate errors of SQLite into StorageError."""
    try:
        yield
    except sqlite3.Error as error:
        raise translated(error, path) from error
    except OSError as error:
        kind = errors.StorageFull if error.errno == errno.ENOSPC else errors.StorageError
        raise kind(f"{path}: the file cannot be written to ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise errors.StorageCorrupt(
            f"{path}: the database file is damaged (text that is not UTF-8)"
        ) from error


def connect(path: str, *, create: bool = True) -> sqlite3.Connection:
    """A connection with explicit transactions, foreign keys and durable commits.

    Without `create`, a missing file is an error: SQLite would make an empty one in its place.
    """
    name = path if create else f"{Path(path).as_uri()}?mode=rw"
    # The writer itself waits for other processes, so SQLite waits only briefly.
    connection = sqlite3.connect(
        name, uri=not create, isolation_level=None, check_same_thread=False, timeout=5
    )
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    # Overwrite deleted data: erased text must not remain in free pages.
    connection.execute("PRAGMA secure_delete = ON")
    # Functions of PostgreSQL that the shared SQL uses.
    connection.create_function("greatest", -1, max, deterministic=True)
    connection.create_function("least", -1, min, deterministic=True)
    connection.create_function("strpos", 2, lambda text, part: text.find(part) + 1)
    # SQLite's lower() handles only A to Z.
    connection.create_function("casefold", 1, str.casefold, deterministic=True)
    connection.create_function("meets", 2, match_packed, deterministic=True)
    return connection


def file_size(path: Path) -> int:
    """The size of a file, 0 if it does not exist; another process may delete the log any time."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def check_openable(path: Path) -> None:
    """Refuse a directory or another program's file before anything is written."""
    if path.is_dir():
        raise errors.NotADatabase(f"{path} is a directory; give the path of a database file")
    if file_size(path) == 0:
        return
    for pause in (0.01, 0.05, 0.2, None):
        with translating(str(path)):
            if _is_ours(path.absolute()):
                return
        if pause is not None:
            # Another process may be creating the file right now: check again before refusing it.
            time.sleep(pause)
    raise errors.NotADatabase(
        f"{path} is a SQLite database of another program; it was left as it is"
    )


def _is_ours(path: Path) -> bool:
    """Whether a file is a Recollect database, or an empty one that may become one."""
    # Without creating a log; with `immutable`, data in an existing log would be missed.
    has_log = file_size(path.with_name(f"{path.name}-wal")) > 0
    uri = f"{path.as_uri()}?mode=ro{'' if has_log else '&immutable=1'}"
    probe = sqlite3.connect(uri, uri=True, timeout=5, isolation_level=None)
    try:
        # One transaction: a migration that commits in between would look like another program.
        probe.execute("BEGIN")
        (found,) = probe.execute("PRAGMA application_id").fetchone()
        (number,) = probe.execute("PRAGMA user_version").fetchone()
        (tables,) = probe.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    finally:
        probe.close()
    return found == APPLICATION_ID or not (found or number or tables)
