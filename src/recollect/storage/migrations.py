"""Migrations as numbered SQL files next to the store that they are for.

One that has landed never changes: `checksums.txt` beside them has the SHA-256 of each, and every
database keeps those of the ones that were applied to it.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from recollect.errors import StorageError

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

    @property
    def checksum(self) -> str:
        """The SHA-256 of its text, whatever ends its lines."""
        return sha256("\n".join(self.sql.splitlines()).encode()).hexdigest()

    def statements(self) -> Iterator[str]:
        """The single statements, because SQLite's `executescript` would commit."""
        pending = ""
        for line in self.sql.splitlines(keepends=True):
            pending += line
            if sqlite3.complete_statement(pending):
                yield pending
                pending = ""


def migrations_of(package: str) -> tuple[Migration, ...]:
    """All migrations of a store, in order; one that was changed is refused."""
    folder = files(package) / "migrations"
    listed = (folder / "checksums.txt").read_text("utf-8").split()
    known = dict(zip(listed[1::2], listed[::2], strict=True))
    steps = []
    for item in folder.iterdir():
        if match := _NAME.fullmatch(item.name):
            step = Migration(int(match[1]), match[2], item.read_text("utf-8"))
            if known.get(item.name, step.checksum) != step.checksum:
                message = f"migration {item.name} is not the released one: install Recollect again"
                raise StorageError(message)
            steps.append(step)
    return tuple(sorted(steps, key=lambda step: step.number))


def check_applied(where: str, steps: tuple[Migration, ...], applied: Mapping[int, str]) -> None:
    """Refuse a database to which other migrations were applied than these, by their checksums."""
    for step in steps:
        if applied.get(step.number, step.checksum) != step.checksum:
            raise StorageError(
                f"{where}: its migration {step.number} is not the one that this Recollect has"
                f" ({step.name}). Use the Recollect that made it, and: recollect export"
            )
