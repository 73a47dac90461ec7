"""One conversation in RAM, with an estimate of the memory it uses."""

import sys
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from recollect.conversations.limits import ConversationPurpose
from recollect.domain.conversation import Conversation
from recollect.domain.message import Message
from recollect.domain.turn import Role
from recollect.errors import InvalidInput

# The overhead of CPython objects besides text and ids, measured with tracemalloc and rounded up.
_MESSAGE_OVERHEAD: Final = 200
_CONVERSATION_OVERHEAD: Final = 768


@dataclass(frozen=True, slots=True)
class ConversationKey:
    """Identifies a conversation; agent and conversation may be any text."""

    agent: str
    conversation: str = field(repr=False)
    profile: ConversationPurpose = ConversationPurpose.SESSION

    def __post_init__(self) -> None:
        """Reject ids that are not text."""
        for name in ("agent", "conversation"):
            if not isinstance(getattr(self, name), str):
                raise InvalidInput(f"{name} must be text", field=name)

    @property
    def nbytes(self) -> int:
        """The size of a conversation without a title and messages, in bytes."""
        return _CONVERSATION_OVERHEAD + sys.getsizeof(self.agent) + sys.getsizeof(self.conversation)


@dataclass(frozen=True, slots=True)
class InMemoryMessage:
    """A message in UTF-8, because one emoji makes a Python string four times as large."""

    id: str
    role: Role
    content: bytes = field(repr=False)
    at: datetime
    tokens: int
    speaker: str | None = field(default=None, repr=False)

    @property
    def nbytes(self) -> int:
        """The size of the message, in bytes."""
        speaker = 0 if self.speaker is None else sys.getsizeof(self.speaker)
        return _MESSAGE_OVERHEAD + sys.getsizeof(self.id) + len(self.content) + speaker

    def to_message(self) -> Message:
        """An independent copy for the caller."""
        return Message(
            id=self.id,
            role=self.role,
            content=self.content.decode(),
            timestamp=self.at,
            token_count=self.tokens,
            speaker=self.speaker,
        )


class InMemoryConversation:
    """The messages of one conversation, in order of arrival."""

    __slots__ = ("key", "last", "messages", "nbytes", "started", "title")

    def __init__(self, key: ConversationKey, now: datetime, title: str | None = None) -> None:
        self.key = key
        self.title = title
        self.started = now
        self.last = now
        self.messages: list[InMemoryMessage] = []
        self.nbytes = self.base_nbytes

    @property
    def base_nbytes(self) -> int:
        """The size without messages, in bytes."""
        return self.key.nbytes + (0 if self.title is None else sys.getsizeof(self.title))

    def find(self, message_id: str) -> InMemoryMessage | None:
        """The message with this id; None if there is none."""
        return next((message for message in self.messages if message.id == message_id), None)

    def append(self, message: InMemoryMessage, now: datetime) -> None:
        """Add a message."""
        self.messages.append(message)
        self.nbytes += message.nbytes
        self.last = now

    def drop(self, position: int) -> None:
        """Remove the message at a position."""
        self.nbytes -= self.messages.pop(position).nbytes

    def to_conversation(self) -> Conversation:
        """The description of the conversation that lists show."""
        return Conversation(
            id=self.key.conversation,
            title=self.title,
            started_at=self.started,
            last_at=self.last,
            turns=len(self.messages),
            created_at=self.started,
            retention="ephemeral",
        )
