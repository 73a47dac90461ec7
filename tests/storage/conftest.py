from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock
from recollect.testing.store_contract.constants import START


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(START)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "recollect.db"


@pytest.fixture
def store(path: Path, clock: FixedClock) -> Iterator[SqliteStore]:
    made = SqliteStore(path, clock=clock, patience=0.05)
    yield made
    made.close()
