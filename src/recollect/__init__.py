"""Recollect: a memory for AI assistants and agents."""

from recollect.async_memory import AsyncAgent, AsyncMemory
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
