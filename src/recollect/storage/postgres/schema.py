"""Numbered migrations: all missing ones in one transaction, under a lock of the database."""

from typing import Any

import psycopg
from psycopg import errors as pg

from recollect.errors import NotADatabase, SchemaTooNew, StorageReadOnly
from recollect.storage.migrations import Migration, check_applied, migrations_of
from recollect.storage.postgres.guard import refuse_older

# "RCLT", as in SQLite's files: two servers that start at once migrate one after the other.
_LOCK = 0x52434C54


def newest() -> int:
    """The number of the last migration that this Recollect knows."""
    return migrations_of("recollect.storage.postgres")[-1].number


def version(connection: psycopg.Connection[Any]) -> int:
    """The number of the last migration, 0 for an empty database."""
    return _state(connection)[0]


def _state(connection: psycopg.Connection[Any]) -> tuple[int, int]:
    """The number of the last migration, and the oldest that a server may know to use it."""
    # Not by to_regclass: in a transaction, PostgreSQL may remember that there was no such table.
    has_schema = connection.execute(
        "SELECT 1 FROM pg_catalog.pg_class"
        " WHERE relname = 'recollect_schema' AND pg_catalog.pg_table_is_visible(oid)"
    ).fetchone()
    if has_schema is None:
        return 0, 0
    row = connection.execute(
        # The first databases have no column `oldest`.
        "SELECT coalesce(max(number), 0), coalesce(max((to_jsonb(s) ->> 'oldest')::bigint), 0)"
        " FROM recollect_schema s"
    ).fetchone()
    return (int(row[0]), int(row[1])) if row else (0, 0)


def _applied(connection: psycopg.Connection[Any], found: int) -> dict[int, str]:
    """The checksums of the migrations by number; the first databases have none."""
    if not found:
        return {}
    rows = connection.execute("SELECT number, to_jsonb(s) ->> 'checksum' FROM recollect_schema s")
    return {int(number): checksum for number, checksum in rows if checksum}


def migrate(connection: psycopg.Connection[Any], where: str) -> None:
    """Apply the missing migrations; a database that needs a newer Recollect is left as it is."""
    steps = migrations_of("recollect.storage.postgres")
    known = steps[-1].number
    found, oldest = _state(connection)
    if oldest > known:
        message = f"{where} has schema {found}, this Recollect knows {known}: install a newer one"
        raise SchemaTooNew(message)
    check_applied(where, steps[:found], _applied(connection, found))
    if found >= known:
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
            f"{where} has schema {found} and needs {known}, but this role may not create tables:"
            " open it once with a role that may (docs/postgres.md)"
        )
        raise StorageReadOnly(message) from None


def _apply(connection: psycopg.Connection[Any], steps: list[Migration]) -> None:
    connection.execute(
        "CREATE TABLE IF NOT EXISTS recollect_schema ("
        "number bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())"
    )
    for column in ("oldest bigint NOT NULL DEFAULT 0", "checksum text"):
        connection.execute(
            f"ALTER TABLE recollect_schema ADD COLUMN IF NOT EXISTS {column}".encode()
        )
    for step in steps:
        connection.execute(step.sql.encode(), prepare=False)
        connection.execute(
            "INSERT INTO recollect_schema (number, name, oldest, checksum) VALUES ($1, $2, $3, $4)",
            (step.number, step.name, step.oldest, step.checksum),
        )
    if oldest := max((step.oldest for step in steps), default=0):
        refuse_older(connection, oldest)
