"""What is said to a chat model, and what it says."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

from recollect.domain.turn import Role
from recollect.errors import InvalidInput

T = TypeVar("T")

# What whoever wants to talk to one is told.
NO_MODEL: Final = (
    "there is no core model to talk to: set core_model_api_key (variable RECOLLECT_CORE_MODEL_API_KEY),"
    " or, for a model of your own such as Ollama's, core_model_base_url, core_model_name"
    " and core_model_provider = openai"
)


class Stop(StrEnum):
    """Why a model stopped speaking."""

    END = "end"
    LENGTH = "length"
    REFUSED = "refused"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Message:
    """One thing said to a chat model, by the system, the user or the assistant."""

    role: Role
    content: str

    def __post_init__(self) -> None:
        """Refuse what services take only as the answer to a call of theirs."""
        if self.role is Role.TOOL:
            raise InvalidInput("a model is told a tool's words by the user", field="role")


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens one reply has cost, as the service counted them."""

    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said; there is no usage where its service does not count."""

    text: str
    usage: Usage | None
    stop: Stop


@dataclass(frozen=True, slots=True)
class Filled(Reply, Generic[T]):
    """A reply in the form that was asked for: its text has it in JSON, its value has been checked."""

    value: T


def check_messages(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages, if there is anything among them to answer."""
    # Services refuse this each in words of their own, which our errors do not repeat.
    if all(message.role is Role.SYSTEM or not message.content for message in messages):
        raise InvalidInput("a model needs at least one message to answer", field="messages")
    return tuple(messages)
