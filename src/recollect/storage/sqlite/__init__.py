"""The SQLite store: one file, the standard library's module, several processes at once."""

from recollect.storage.sqlite.store import SqliteStore as SqliteStore
from recollect.storage.sqlite.store import located as located
