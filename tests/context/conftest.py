from datetime import UTC, datetime

import pytest

from recollect import Memory
from recollect.settings import load
from recollect.testing import FixedClock, ToyEmbedder
from recollect.wiring import build

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    # These are about how a page is filled: what is learned has tests of its own.
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")


@pytest.fixture
def clock():
    return FixedClock(NOW)


@pytest.fixture
def opened(tmp_path, clock):
    """Open memories with settings of their own, on a clock that stands still."""
    memories = []

    def open_(name="m.sqlite", **settings):
        embedder = None if settings.get("embedding_backend") == "none" else ToyEmbedder()
        house = build(load(**settings), tmp_path / name, embedder=embedder, clock=clock)
        memories.append(Memory(house, background=False))
        return memories[-1]

    yield open_
    for memory in memories:
        memory.close()


@pytest.fixture
def memory(opened):
    return opened()


@pytest.fixture
def alice(memory):
    agent = memory.agent("alice")
    agent.ingest(
        "c1",
        [
            {
                "role": "user",
                "speaker": "Alice",
                "content": content,
                "id": str(number),
                "at": f"2026-05-{number:02}T10:00:00+00:00",
            }
            for number, content in enumerate(
                (
                    "I moved to Lisbon.",
                    "The weather is fine.",
                    "My bicycle is red.",
                    "I sold the car.",
                    "The cat is called Tommy.",
                ),
                start=1,
            )
        ],
    )
    memory.sync()
    return agent
