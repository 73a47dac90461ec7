"""The SQLite store: one file that several processes may share."""

from recollect.storage.sqlite.database import resolved_path as resolved_path
from recollect.storage.sqlite.store import SqliteStore as SqliteStore
