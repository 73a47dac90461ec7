import json
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from recollect import Memory
from recollect.cli import main


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ended]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, no embedder, UTC, and nothing of the machine's own environment."""
    for name in list(os.environ):
        if name.upper().startswith("RECOLLECT_") or name in {"FORCE_COLOR", "NO_COLOR", "COLUMNS"}:
            monkeypatch.delenv(name)
    home = tmp_path / "home"
    monkeypatch.setenv("RECOLLECT_HOME", str(home))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))  # the doctor looks at the hooks there
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    monkeypatch.setenv("TZ", "UTC")
    return home


@pytest.fixture
def run() -> Run:
    """Runs a command line as the script does, wall and all."""

    def running(*args: object, answer: str = "") -> Ended:
        with CliRunner().isolation(input=answer) as (out, err, _):
            code = main([str(arg) for arg in args])
            return Ended(code, out.getvalue().decode(), err.getvalue().decode())

    return running


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Makes stdout and stderr pass for a terminal of so many columns."""

    def become(columns: int) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("COLUMNS", str(columns))

    return become


@pytest.fixture
def unused_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def memory(home: Path) -> Callable[[], Memory]:
    """Opens the database that the commands of a test use."""
    return lambda: Memory.open(background=False)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file: lines of JSON, or bytes or text as they are, or one JSON document."""

    def writing(name: str, content: object = None, *, lines: Any = None) -> Path:
        path = tmp_path / name
        if lines is not None:
            content = "".join(json.dumps(line) + "\n" for line in lines)
        elif not isinstance(content, str | bytes):
            content = json.dumps(content)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return writing
