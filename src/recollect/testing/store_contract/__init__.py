# ruff: noqa: E402 - pytest must register the modules before they are imported
"""The behaviour of every store, as tests. It needs pytest, so the library never imports it.

    from recollect.testing.store_contract import StoreContract

    class TestMyStore(StoreContract):
        pass

with two fixtures: `clock`, a `FixedClock`, and `store`, an empty store that reads it.
"""

from pkgutil import iter_modules

import pytest

# Show both sides of a failing assert, as in any test.
pytest.register_assert_rewrite(*(f"{__name__}.{part.name}" for part in iter_modules(__path__)))

from recollect.testing.store_contract.agents import AgentContract
from recollect.testing.store_contract.all_agents import AllAgentsContract
from recollect.testing.store_contract.changes import ChangesContract
from recollect.testing.store_contract.constants import HOSTILE as HOSTILE
from recollect.testing.store_contract.conversations import ConversationContract
from recollect.testing.store_contract.deletions import DeletionContract
from recollect.testing.store_contract.entries import EntryContract
from recollect.testing.store_contract.filters import FilterContract
from recollect.testing.store_contract.items import ItemContract
from recollect.testing.store_contract.jobs import JobContract
from recollect.testing.store_contract.learned import LearnedContract
from recollect.testing.store_contract.leases import LeaseContract
from recollect.testing.store_contract.readings import ReadingContract
from recollect.testing.store_contract.reads import observed as observed
from recollect.testing.store_contract.restore import RestoreContract
from recollect.testing.store_contract.timekeeping import TimekeepingContract
from recollect.testing.store_contract.turns import TurnContract
from recollect.testing.store_contract.undo import UndoContract
from recollect.testing.store_contract.vectors import VectorContract


class StoreContract(
    TurnContract,
    UndoContract,
    ConversationContract,
    ChangesContract,
    DeletionContract,
    EntryContract,
    AllAgentsContract,
    FilterContract,
    ItemContract,
    JobContract,
    LearnedContract,
    LeaseContract,
    TimekeepingContract,
    VectorContract,
    ReadingContract,
    RestoreContract,
    AgentContract,
):
    """Every part of the contract."""
