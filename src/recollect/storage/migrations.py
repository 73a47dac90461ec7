"""Migrations as numbered SQL files next to the store that they are for."""

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

_OLDEST = re.compile(r"^-- oldest: (\d+)", re.MULTILINE)
_NAME = re.compile(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; its SQL begins with the reason for it."""

    number: int
    name: str
    sql: str

    @property
    def oldest(self) -> int:
        """The oldest schema that a server may know to use a database with this one; 0: any."""
        found = _OLDEST.search(self.sql)
        return int(found[1]) if found else 0

    def statements(self) -> Iterator[str]:
        """The single statements, because SQLite's `executescript` would commit."""
        pending = ""
        for line in self.sql.splitlines(keepends=True):
            pending += line
            if sqlite3.complete_statement(pending):
                yield pending
                pending = ""


def migrations_of(package: str) -> tuple[Migration, ...]:
    """All migrations of a store, in order."""
    folder = files(package) / "migrations"
    named = [(match, item) for item in folder.iterdir() if (match := _NAME.fullmatch(item.name))]
    steps = [Migration(int(m[1]), m[2], item.read_text("utf-8")) for m, item in named]
    return tuple(sorted(steps, key=lambda step: step.number))
