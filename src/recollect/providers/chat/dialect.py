"""What the dialects of chat APIs have in common."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from recollect.domain.chat import ChatMessage, Reply, Stop, Usage
from recollect.providers.chat.answer_parts import usage
from recollect.providers.chat.answer_schema import AnswerSchema

Body = dict[str, object]


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """A request to a chat model, independent of the API."""

    messages: tuple[ChatMessage, ...]
    max_tokens: int
    temperature: float | None
    schema: AnswerSchema[Any] | None = None
    streaming: bool = False


@dataclass(slots=True)
class StreamState:
    """What has been received of a stream so far."""

    parts: list[str] = field(default_factory=list)
    tokens_in: int | None = None
    tokens_out: int | None = None
    stop: Stop | None = None
    over: bool = False

    @property
    def usage(self) -> Usage | None:
        """The usage, if the service has reported it."""
        return usage(self.tokens_in, self.tokens_out)

    def reply(self) -> Reply:
        """The reply as received so far."""
        return Reply("".join(self.parts), self.usage, self.stop or Stop.OTHER)


@dataclass(frozen=True, slots=True)
class Dialect(ABC):
    """One kind of chat API, for one model at the provider's official URL or elsewhere.

    `name` is for its error messages.
    """

    default_url: ClassVar[str]
    path: ClassVar[str]

    name: str
    model: str
    is_official: bool

    @staticmethod
    @abstractmethod
    def headers(api_key: str | None) -> dict[str, str]:
        """The headers of every request."""

    @abstractmethod
    def body(self, question: CompletionRequest) -> Body:
        """The request body."""

    @abstractmethod
    def reply(self, answer: object) -> Reply:
        """The reply in a complete answer."""

    @abstractmethod
    def read_event(self, event: object, state: StreamState) -> str:
        """The text in one event of a stream; everything else updates the state."""
