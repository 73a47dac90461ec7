"""What the servers of one database share besides memory: texts, receipts, responses, audit log."""

import json
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import md5
from pathlib import Path
from typing import Final

from recollect.domain.shared import Begun, Response
from recollect.storage.postgres import processes, receipts
from recollect.storage.postgres.audit import AuditEvents
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.sql.connection import Connection

# A key that was revoked on another server is refused this long after at the latest.
_FRESH_SECONDS: Final = 0.5
# Old rows are deleted once in so many writes.
_PRUNE_EVERY: Final = 200
_MAX_BODY: Final = 2**20
_BEGIN: Final = """
    INSERT INTO requests (name, body_hash, until)
    VALUES (?, ?, clock_timestamp() + interval '15 seconds')
    ON CONFLICT (name) DO UPDATE SET until = excluded.until, outdated = false
    WHERE NOT requests.is_done AND requests.until < clock_timestamp()
    AND requests.body_hash = excluded.body_hash RETURNING 1
"""
_RENEW: Final = (
    "UPDATE requests SET until = clock_timestamp() + interval '15 seconds' WHERE name = ?"
)
_END: Final = """
    UPDATE requests SET is_done = true, outdated = false, status = CAST(?3 AS bigint),
    headers = CAST(?4 AS text), body = CAST(?5 AS bytea)
    WHERE name = ?1 AND (CAST(?2 AS boolean) OR NOT outdated)
"""
_END_WITHOUT: Final = "UPDATE requests SET is_done = true WHERE name = ?"
_PRUNE_REQUESTS: Final = "DELETE FROM requests WHERE at < clock_timestamp() - interval '1 day'"
# In one order, so that two deletions do not deadlock.
_CLEAR_RESPONSES: Final = """
    UPDATE requests SET outdated = true, status = NULL, headers = NULL, body = NULL WHERE name IN (
        SELECT name FROM requests WHERE NOT outdated ORDER BY name FOR UPDATE)
"""


def forget(connection: Connection, agents: Sequence[str]) -> None:
    """Delete, in the transaction of a deletion, what repeats words of these agents."""
    receipts.forget(connection, agents)
    connection.execute(_CLEAR_RESPONSES)


class PostgresShared:
    """The `Shared` of one PostgreSQL database."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._receipts = receipts.Receipts(database)
        self._begun = 0
        self.put_receipt, self.receipt = self._receipts.put, self._receipts.get
        audit = AuditEvents(database)
        self.add_audit_events, self.audit_events = audit.add, audit.read
        self.note_process = partial(processes.note, database)
        self.forget_process = partial(processes.forget, database)
        self.processes = partial(processes.every, database)

    def close(self) -> None:
        """Finish what was begun."""
        self._receipts.close()

    def document(self, name: str, first: Path | None = None) -> "PostgresDocument":
        """A text by its name, which begins with this file."""
        return PostgresDocument(self._database, name, first)

    def begin_request(self, name: bytes, body_hash: bytes) -> Begun | None:
        """Begin a request, or return what became of it."""
        if self._database.ask(lambda c: c.execute(_BEGIN, (name, body_hash)).fetchone()):
            self._begun += 1
            if self._begun % _PRUNE_EVERY == 0:
                self._database.ask(lambda c: c.execute(_PRUNE_REQUESTS))
            return None
        select = "SELECT body_hash, is_done, status, headers, body FROM requests WHERE name = ?"
        row = self._database.ask(lambda c: c.execute(select, (name,)).fetchone())
        # One that has just failed is gone.
        return _begun(row) if row else self.begin_request(name, body_hash)

    def renew_request(self, name: bytes) -> None:
        """Say that a request is still running."""
        self._database.ask(lambda c: c.execute(_RENEW, (name,)))

    def end_request(self, name: bytes, response: Response | None, *, deletes: bool) -> None:
        """Store that a request is done, and its response."""
        stored: tuple[object, ...] = (None, None, None)
        if response is not None and len(response.body) <= _MAX_BODY:
            headers = [[str(raw, "latin-1") for raw in header] for header in response.headers]
            stored = (response.status, json.dumps(headers), response.body)
        values = (name, deletes, *stored)
        if not self._database.ask(lambda c: c.execute(_END, values).rowcount):
            self._database.ask(lambda c: c.execute(_END_WITHOUT, (name,)))

    def forget_request(self, name: bytes) -> None:
        """Let a request begin again."""
        self._database.ask(lambda c: c.execute("DELETE FROM requests WHERE name = ?", (name,)))


class PostgresDocument:
    """A `Document` in the database, read again when it is half a second old."""

    def __init__(self, database: PostgresDatabase, name: str, first: Path | None) -> None:
        self.name = f"{name} in {database.path}"
        self._database = database
        self._key = name
        self._first = first
        self._mutex = threading.Lock()
        self._text: str | None = None
        self._read_at: float | None = None

    def is_fresh(self) -> bool:
        """Whether it can be read without waiting."""
        return self._read_at is not None and time.monotonic() - self._read_at < _FRESH_SECONDS

    def read(self) -> str | None:
        """The text, including changes by other servers."""
        with self._mutex:
            if not self.is_fresh():
                begun = time.monotonic()
                self._text = self._load()
                self._read_at = begun
            return self._text

    def _load(self) -> str | None:
        digest = md5((self._text or "").encode(), usedforsecurity=False).hexdigest()
        select = "SELECT CASE WHEN md5(value) <> ? THEN value END FROM meta WHERE key = ?"
        row = self._database.ask(lambda c: c.execute(select, (digest, self._key)).fetchone())
        if row is not None:
            return self._text if row[0] is None else row[0]
        if self._first is None or not self._first.exists():
            return None
        text = self._first.read_text("utf-8", "backslashreplace")
        insert = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
        self._database.ask(lambda c: c.execute(insert, (self._key, text)))
        return self._load()

    def change(self, change: Callable[[str | None], str | None]) -> None:
        """Replace the text by what is made of it, under a lock."""
        self.read()

        def work(connection: Connection) -> None:
            insert = "INSERT INTO meta (key, value) VALUES (?, '') ON CONFLICT DO NOTHING"
            connection.execute(insert, (self._key,))
            select = "SELECT value FROM meta WHERE key = ? FOR UPDATE"
            (before,) = connection.execute(select, (self._key,)).fetchone()
            after = change(before or None)
            if after is not None and after != before:
                update = "UPDATE meta SET value = ? WHERE key = ?"
                connection.execute(update, (after, self._key))

        self._database.change(work)
        self._read_at = None


def _begun(row: tuple[bytes, bool, int | None, str | None, bytes | None]) -> Begun:
    body_hash, is_done, status, headers, body = row
    if status is None or headers is None or body is None:
        return Begun(body_hash, is_done, None)
    named = [
        (name.encode("latin-1"), value.encode("latin-1")) for name, value in json.loads(headers)
    ]
    return Begun(body_hash, is_done, Response(status, tuple(named), body))
