"""mem0's `Memory` on Recollect: `from recollect.integrations.mem0 import Memory`.

Nothing of mem0 needs to be installed.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from recollect.domain.access import ALL_AGENTS, Reach, Right
from recollect.integrations.opened import AnyMemory, opened
from recollect.mem0.calls import Mem0Calls
from recollect.memory import Agent
from recollect.memory import Memory as RecollectMemory
from recollect.memory.aio import AsyncMemory as AsyncRecollectMemory
from recollect.memory.aio import threaded

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Owner:
    """The program that opened the memory, which may use every agent."""

    memory: RecollectMemory

    def agent(self, right: Right, agent_id: str) -> Agent:  # noqa: ARG002 - it has all rights
        return self.memory.agent(agent_id)

    def reach(self, right: Right) -> Reach:  # noqa: ARG002 - it has all rights
        return ALL_AGENTS


class Memory(Mem0Calls):
    """mem0's `Memory`: the same calls, arguments and results."""

    def __init__(self, memory: AnyMemory | None = None) -> None:
        super().__init__(_Owner(RecollectMemory.open() if memory is None else opened(memory)))

    @classmethod
    def from_config(cls, config_dict: Mapping[str, Any]) -> Self:
        """Open a memory with the settings under the key "recollect"; the rest is ignored."""
        own = dict(config_dict.get("recollect", {}))
        if ignored := sorted(set(config_dict) - {"recollect"}):
            _log.warning("Recollect ignores mem0's configuration of %s", ", ".join(ignored))
        return cls(RecollectMemory.open(own.pop("path", None), **own))

    @property
    def recollect(self) -> RecollectMemory:
        """The memory below, for what mem0 has no call for: contexts, messages, receipts."""
        return self._caller.memory

    def close(self) -> None:
        """Close the memory; closing twice is fine."""
        self.recollect.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncMemory:
    """mem0's `AsyncMemory`: the same calls as coroutines."""

    def __init__(self, memory: AnyMemory | None = None) -> None:
        self._sync = Memory(memory)

    @classmethod
    def from_config(cls, config_dict: Mapping[str, Any]) -> Self:
        """Open a memory as `Memory.from_config` does."""
        return cls(Memory.from_config(config_dict).recollect)

    @property
    def recollect(self) -> AsyncRecollectMemory:
        """The memory below, for what mem0 has no call for: contexts, messages, receipts."""
        return AsyncRecollectMemory(self._sync.recollect)

    add = threaded(Memory.add)
    get = threaded(Memory.get)
    get_all = threaded(Memory.get_all)
    search = threaded(Memory.search)
    update = threaded(Memory.update)
    delete = threaded(Memory.delete)
    delete_all = threaded(Memory.delete_all)
    history = threaded(Memory.history)
    reset = threaded(Memory.reset)
    close = threaded(Memory.close)
