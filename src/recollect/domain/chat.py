"""Messages to a chat model, and its replies."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

from recollect.domain.turn import Role
from recollect.errors import InvalidInput

T = TypeVar("T")

NO_MODEL: Final = (
    "no core model is configured: set core_model_api_key (variable"
    " RECOLLECT_CORE_MODEL_API_KEY), or, for a local model such as Ollama's,"
    " core_model_base_url, core_model_name and core_model_provider = openai"
)


class Stop(StrEnum):
    """Why a model stopped."""

    END = "end"
    LENGTH = "length"
    REFUSED = "refused"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message to a chat model, from the system, the user or the assistant."""

    role: Role
    content: str

    def __post_init__(self) -> None:
        """Refuse tool messages, which services accept only in reply to a tool call."""
        if self.role is Role.TOOL:
            raise InvalidInput("a tool's output must be sent with the role user", field="role")


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens of one reply, as the service counted them."""

    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's reply; `usage` is None if the service does not report it."""

    text: str
    usage: Usage | None
    stop: Stop


@dataclass(frozen=True, slots=True)
class ParsedReply(Reply, Generic[T]):
    """A reply whose JSON text has been parsed into a checked value."""

    value: T


def check_messages(messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
    """The messages, if there is at least one to answer."""
    # Checked here because our errors do not repeat what a service says.
    if all(message.role is Role.SYSTEM or not message.content for message in messages):
        raise InvalidInput("a model needs at least one message to answer", field="messages")
    return tuple(messages)
