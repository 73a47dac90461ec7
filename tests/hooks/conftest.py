"""Hooks as hosts call them: a command line, JSON on stdin, and what comes back on stdout."""

import io
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hook_calls import EVENTS, call
from recollect.cli import main

FIXTURE = Path(__file__).parent / "fixture"
Hook = Callable[..., str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user of their own, without models and helper."""
    for name in [name for name in os.environ if name.upper().startswith("RECOLLECT_")]:
        monkeypatch.delenv(name)
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    # These hooks run within this process, which would keep the low priority.
    monkeypatch.setattr("recollect.hooks.run._LOW_PRIORITY", 0)
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")
    monkeypatch.setenv("RECOLLECT_HOOKS_HELPER_MINUTES", "0")
    project = tmp_path / "a project"
    project.mkdir()
    monkeypatch.chdir(project)
    return tmp_path / "home"


@pytest.fixture
def transcript(tmp_path: Path) -> Callable[[str], Path]:
    """A copy of a transcript that a test may let grow."""
    return lambda name: Path(shutil.copy(FIXTURE / f"{name}.jsonl", tmp_path / f"{name}.jsonl"))


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Hook:
    """Runs a hook in this process and returns what it prints; its exit code is always 0."""

    def hook(host: str, event: str, stdin: bytes, *options: str) -> str:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        assert main(["hooks", "run", host, event, *options]) == 0
        return capsys.readouterr().out

    return hook


@pytest.fixture
def record(hook: Hook) -> Callable[..., None]:
    """Records a transcript as the process does that the last event of a session starts."""

    def record(host: str, path: Path, *options: str, **more: Any) -> None:
        event = EVENTS[host][2]
        assert hook(host, event, call(host, event, path, **more), "--record", *options) == ""

    return record
