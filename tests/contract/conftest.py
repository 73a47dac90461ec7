from collections.abc import Iterator
from pathlib import Path

import pytest

from in_memory_store import InMemoryStore
from postgres_server import emptied, postgres_database
from recollect.domain.ports import Store
from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock
from recollect.testing.store_contract.constants import START


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(START)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with postgres_database() as address:
        yield address


@pytest.fixture(
    params=[
        "in-memory",
        pytest.param("sqlite-ram", marks=pytest.mark.slow),
        "sqlite-file",
        "postgres",
    ]
)
def store(request: pytest.FixtureRequest, clock: FixedClock, tmp_path: Path) -> Iterator[Store]:
    made: Store
    match request.param:
        case "in-memory":
            made = InMemoryStore(clock)
        case "sqlite-ram":
            made = SqliteStore(":memory:", clock=clock)
        case "sqlite-file":
            made = SqliteStore(tmp_path / "recollect.db", clock=clock)
        case _:
            made = emptied(request.getfixturevalue("postgres"), clock)
    yield made
    made.close()
