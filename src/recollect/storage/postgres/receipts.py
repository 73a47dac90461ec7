"""Receipts that all servers of one database share, stored while the context is on its way."""

import logging
import threading
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from pydantic import TypeAdapter

from recollect.domain.receipt import Receipt
from recollect.errors import Closed, StorageError
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.sql.connection import Connection

_log = logging.getLogger(__name__)
_KEPT: Final = 10_000
# Old rows are deleted once in so many writes.
_PRUNE_EVERY: Final = 200
# With more than this to store, whoever makes a receipt waits until it is stored.
_PENDING: Final = 200
# How long a receipt is looked for that another server may be about to store.
_LOOK_SECONDS: Final = 0.5
_PAUSE: Final = 0.02
_CLOSE_SECONDS: Final = 1
_RECEIPT: Final = TypeAdapter(Receipt)
# Whether something of its agents has been deleted since.
_OUTDATED: Final = """
    SELECT 1 FROM unnest(r.agents, r.revisions) AS seen (agent, revision)
    LEFT JOIN agents a ON a.id = seen.agent
    -- A new agent's floor is above every revision of an erased one.
    WHERE coalesce(a.floor, (SELECT CAST(value AS BIGINT) FROM meta WHERE key = 'erased'))
        > seen.revision
    OR EXISTS (SELECT 1 FROM tombstones t WHERE t.agent_pk = a.pk
        AND t.revision > seen.revision AND t.what <> 'entry')
"""
_PUT: Final = f"""
    INSERT INTO receipts (id, agents, revisions, receipt) SELECT r.* FROM (
        VALUES (CAST(? AS text), CAST(? AS text[]), CAST(? AS bigint[]), CAST(? AS bytea))
    ) AS r (id, agents, revisions, receipt)
    WHERE NOT EXISTS ({_OUTDATED}) ON CONFLICT DO NOTHING
"""
_GET: Final = f"SELECT receipt FROM receipts r WHERE id = ? AND NOT EXISTS ({_OUTDATED})"
_PRUNE: Final = "DELETE FROM receipts WHERE pk <= (SELECT max(pk) FROM receipts) - ?"
_FORGET: Final = "DELETE FROM receipts WHERE agents && CAST(? AS text[])"
_Made = tuple[Receipt, Sequence[int]]


def forget(connection: Connection, agents: Sequence[str]) -> None:
    """Delete, in the transaction of a deletion, the receipts that have anything of these agents."""
    connection.execute(_FORGET, ([*agents],))


def _put(row: tuple[Any, ...], connection: Connection) -> None:
    connection.execute(_PUT, row)


class Receipts:
    """The last receipts of all servers.

    Nobody waits for one to be stored: a thread does it. One that something was deleted of in the
    meantime is not stored.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._pending: dict[str, _Made] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._writes = 0

    def put(self, receipt: Receipt, revisions: Sequence[int]) -> None:
        """Store a receipt soon; at once if it could not be told later whether it is outdated."""
        with self._changed:
            if revisions and len(self._pending) < _PENDING and not self._is_closed:
                self._pending[receipt.id] = (receipt, revisions)
                # After a fork there is none.
                if self._thread is None or not self._thread.is_alive():
                    self._thread = threading.Thread(target=self._run, name="receipts", daemon=True)
                    self._thread.start()
                self._changed.notify_all()
                return
        self._store([(receipt, revisions)])

    def get(self, receipt_id: str) -> Receipt | None:
        """A receipt, unless something of its agents has been deleted since."""
        with self._changed:
            self._changed.wait_for(lambda: receipt_id not in self._pending)
        end = time.monotonic() + _LOOK_SECONDS
        while True:
            row = self._database.ask(lambda c: c.execute(_GET, (receipt_id,)).fetchone())
            if row is not None:
                return _RECEIPT.validate_json(zlib.decompress(row[0]))
            if time.monotonic() > end:
                return None
            time.sleep(_PAUSE)

    def close(self) -> None:
        """Store what is pending; receipts made later are stored at once."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._thread is not None:
            # A database that is away is not waited for.
            self._thread.join(_CLOSE_SECONDS)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._pending or self._is_closed)
                made = [*self._pending.values()]
            if not made:
                return
            # On a replica that may not be written, and while the database is away, there are none.
            try:
                with suppress(StorageError, Closed):
                    self._store(made)
            except Exception as fault:  # noqa: BLE001 - nobody may wait for them for ever
                _log.warning("receipts were not stored", extra={"error": type(fault).__name__})
            with self._changed:
                for receipt, _ in made:
                    self._pending.pop(receipt.id)
                self._changed.notify_all()

    def _store(self, made: Sequence[_Made]) -> None:
        values = [
            # A tenth of its size: one that names 400 items has 130 KB.
            (each.id, [*each.agents], [*revisions], zlib.compress(_RECEIPT.dump_json(each), 1))
            for each, revisions in made
        ]
        for row in values:
            self._database.ask(partial(_put, row))
        self._writes += len(values)
        if self._writes >= _PRUNE_EVERY:
            self._writes = 0
            self._database.ask(lambda c: c.execute(_PRUNE, (_KEPT,)))
