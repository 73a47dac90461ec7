"""One conversation in RAM, and what it weighs."""

import sys
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from recollect.conversations.limits import Profile
from recollect.domain.conversation import Conversation
from recollect.domain.message import Message
from recollect.domain.turn import Role
from recollect.errors import InvalidInput

# What CPython needs around the words and the names, as tracemalloc sees it, rounded up.
_MESSAGE: Final = 200
_TALK: Final = 768


@dataclass(frozen=True, slots=True)
class Place:
    """Where a conversation is kept; any text names it, and nothing is shared between two places."""

    agent: str
    conversation: str = field(repr=False)
    profile: Profile = Profile.SESSION

    def __post_init__(self) -> None:
        """Refuse a name that is not text."""
        for name in ("agent", "conversation"):
            if not isinstance(getattr(self, name), str):
                raise InvalidInput(f"{name} must be text", field=name)

    @property
    def nbytes(self) -> int:
        """What a conversation weighs before its first message."""
        return _TALK + sys.getsizeof(self.agent) + sys.getsizeof(self.conversation)


@dataclass(frozen=True, slots=True)
class Held:
    """One message as it is held: in UTF-8, since a single emoji makes a Python string four times as large."""

    id: str
    role: Role
    words: bytes = field(repr=False)
    at: datetime
    tokens: int
    speaker: str | None = field(default=None, repr=False)

    @property
    def nbytes(self) -> int:
        """What it weighs."""
        named = 0 if self.speaker is None else sys.getsizeof(self.speaker)
        return _MESSAGE + sys.getsizeof(self.id) + len(self.words) + named

    def message(self) -> Message:
        """The message, as a copy of its own."""
        return Message(
            id=self.id,
            role=self.role,
            content=self.words.decode(),
            timestamp=self.at,
            token_count=self.tokens,
            speaker=self.speaker,
        )


class HeldConversation:
    """The messages of one conversation in the order of their arrival."""

    __slots__ = ("held", "last", "nbytes", "place", "started", "title")

    def __init__(self, place: Place, now: datetime, title: str | None = None) -> None:
        self.place = place
        self.title = title
        self.started = now
        self.last = now
        self.held: list[Held] = []
        self.nbytes = self.frame

    @property
    def frame(self) -> int:
        """What it weighs before its first message."""
        return self.place.nbytes + (0 if self.title is None else sys.getsizeof(self.title))

    def find(self, message_id: str) -> Held | None:
        """The message of this id, where it is still here."""
        return next((held for held in self.held if held.id == message_id), None)

    def append(self, held: Held, now: datetime) -> None:
        """Take one more message."""
        self.held.append(held)
        self.nbytes += held.nbytes
        self.last = now

    def drop(self, position: int) -> None:
        """Let go of one message."""
        self.nbytes -= self.held.pop(position).nbytes

    def conversation(self) -> Conversation:
        """The conversation as lists show it."""
        return Conversation(
            id=self.place.conversation,
            title=self.title,
            started_at=self.started,
            last_at=self.last,
            turns=len(self.held),
            created_at=self.started,
            retention="ephemeral",
        )
