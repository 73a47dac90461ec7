"""Limits on the size, lifetime and number of conversations in RAM."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from recollect.errors import InvalidInput

_NEVER: Final = timedelta(0)


class ConversationPurpose(StrEnum):
    """The purpose of a conversation; each profile has separate conversations and limits."""

    CHAT = "chat"
    SESSION = "session"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of every conversation of one profile; a time of zero means no limit."""

    max_messages: int
    max_conversations: int
    # Keep the first message and drop the second instead.
    pin_first: bool = False
    # Since the last message, and since the first.
    idle: timedelta = _NEVER
    age: timedelta = _NEVER
    # Evict the conversation that started first instead of the least recently used one.
    oldest_first: bool = False
    sweep_every: timedelta = timedelta(minutes=30)

    def __post_init__(self) -> None:
        """Reject limits that leave no space for a message."""
        minimum = 2 if self.pin_first else 1
        if self.max_messages < minimum:
            raise InvalidInput(f"max_messages takes at least {minimum}", field="max_messages")
        if self.max_conversations < 1:
            raise InvalidInput("max_conversations takes at least 1", field="max_conversations")
        for name in ("idle", "age", "sweep_every"):
            if getattr(self, name) < _NEVER:
                raise InvalidInput(f"{name} takes no negative time", field=name)

    def has_expired(self, idle: timedelta, age: timedelta) -> bool:
        """Whether a conversation with this idle time and age has expired."""
        return _NEVER < self.idle < idle or _NEVER < self.age < age


PROFILES: Final[Mapping[ConversationPurpose, Limits]] = MappingProxyType(
    {
        ConversationPurpose.CHAT: Limits(
            max_messages=8, max_conversations=500, idle=timedelta(minutes=60)
        ),
        ConversationPurpose.SESSION: Limits(
            max_messages=50,
            max_conversations=100,
            pin_first=True,
            age=timedelta(hours=24),
            oldest_first=True,
        ),
    }
)
