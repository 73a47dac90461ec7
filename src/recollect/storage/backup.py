"""Copies everything of one database into another in one transaction, from one snapshot."""

from typing import Final

from recollect.errors import Conflict, StorageCorrupt
from recollect.storage.move import documents_in, shared_values, values_of
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.store import SqlStore
from recollect.storage.sql.table_rows import TABLES, replace_rows, row_counts
from recollect.storage.sql.traces import PUT_META

_ALL: Final = (0, 2**63 - 1)


def copy_everything(source: SqlStore, target: SqlStore) -> dict[str, int]:
    """Fill an empty database, and return the number of rows of each table."""

    def work(into: Connection) -> dict[str, int]:
        if into.execute("SELECT 1 FROM agents LIMIT 1").fetchone():
            raise Conflict(f"{target.path} already holds data; nothing was changed", field="to")
        target.allow_writes(into)
        rows = source.read(lambda read: _fill(source, read, into))
        target.after_copy(into)
        return rows

    return target.change(work)


def _fill(source: SqlStore, read: Connection, into: Connection) -> dict[str, int]:
    replace_rows(source, read, into, _ALL, lambda _: None)
    # What belongs to no agent, with the keys and sign-ins that PostgreSQL has.
    values = values_of(read)
    for pair in (shared_values(values) | documents_in(values)).items():
        into.execute(PUT_META, pair)
    expected, found = row_counts(read), row_counts(into)
    if expected != found:
        wrong = ", ".join(table for table in TABLES if expected[table] != found[table])
        raise StorageCorrupt(f"the copy lacks rows ({wrong})")
    return found
