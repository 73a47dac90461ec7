"""One connection, as the shared SQL uses it.

Statements go to libpq directly: a cursor of psycopg takes three times the processor time of what
it sends, and a write or a context consists of many small statements.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import psycopg
from psycopg import errors, generators
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGresult

from recollect.storage.postgres.dialect import translated

Raw = psycopg.Connection[tuple[Any, ...]]
# As many statements stay prepared.
_PREPARED: Final = 500
_STREAMED: Final = 500
_GOOD: Final = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK, ExecStatus.EMPTY_QUERY)


class Rows:
    """The result of one statement."""

    def __init__(self, result: PGresult, rows: list[tuple[Any, ...]]) -> None:
        self._result = result
        self._rows = rows
        self._next = 0

    @property
    def rowcount(self) -> int:
        """How many rows the statement returned or changed."""
        count = self._result.command_tuples
        return -1 if count is None else count

    @property
    def description(self) -> list[tuple[str]]:
        """The names of the columns."""
        names = (self._result.fname(number) for number in range(self._result.nfields))
        return [((name or b"").decode(),) for name in names]

    def fetchone(self) -> Any:
        """The next row, or None."""
        return next(self, None)

    def fetchall(self) -> list[Any]:
        """All remaining rows."""
        rows = self._rows[self._next :] if self._next else self._rows
        self._next = len(self._rows)
        return rows

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._next >= len(self._rows):
            raise StopIteration
        self._next += 1
        return self._rows[self._next - 1]


class Session:
    """A connection with its prepared statements."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self._values = Transformer.from_context(raw)
        # Names by text and the types of the values, the last used at the end.
        self._prepared: OrderedDict[tuple[str, tuple[int, ...]], bytes] = OrderedDict()
        self._count = 0

    @property
    def status(self) -> TransactionStatus:
        """Whether a transaction is open; UNKNOWN once the connection is lost."""
        return TransactionStatus(self.raw.pgconn.transaction_status)

    def close(self) -> None:
        """End the connection."""
        self.raw.close()

    def command(self, sql: bytes) -> None:
        """Run a statement without values that is not worth preparing, such as BEGIN."""
        self.raw.pgconn.send_query(sql)
        self._result()

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        """Run one statement of the shared SQL."""
        # Every statement is prepared and planned once: planning for all partitions costs more than
        # running it for one agent.
        dumped = self._values.dump_sequence(values, [PyFormat.AUTO] * len(values))
        formats = self._values.formats
        name = self._name(sql, self._values.types or ())
        self.raw.pgconn.send_query_prepared(name, dumped, formats, Format.BINARY)
        result = self._result()
        self._values.set_pgresult(result)
        return Rows(result, self._values.load_rows(0, result.ntuples, tuple))

    def _name(self, sql: str, types: tuple[int, ...]) -> bytes:
        """The name of a prepared statement, which is prepared if need be."""
        key = (sql, types)
        name = self._prepared.get(key)
        if name is not None:
            self._prepared.move_to_end(key)
            return name
        self._count += 1
        name = f"recollect_{self._count}".encode()
        self.raw.pgconn.send_prepare(name, translated(sql).encode(), types)
        self._result()
        self._prepared[key] = name
        if len(self._prepared) > _PREPARED:
            _, oldest = self._prepared.popitem(last=False)
            self.command(b"DEALLOCATE " + oldest)
        return name

    def _result(self) -> PGresult:
        result: PGresult = self.raw.wait(generators.execute(self.raw.pgconn))[0]
        if result.status not in _GOOD:
            raise errors.error_from_result(result, encoding=self.raw.info.encoding)
        return result

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> object:
        """Run one statement for each of several values."""
        with self.raw.cursor() as cursor:
            cursor.executemany(translated(sql).encode(), values)
        return None

    def stream(self, sql: str, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Rows of one statement, a few at a time."""
        size = _STREAMED if psycopg.capabilities.has_stream_chunked() else 1
        with self.raw.cursor() as cursor:
            yield from cursor.stream(translated(sql).encode(), values, binary=True, size=size)
