"""The PostgreSQL store: one database for many servers and workers (`recollect[postgres]`)."""

from recollect.storage.postgres.store import PostgresStore as PostgresStore
