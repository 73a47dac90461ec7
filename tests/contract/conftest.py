from collections.abc import Iterator
from pathlib import Path

import pytest

from in_memory_store import InMemoryStore
from postgres_server import empty, postgres_database
from recollect.domain.ports import Store
from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock
from recollect.testing.store_contract.values import START


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(START)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    from recollect.storage.postgres import PostgresStore  # noqa: PLC0415 - an extra

    with postgres_database() as address:
        PostgresStore(address, clock=FixedClock(START)).close()
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
            from recollect.storage.postgres import PostgresStore  # noqa: PLC0415 - an extra

            address = request.getfixturevalue("postgres")
            empty(address)
            made = PostgresStore(address, clock=clock)
    yield made
    made.close()
