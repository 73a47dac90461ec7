import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

SEED_VARIABLES = {
    "ENABLE_MEMORY",
    "MEMORY_MAX_TURNS",
    "MEMORY_TTL_MIN",
    "MEMORY_MAX_CONVERSATIONS",
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, and nothing of the machine's own environment."""
    for name in list(os.environ):
        if name.upper().startswith("RECOLLECT_") or name in SEED_VARIABLES:
            monkeypatch.delenv(name)
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def config(home: Path) -> Callable[..., Path]:
    """Writes config.json: keywords as JSON, or a text or bytes as they are."""

    def write(raw: str | bytes | None = None, **values: object) -> Path:
        raw = json.dumps(values) if raw is None else raw
        path = home / "config.json"
        path.write_bytes(raw.encode() if isinstance(raw, str) else raw)
        return path

    return write
