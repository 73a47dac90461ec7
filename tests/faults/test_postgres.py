"""PostgreSQL restarts, crashes, or drops connections while threads write: nothing acknowledged is lost or doubled."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from forked import popen
from postgres_server import postgres_database
from recollect.domain.clock import SystemClock
from recollect.errors import StorageBusy, StorageUnavailable
from recollect.storage.migrations import migrations_of
from recollect.testing.store_contract.values import add

pytestmark = pytest.mark.slow
LANES = 4
DROP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'recollect'"


def opened(address: str, **options):
    from recollect.storage.postgres import PostgresStore  # noqa: PLC0415 - an extra

    return closing(PostgresStore(address, clock=SystemClock(), **options))


def told(address: str, statement: str) -> list[tuple]:
    import psycopg  # noqa: PLC0415 - an extra

    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute(statement)
        return found.fetchall() if found.description else []


def disturbed_writes(store, disturb) -> None:
    """Write in several threads, and disturb them again and again."""
    over = threading.Event()
    stored: list[list[str]] = [[] for _ in range(LANES)]
    unknown: list[str] = []

    def write(lane: int) -> None:
        number = 0
        while not over.is_set():
            number += 1
            try:
                store.write(f"lane-{lane}", *add("c", str(number)))
            except StorageUnavailable:
                unknown.append(f"{lane}/{number}")
            else:
                stored[lane].append(str(number))

    threads = [threading.Thread(target=write, args=(lane,)) for lane in range(LANES)]
    for thread in threads:
        thread.start()
    for time_ in range(4):
        reached = sum(map(len, stored)) + 100
        while sum(map(len, stored)) < reached:
            time.sleep(0.01)
        disturb(time_)
    over.set()
    for thread in threads:
        thread.join()
    # Only a commit that was interrupted is unknown: at most one for each thread each time.
    assert len(unknown) <= 4 * LANES
    for lane in range(LANES):
        found = [turn.id for turn in store.turns(f"lane-{lane}", "c")]
        assert len(found) == len(set(found))
        doubtful = {name.partition("/")[2] for name in unknown if name.startswith(f"{lane}/")}
        assert set(found) - doubtful == set(stored[lane])
    assert store.faults() == ()


@pytest.mark.attack("fault", "PostgreSQL restarts or crashes")
def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_restarts(server, control):
    with opened(server.get_uri()) as store:
        disturbed_writes(store, lambda n: control("-m", ("fast", "immediate")[n % 2], "restart"))


@pytest.mark.attack("fault", "dropped connections to PostgreSQL")
def test_nothing_acknowledged_is_lost_or_doubled_when_connections_are_dropped():
    with postgres_database() as address, opened(address) as store:
        dropped = []
        disturbed_writes(store, lambda _: dropped.extend(told(address, DROP)))
        assert len(dropped) > LANES


@pytest.mark.attack("fault", "all connections to PostgreSQL in use")
def test_more_threads_than_connections_wait_for_each_other_and_then_are_told(monkeypatch):
    with postgres_database() as address, opened(address, connections=2, patience=30) as store:
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda n: store.write(f"a{n % 4}", *add("c", str(n))), range(200)))
        found = {turn.id for n in range(4) for turn in store.turns(f"a{n}")}
        assert found == set(map(str, range(200)))
        held, leave = threading.Barrier(3), threading.Event()
        monkeypatch.setattr(store._pool, "_patience", 0.1)
        with ThreadPoolExecutor(2) as pool:
            for _ in range(2):
                pool.submit(store.read, lambda _c: (held.wait(), leave.wait()))
            held.wait()
            with pytest.raises(StorageBusy, match="in use: database_connections"):
                store.revision("a0")
            leave.set()
        assert store.revision("a0") == 50


@pytest.mark.attack("fault", "several migrations at once, some killed")
def test_processes_that_migrate_at_once_and_are_killed_leave_a_whole_database():
    opening = (
        "import sys; from recollect import Memory; Memory.open(sys.argv[1], background=False)"
        ".agent(sys.argv[2]).remember('Was it stored?')"
    )
    with postgres_database() as address:
        processes = [popen(opening, address, f"a{n}") for n in range(4)]
        # Two of them die while they hold the lock, or wait for it.
        waiting = f"SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = {0x52434C54}"
        while not told(address, waiting) and any(each.poll() is None for each in processes):
            time.sleep(0.01)
        for process in processes[:2]:
            process.kill()
        assert [process.wait() for process in processes][2:] == [0] * 2
        applied = told(address, "SELECT number FROM recollect_schema ORDER BY number")
        assert applied == [(step.number,) for step in migrations_of("recollect.storage.postgres")]
        with opened(address) as store:
            assert {agent.id for agent in store.every_agent()} >= {f"a{n}" for n in range(2, 4)}
            assert store.faults() == ()
