"""A server in its own process, as a user starts it, for benchmarks over HTTP."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

_ADDRESS = re.compile(r"http://[\w.:\[\]]+")
_TIMEOUT = 60.0


@contextmanager
def serve(database: Path | str, **settings: str) -> Iterator[str]:
    """The URL of a ready `recollect serve` on this database, with settings as variables."""
    with serve_process(str(database), **settings) as (url, _):
        yield url


@contextmanager
def serve_process(database: str, **settings: str) -> Iterator[tuple[str, int]]:
    """The URL of a ready server on a file or a PostgreSQL address, and the id of its process."""
    with TemporaryDirectory(prefix="recollect-home-") as home:
        environment = {name: value for name, value in os.environ.items() if "RECOLLECT" not in name}
        given = {f"RECOLLECT_{name.upper()}": value for name, value in settings.items()}
        log = Path(home) / "stderr.txt"
        with log.open("wb") as stderr:
            server = subprocess.Popen(  # noqa: S603 - our own program
                [
                    sys.executable,
                    "-m",
                    "recollect.cli",
                    "--database",
                    database,
                    "serve",
                    "--port",
                    "0",
                ],
                env=environment
                | {"RECOLLECT_HOME": home, "RECOLLECT_LOG_LEVEL": "warning"}
                | given,
                stderr=stderr,
            )
        try:
            yield _wait_until_ready(server, log), server.pid
        finally:
            server.terminate()
            server.wait()


def connection(url: str) -> HTTPConnection:
    """A keep-alive connection with little overhead."""
    host = urlsplit(url)
    return HTTPConnection(host.hostname or "", host.port, timeout=_TIMEOUT)


def _wait_until_ready(server: "subprocess.Popen[bytes]", log: Path) -> str:
    deadline = time.monotonic() + _TIMEOUT
    while time.monotonic() < deadline:
        address = _ADDRESS.search(log.read_text("utf-8"))
        if address and _is_ready(address[0]):
            return address[0]
        assert server.poll() is None, log.read_text("utf-8")
        time.sleep(0.05)
    raise TimeoutError("the server did not become ready")


def _is_ready(url: str) -> bool:
    http = connection(url)
    try:
        http.request("GET", "/health/ready")
        return http.getresponse().status == 200  # noqa: PLR2004 - it is ready
    except OSError:
        return False
    finally:
        http.close()
