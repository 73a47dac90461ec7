import gzip
from pathlib import Path

import pytest

from recollect import Memory

FIXTURE = Path(__file__).with_name("fixture")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")


@pytest.fixture
def memory(tmp_path):
    with Memory.open(tmp_path / "memory.sqlite", background=False) as opened:
        yield opened


@pytest.fixture
def sample(tmp_path):
    """The path of a file in the folder `fixture`; a packed one is unpacked first."""

    def find(name):
        packed = FIXTURE / f"{name}.gz"
        if not packed.exists():
            return FIXTURE / name
        unpacked = tmp_path / name
        unpacked.write_bytes(gzip.decompress(packed.read_bytes()))
        return unpacked

    return find


@pytest.fixture
def imported(memory, sample):
    """Imports a file of the folder and returns (date, content) of each memory, oldest first."""

    def run(name, agent="me", **options):
        memory.import_(sample(name), agent=agent, **options)
        entries = memory.agent(agent).memories.list()
        return sorted((entry.recorded_at.date().isoformat(), entry.content) for entry in entries)

    return run
