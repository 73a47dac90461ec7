"""Rows as they are stored: copied from one database to another, and counted with a digest."""

import marshal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from recollect.storage.sql.connection import Connection
from recollect.storage.sql.traces import mark

if TYPE_CHECKING:
    from recollect.storage.sql.store import SqlStore

# Everything of an agent, each table after those that it refers to.
TABLES: Final = (
    *("agents", "conversations", "turns", "turn_vectors", "entries", "entry_vectors"),
    *("entry_versions", "items", "answers", "optimizer", "optimizer_snapshots", "jobs"),
    *("tombstones", "subscriptions"),
)
# SQLite gives the number of a deleted last row to the next new one, maybe of another agent.
_REUSED: Final = ("conversations", "jobs", "subscriptions")
_BATCH: Final = 500
_MODULUS: Final = 2**128


@dataclass(frozen=True, slots=True)
class TableTally:
    """How many rows there are, and a digest of them in any order."""

    rows: int = 0
    digest: int = 0

    def __add__(self, other: "TableTally") -> "TableTally":
        return TableTally(self.rows + other.rows, (self.digest + other.digest) % _MODULUS)


# The numbers of a first and a last agent, both included.
Span = tuple[int, int]


def columns(connection: Connection, table: str) -> list[str]:
    """The names of a table's columns, in an order that does not depend on the database."""
    found = connection.execute(f"SELECT * FROM {table} LIMIT 0").description
    return sorted(column[0] for column in found)


def row_counts(connection: Connection) -> dict[str, int]:
    """The number of rows of each table."""
    count = "SELECT count(*) FROM {}"
    return {table: connection.execute(count.format(table)).fetchone()[0] for table in TABLES}


def tallies(store: "SqlStore", table: str, span: Span) -> dict[int, tuple[int, int]]:
    """For each agent, how many rows it has in a table, and their digest."""

    def query(connection: Connection) -> dict[int, tuple[int, int]]:
        names = columns(connection, table)
        owner = names.index(_owner(table))
        found: dict[int, tuple[int, int]] = {}
        for row in _rows(store, connection, table, names, span):
            rows, digest = found.get(row[owner], (0, 0))
            found[row[owner]] = (rows + 1, (digest + digest_of(row)) % _MODULUS)
        return found

    return store.read(query)


def digest_of(row: Sequence[Any]) -> int:
    """A digest of a row's values; PostgreSQL stores no NUL, so it does not count."""
    values = [value.replace("\0", "\ufffd") if type(value) is str else value for value in row]
    # Version 2 writes equal values as equal bytes, later ones do not.
    return int.from_bytes(blake2b(marshal.dumps(values, 2), digest_size=16).digest())


def copy(source: "SqlStore", target: "SqlStore", span: Span, done: Callable[[int], object]) -> None:
    """Replace some agents by those of the source, in one transaction."""

    def work(into: Connection) -> None:
        target.allow_writes(into)
        source.read(lambda read: replace_rows(source, read, into, span, done))

    target.change(work)


def replace_rows(
    source: "SqlStore",
    read: Connection,
    into: Connection,
    span: Span,
    copied: Callable[[int], object],
) -> None:
    """Replace some agents by those of the source, between two open transactions."""
    remove(into, span)
    for table in TABLES:
        names = columns(read, table)
        marks = ", ".join("?" * len(names))
        insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"
        rows = _rows(source, read, table, names, span)
        while batch := [*islice(rows, _BATCH)]:
            if table == "agents":
                at = names.index("id")
                into.executemany("DELETE FROM agents WHERE id = ?", [(row[at],) for row in batch])
            elif table in _REUSED:
                at = names.index("pk")
                into.executemany(f"DELETE FROM {table} WHERE pk = ?", [(row[at],) for row in batch])
            into.executemany(insert, batch)
            copied(len(batch))


def remove(connection: Connection, span: Span) -> None:
    """Remove agents with all their rows."""
    if connection.execute("DELETE FROM agents WHERE pk BETWEEN ? AND ?", span).rowcount:
        mark(connection.execute)


def _rows(
    store: "SqlStore", connection: Connection, table: str, names: Sequence[str], span: Span
) -> Iterator[Any]:
    sql = f"SELECT {', '.join(names)} FROM {table} WHERE {_owner(table)} BETWEEN ? AND ?"
    return store.stream(connection, sql, span)


def _owner(table: str) -> str:
    return "pk" if table == "agents" else "agent_pk"
