"""A real server on loopback, and nothing that mem0 would report home."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

os.environ["MEM0_TELEMETRY"] = "False"
PATIENCE = 60.0
COMMAND = [sys.executable, "-m", "recollect"]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    monkeypatch.setenv("MEM0_DIR", str(tmp_path / "mem0"))


@pytest.fixture
def server(_home: None) -> Iterator[str]:
    """The address of a server in a process of its own."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    process = subprocess.Popen([*COMMAND, "serve", "--port", str(port)])
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + PATIENCE
        while not _is_up(url):
            assert time.monotonic() < deadline, "the server never started"
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait()


def _is_up(url: str) -> bool:
    try:
        with urlopen(f"{url}/health/live"):
            return True
    except URLError:
        return False
