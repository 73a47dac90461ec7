from datetime import UTC, datetime

import pytest

from recollect.budget.counters import by_characters
from recollect.conversations.ephemeral import Ephemeral
from recollect.conversations.limits import PROFILES
from recollect.testing import FixedClock

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture
def clock():
    return FixedClock(NOW)


@pytest.fixture
def keeping(clock):
    """A store with limits of its own; the profiles' where none are given."""

    def keep(limits=PROFILES, max_bytes=64 * 2**20):
        return Ephemeral(clock, by_characters, max_bytes, limits)

    return keep


@pytest.fixture
def kept(keeping):
    return keeping()
