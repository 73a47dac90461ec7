"""Numbered migrations: all missing ones in one transaction, under a lock of the database."""

from typing import Any

import psycopg
from psycopg import errors as pg

from recollect.errors import NotADatabase, SchemaTooNew, StorageReadOnly
from recollect.storage.migrations import Migration, migrations_of

# "RCLT", as in SQLite's files: two servers that start at once migrate one after the other.
_LOCK = 0x52434C54


def version(connection: psycopg.Connection[Any]) -> int:
    """The number of the last migration, 0 for an empty database."""
    row = connection.execute("SELECT to_regclass('recollect_schema')").fetchone()
    if row is None or row[0] is None:
        return 0
    row = connection.execute("SELECT coalesce(max(number), 0) FROM recollect_schema").fetchone()
    return int(row[0]) if row else 0


def migrate(connection: psycopg.Connection[Any], where: str) -> None:
    """Apply the missing migrations; a newer database is refused and left as it is."""
    steps = migrations_of("recollect.storage.postgres")
    newest = steps[-1].number
    found = version(connection)
    if found > newest:
        message = f"{where} has schema {found}, this Recollect knows {newest}: install a newer one"
        raise SchemaTooNew(message)
    if found == newest:
        return
    try:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock($1)", (_LOCK,))
            # Another process may have migrated it while this one waited for the lock.
            _apply(connection, [step for step in steps if step.number > version(connection)])
    except pg.DuplicateTable:
        message = f"{where} has tables of another program; they were left as they are"
        raise NotADatabase(message) from None
    except (pg.InsufficientPrivilege, pg.InvalidSchemaName, pg.ReadOnlySqlTransaction):
        message = (
            f"{where} has schema {found} and needs {newest}, but this role may not create tables:"
            " open it once with a role that may (docs/postgres.md)"
        )
        raise StorageReadOnly(message) from None


def _apply(connection: psycopg.Connection[Any], steps: list[Migration]) -> None:
    connection.execute(
        "CREATE TABLE IF NOT EXISTS recollect_schema ("
        "number bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())"
    )
    for step in steps:
        connection.execute(step.sql.encode(), prepare=False)
        connection.execute(
            "INSERT INTO recollect_schema (number, name) VALUES ($1, $2)", (step.number, step.name)
        )
