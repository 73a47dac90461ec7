from collections.abc import Iterator
from pathlib import Path

import pytest

from in_memory_store import InMemoryStore
from recollect.domain.ports import Store
from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock
from recollect.testing.store_contract.values import START


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(START)


@pytest.fixture(
    params=["in-memory", pytest.param("sqlite-ram", marks=pytest.mark.slow), "sqlite-file"]
)
def store(request: pytest.FixtureRequest, clock: FixedClock, tmp_path: Path) -> Iterator[Store]:
    made: Store
    match request.param:
        case "in-memory":
            made = InMemoryStore(clock)
        case "sqlite-ram":
            made = SqliteStore(":memory:", clock=clock)
        case _:
            made = SqliteStore(tmp_path / "recollect.db", clock=clock)
    yield made
    made.close()
