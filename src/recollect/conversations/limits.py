"""How long a conversation in RAM may grow, how long it lives, and how many there may be."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from recollect.errors import InvalidInput

_NEVER: Final = timedelta(0)


class Profile(StrEnum):
    """What a conversation is kept for; those of two profiles never meet."""

    CHAT = "chat"
    SESSION = "session"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What holds for every conversation of one profile. A time of zero is no limit."""

    max_messages: int
    max_conversations: int
    # The first message stays, and the second goes in its stead.
    pin_first: bool = False
    # Since the last message, and since the first.
    idle: timedelta = _NEVER
    age: timedelta = _NEVER
    # One too many: the one that was started first goes, instead of the least recently used.
    oldest_first: bool = False
    sweep_every: timedelta = timedelta(minutes=30)

    def __post_init__(self) -> None:
        """Refuse limits under which nothing could be kept."""
        least = 2 if self.pin_first else 1
        if self.max_messages < least:
            raise InvalidInput(f"max_messages takes at least {least}", field="max_messages")
        if self.max_conversations < 1:
            raise InvalidInput("max_conversations takes at least 1", field="max_conversations")
        for name in ("idle", "age", "sweep_every"):
            if getattr(self, name) < _NEVER:
                raise InvalidInput(f"{name} takes no negative time", field=name)

    def expired(self, idle: timedelta, age: timedelta) -> bool:
        """Whether a conversation silent for so long and started so long ago is over."""
        return _NEVER < self.idle < idle or _NEVER < self.age < age


PROFILES: Final[Mapping[Profile, Limits]] = MappingProxyType(
    {
        Profile.CHAT: Limits(max_messages=8, max_conversations=500, idle=timedelta(minutes=60)),
        Profile.SESSION: Limits(
            max_messages=50,
            max_conversations=100,
            pin_first=True,
            age=timedelta(hours=24),
            oldest_first=True,
        ),
    }
)
