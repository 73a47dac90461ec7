"""Records in the database that its servers require keys, where losing the keys does not lose it."""

from datetime import datetime
from typing import Final

from recollect.domain.clock import from_micros, to_micros
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.traces import meta_value

_REQUIRED: Final = "keys_required"


def keys_required_since(connection: Connection) -> datetime | None:
    """When the servers of this database first required a key; None if they never did."""
    since = meta_value(connection.execute, _REQUIRED)
    return None if since is None else from_micros(int(since))


def require_keys(connection: Connection, now: datetime) -> None:
    """Record that a key is required; the first time stays."""
    insert = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"
    connection.execute(insert, (_REQUIRED, str(to_micros(now))))
