"""Records in the database that its servers require keys, where losing the keys does not lose it."""

from datetime import datetime
from typing import Final

from recollect.domain.clock import from_micros, to_micros
from recollect.storage.sql.connection import Connection

_REQUIRED: Final = "keys_required"


def keys_required_since(connection: Connection) -> datetime | None:
    """When the servers of this database first required a key; None if they never did."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_REQUIRED,)).fetchone()
    return None if row is None else from_micros(int(row[0]))


def require_keys(connection: Connection, now: datetime) -> None:
    """Record that a key is required; the first time stays."""
    insert = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"
    connection.execute(insert, (_REQUIRED, str(to_micros(now))))
