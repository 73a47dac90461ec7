"""Numbered migrations: each runs in one transaction together with its record."""

import sqlite3

from recollect.errors import SchemaTooNew
from recollect.storage.migrations import Migration, check_applied, migrations_of
from recollect.storage.sqlite.connection import APPLICATION_ID, translated


def migrations() -> tuple[Migration, ...]:
    """All migrations, in order."""
    return migrations_of("recollect.storage.sqlite")


def version(connection: sqlite3.Connection) -> int:
    """The number of the file's last migration, 0 for a new file."""
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def check_known(connection: sqlite3.Connection, path: str, steps: tuple[Migration, ...]) -> None:
    """Refuse a file that a newer Recollect has written."""
    newest = steps[-1].number
    if (found := version(connection)) > newest:
        message = f"{path} has schema {found}, this Recollect knows {newest}: install a newer one"
        raise SchemaTooNew(message)
    check_applied(path, steps[:found], _applied(connection, found))


def _applied(connection: sqlite3.Connection, found: int) -> dict[int, str]:
    """The checksums of the file's migrations by number; the first files have none."""
    if not found:
        return {}
    rows = connection.execute("SELECT key, value FROM meta WHERE key LIKE 'migration %'")
    return {int(key.removeprefix("migration ")): value for key, value in rows}


def needs_upgrade(connection: sqlite3.Connection, steps: tuple[Migration, ...]) -> bool:
    """Whether it is an existing file with an older schema."""
    return 0 < version(connection) < steps[-1].number


def migrate(connection: sqlite3.Connection, path: str, steps: tuple[Migration, ...]) -> None:
    """Apply the missing migrations; a newer file is refused and left as it is."""
    check_known(connection, path, steps)
    for step in steps:
        if step.number > version(connection):
            _apply(connection, step, path)


def _apply(connection: sqlite3.Connection, step: Migration, path: str) -> None:
    connection.execute("BEGIN EXCLUSIVE")
    try:
        # Another process may have migrated it while this one waited for the lock.
        if version(connection) < step.number:
            for statement in step.statements():
                connection.execute(statement)
            insert = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
            connection.execute(insert, (f"migration {step.number}", step.checksum))
            connection.execute(f"PRAGMA user_version = {step.number}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise translated(error, f"{path}, migration {step.number} ({step.name})") from error
