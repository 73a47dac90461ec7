"""The memory that a program gives an adapter."""

from typing import TypeAlias

from recollect.errors import InvalidInput
from recollect.memory import Memory
from recollect.memory.aio import AsyncMemory

AnyMemory: TypeAlias = Memory | AsyncMemory


def opened(memory: object) -> Memory:
    """The synchronous memory of either kind; anything else is refused at once."""
    if isinstance(memory, AsyncMemory):
        return memory._sync  # noqa: SLF001 - adapters are part of Recollect
    if isinstance(memory, Memory):
        return memory
    given = f"memory takes an open Memory or AsyncMemory, not {type(memory).__name__}"
    raise InvalidInput(f"{given}: Memory.open(…), or await AsyncMemory.open(…)", field="memory")
