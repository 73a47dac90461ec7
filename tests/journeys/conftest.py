from datetime import UTC, datetime

import pytest

from recollect import Memory
from recollect.settings import load
from recollect.testing import FixedClock, ToyEmbedder
from recollect.wiring import build


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")


@pytest.fixture
def memory(tmp_path):
    with Memory.open(tmp_path / "memory.sqlite", background=False) as opened:
        yield opened


@pytest.fixture
def alice(memory):
    return memory.agent("alice")


@pytest.fixture
def opened(tmp_path):
    """A memory over the test's own models and clock: opened(embedder=…, message_reader=…, clock=…)."""
    memories = []

    def open_one(
        *,
        embedder=None,
        message_reader=None,
        clock=None,
        background=False,
        path=None,
        **settings,
    ):
        house = build(
            load(**settings),
            path or tmp_path / "memory.sqlite",
            embedder=embedder or ToyEmbedder(),
            message_reader=message_reader,
            clock=clock,
        )
        memories.append(Memory(house, background=background))
        return memories[-1]

    yield open_one
    for memory in memories:
        memory.close()


@pytest.fixture
def clock():

    return FixedClock(datetime(2026, 5, 1, 12, tzinfo=UTC))
