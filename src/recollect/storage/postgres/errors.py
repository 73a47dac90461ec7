"""Translates PostgreSQL's errors, without quoting a row or a password."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors as pg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from recollect import errors

_MEANINGS: tuple[tuple[tuple[type[psycopg.Error], ...], type[errors.StorageError], str], ...] = (
    ((pg.DiskFull,), errors.StorageFull, "the disk of the database server is full"),
    ((pg.LockNotAvailable,), errors.StorageBusy, "another process has locked these rows"),
    (
        (pg.DeadlockDetected, pg.SerializationFailure),
        errors.StorageBusy,
        "others write the same rows",
    ),
    ((pg.TooManyConnections,), errors.StorageUnavailable, "the server has too many connections"),
    (
        (pg.ReadOnlySqlTransaction,),
        errors.StorageReadOnly,
        "the database is read-only: is this a replica?",
    ),
    (
        (pg.InsufficientPrivilege,),
        errors.StorageReadOnly,
        "the role may not do this (docs/postgres.md says what it needs)",
    ),
    ((pg.DataCorrupted, pg.IndexCorrupted), errors.StorageCorrupt, "the database is damaged"),
    ((pg.UndefinedTable,), errors.StorageCorrupt, "a table is missing"),
)
# Of a trigger of `guard`, which no error of PostgreSQL has; the message is for people.
REFUSED = "RC001"
_REPEATED = (pg.DeadlockDetected, pg.SerializationFailure, pg.TooManyConnections)
# The server stops, starts or recovers.
_AWAY = (pg.AdminShutdown, pg.CrashShutdown, pg.CannotConnectNow)


def is_lost(error: psycopg.Error) -> bool:
    """Whether the server has gone away or cannot be reached."""
    return isinstance(error, _AWAY) or (
        # Without a code it comes from the driver: the connection has failed.
        isinstance(error, psycopg.OperationalError) and error.sqlstate is None
    )


def is_retried(error: psycopg.Error) -> bool:
    """Whether the same transaction may succeed when it is tried again."""
    return isinstance(error, _REPEATED) or is_lost(error)


def parameters(url: str) -> dict[str, str]:
    """The parts of an address; InvalidSetting does not quote it."""
    try:
        return {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except psycopg.ProgrammingError:
        message = "database_url is not an address like postgresql://user:password@host/database"
        raise errors.InvalidSetting(message, field="database_url") from None


def shown(url: str) -> str:
    """An address without user name, password and options, for people."""
    parts = parameters(url)
    host, port = parts.get("host", "localhost"), parts.get("port", "5432")
    return f"postgresql://{host}:{port}/{parts.get('dbname', parts.get('user', ''))}"


def with_options(url: str) -> str:
    """The address, with our name for the server's list of connections."""
    return make_conninfo(url, application_name=parameters(url).get("application_name", "recollect"))


def translated(error: psycopg.Error, where: str) -> errors.StorageError:
    """The StorageError for an error of PostgreSQL."""
    if error.sqlstate == REFUSED:
        return errors.StorageUnavailable(f"{where}: {error.diag.message_primary}")
    for kinds, kind, meaning in _MEANINGS:
        if isinstance(error, kinds):
            return kind(f"{where}: {meaning}")
    if isinstance(error, psycopg.OperationalError):
        # libpq never quotes the password.
        lines = str(error).rpartition("failed: ")[2].removeprefix("FATAL:").strip().splitlines()
        reason = lines[0] if lines else "no answer"
        return errors.StorageUnavailable(f"{where}: the database cannot be reached: {reason}")
    # The message of another error may quote a row.
    return errors.StorageError(f"{where}: the database failed ({type(error).__name__})")


@contextmanager
def translating(where: str) -> Iterator[None]:
    """Translate errors of PostgreSQL into StorageError."""
    try:
        yield
    except psycopg.Error as error:
        raise translated(error, where) from error
