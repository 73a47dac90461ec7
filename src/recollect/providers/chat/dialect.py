"""What the dialects of chat APIs have in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from recollect.domain.chat import ChatMessage, Reply, Stop, Usage
from recollect.errors import ProviderError, ProviderUnavailable
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


def usage(tokens_in: int | None, tokens_out: int | None) -> Usage | None:
    """The usage, if both numbers are known."""
    if tokens_in is None or tokens_out is None:
        return None
    return Usage(tokens_in, tokens_out)


def token_count(counts: object, *names: str) -> int | None:
    """The sum of the counts with these names, or None if the first is missing."""
    found = [_count(counts, name) for name in names]
    return None if found[0] is None else sum(count or 0 for count in found)


def _count(counts: object, name: str) -> int | None:
    value = counts.get(name) if isinstance(counts, dict) else None
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else None


def stop_of(reason: object, known: Mapping[str, Stop]) -> Stop:
    """Why the answer ended, by the names of one API."""
    return known.get(reason, Stop.OTHER) if isinstance(reason, str) else Stop.OTHER


def invalid_answer(name: str) -> ProviderError:
    """The error for an answer that cannot be parsed."""
    return ProviderError(f"{name} answered something other than a reply.")


def text_of(part: object, name: str) -> str:
    """The text of one part of an answer; reasoning and tool calls have none."""
    match part:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": str(kind)} if kind != "text":
            return ""
        case _:
            raise invalid_answer(name)


def stream_error(name: str, *, passing: bool) -> ProviderError:
    """The error for a service that fails after its answer has begun."""
    if passing:
        return ProviderUnavailable(f"{name} failed during its answer.")
    return ProviderError(f"{name} refused during its answer.", this_only=True)
