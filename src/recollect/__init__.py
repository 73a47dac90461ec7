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
        QuotaExceeded,
        RateLimited,
        RecollectError,
        SchemaTooNew,
        StorageBusy,
        StorageCorrupt,
        StorageError,
        StorageFull,
        StorageLost,
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
    "QuotaExceeded",
    "RateLimited",
    "RecollectError",
    "SchemaTooNew",
    "Settings",
    "StorageBusy",
    "StorageCorrupt",
    "StorageError",
    "StorageFull",
    "StorageLost",
    "StorageReadOnly",
    "UnusableAnswer",
]

_MODULES: typing.Final = {
    "Agent": "memory",
    "AsyncAgent": "memory.aio",
    "AsyncMemory": "memory.aio",
    "Memory": "memory",
    "Settings": "settings",
}


def __getattr__(name: str) -> typing.Any:
    """A public name, imported on first use.

    Every CLI command and shell completion imports this package, and must not load all of it.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_MODULES.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, imported or not."""
    return sorted({*globals(), *__all__})
