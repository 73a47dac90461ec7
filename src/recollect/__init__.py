"""Recollect: a memory for AI assistants and agents."""

import importlib
import typing

if typing.TYPE_CHECKING:
    from recollect.errors import (
        CircuitOpen,
        Closed,
        Conflict,
        Disabled,
        InvalidInput,
        InvalidSetting,
        NotADatabase,
        NotFound,
        ProviderError,
        ProviderUnavailable,
        RecollectError,
        SchemaTooNew,
        StorageBusy,
        StorageCorrupt,
        StorageError,
        StorageFull,
        StorageReadOnly,
        UnusableAnswer,
    )
    from recollect.memory import Agent, Memory
    from recollect.memory.aio import AsyncAgent, AsyncMemory
    from recollect.settings import Settings

__all__ = [
    "Agent",
    "AsyncAgent",
    "AsyncMemory",
    "CircuitOpen",
    "Closed",
    "Conflict",
    "Disabled",
    "InvalidInput",
    "InvalidSetting",
    "Memory",
    "NotADatabase",
    "NotFound",
    "ProviderError",
    "ProviderUnavailable",
    "RecollectError",
    "SchemaTooNew",
    "Settings",
    "StorageBusy",
    "StorageCorrupt",
    "StorageError",
    "StorageFull",
    "StorageReadOnly",
    "UnusableAnswer",
]

_ELSEWHERE: typing.Final = {
    "Agent": "memory",
    "AsyncAgent": "memory.aio",
    "AsyncMemory": "memory.aio",
    "Memory": "memory",
    "Settings": "settings",
}


def __getattr__(name: str) -> typing.Any:
    """A public name, fetched when it is first asked for.

    Every command of the command line, and every completion of a word, begins with importing this package: they
    must not wait for all of it.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f"{__name__}.{_ELSEWHERE.get(name, 'errors')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names, fetched or not."""
    return sorted({*globals(), *__all__})
