"""What the shared SQL needs of a connection.

The SQL of this package runs on SQLite and PostgreSQL:
- Parameters are `?` and `?1`; `storage.postgres.dialect` translates them.
- SQLite skips a comment `/*pg … */`, and PostgreSQL runs what stands in it: locks, and the agent
  where it would lead SQLite to another index, but leads PostgreSQL to the partition.
- `greatest`, `least` and `strpos` are defined by SQLite's connections, `glob` by a migration of
  PostgreSQL.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

# Ends a query whose rows the transaction will change. On SQLite, a writer is alone.
LOCKED = " /*pg FOR UPDATE */"
# The same, leaving out rows that another transaction has locked.
SKIP_LOCKED = " /*pg FOR UPDATE SKIP LOCKED */"

# Waits for all other writers, and keeps them waiting until the commit.
ALONE = "/*pg LOCK TABLE agents IN SHARE ROW EXCLUSIVE MODE */"


class Cursor(Protocol):
    """The result of one statement."""

    @property
    def rowcount(self) -> int:
        """How many rows the statement changed."""

    @property
    def description(self) -> Any:
        """The columns of the result, each beginning with its name."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


Run = Callable[..., Cursor]


class Connection(Protocol):
    """A connection inside a transaction."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Cursor:
        """Run one statement."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> object:
        """Run one statement for each of several values."""
