"""Numbered migrations: each runs in one transaction together with its record."""

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from recollect.errors import SchemaTooNew
from recollect.storage.sqlite.connection import APPLICATION_ID, translated

_NAME = re.compile(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; its SQL begins with the reason for it."""

    number: int
    name: str
    sql: str

    def statements(self) -> Iterator[str]:
        """The single statements, because `executescript` would commit."""
        pending = ""
        for line in self.sql.splitlines(keepends=True):
            pending += line
            if sqlite3.complete_statement(pending):
                yield pending
                pending = ""


def migrations() -> tuple[Migration, ...]:
    """All migrations, in order."""
    folder = files("recollect.storage.sqlite") / "migrations"
    named = [(match, item) for item in folder.iterdir() if (match := _NAME.fullmatch(item.name))]
    steps = [Migration(int(m[1]), m[2], item.read_text("utf-8")) for m, item in named]
    return tuple(sorted(steps, key=lambda step: step.number))


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
            connection.execute(f"PRAGMA user_version = {step.number}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise translated(error, f"{path}, migration {step.number} ({step.name})") from error
