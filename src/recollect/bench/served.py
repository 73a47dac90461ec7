"""A server in a process of its own, as a user starts it, for benches that ask it over HTTP."""

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
_PATIENCE = 60.0


@contextmanager
def served(database: Path, **settings: str) -> Iterator[str]:
    """The address of `recollect serve` on this database, once it is ready; settings are variables."""
    with TemporaryDirectory(prefix="recollect-home-") as home:
        own = {name: value for name, value in os.environ.items() if "RECOLLECT" not in name}
        given = {f"RECOLLECT_{name.upper()}": value for name, value in settings.items()}
        written = Path(home) / "stderr.txt"
        with written.open("wb") as stderr:
            server = subprocess.Popen(  # noqa: S603 - our own program
                [
                    sys.executable,
                    "-m",
                    "recollect.cli",
                    "--database",
                    str(database),
                    "serve",
                    "--port",
                    "0",
                ],
                env=own | {"RECOLLECT_HOME": home, "RECOLLECT_LOG_LEVEL": "warning"} | given,
                stderr=stderr,
            )
        try:
            yield _ready(server, written)
        finally:
            server.terminate()
            server.wait()


def connection(url: str) -> HTTPConnection:
    """A connection that is kept open, with as little of its own as there is."""
    host = urlsplit(url)
    return HTTPConnection(host.hostname or "", host.port, timeout=_PATIENCE)


def _ready(server: "subprocess.Popen[bytes]", written: Path) -> str:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        found = _ADDRESS.search(written.read_text("utf-8"))
        if found and _answers(found[0]):
            return found[0]
        assert server.poll() is None, written.read_text("utf-8")
        time.sleep(0.05)
    raise TimeoutError("the server did not become ready")


def _answers(url: str) -> bool:
    asked = connection(url)
    try:
        asked.request("GET", "/health/ready")
        return asked.getresponse().status == 200  # noqa: PLR2004 - it is ready
    except OSError:
        return False
    finally:
        asked.close()
