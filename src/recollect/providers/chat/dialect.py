"""What the two ways of asking a chat model have in common."""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from recollect.domain.chat import Message, Reply, Stop, Usage
from recollect.errors import ProviderError, ProviderUnavailable
from recollect.providers.chat.form import Form

Body = dict[str, object]


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is to answer, in nobody's dialect."""

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None
    form: Form[Any] | None = None
    streaming: bool = False


@dataclass(slots=True)
class Hearing:
    """What a stream has told so far."""

    parts: list[str] = field(default_factory=list)
    tokens_in: int | None = None
    tokens_out: int | None = None
    stop: Stop | None = None
    over: bool = False

    @property
    def usage(self) -> Usage | None:
        """What the service has counted, if it counts."""
        return usage(self.tokens_in, self.tokens_out)

    def reply(self) -> Reply:
        """All that was heard."""
        return Reply("".join(self.parts), self.usage, self.stop or Stop.OTHER)


class Dialect(Protocol):
    """How one kind of service is asked and understood; `name` is for its errors."""

    home: ClassVar[str]
    path: ClassVar[str]

    def __init__(self, name: str, model: str, *, at_home: bool) -> None:
        """Speak to one model, at its maker's own address or elsewhere."""

    @staticmethod
    def headers(api_key: str | None) -> dict[str, str]:
        """What is sent along with every question."""
        ...

    def body(self, question: Question) -> Body:
        """The question as the service takes it."""
        ...

    def reply(self, answer: object) -> Reply:
        """What a whole answer says."""
        ...

    def hear(self, event: object, hearing: Hearing) -> str:
        """The text in one event of a stream; what else it tells goes into the hearing."""
        ...


def usage(tokens_in: int | None, tokens_out: int | None) -> Usage | None:
    """The usage, where both are known."""
    if tokens_in is None or tokens_out is None:
        return None
    return Usage(tokens_in, tokens_out)


def whole(counts: object, *names: str) -> int | None:
    """The sum of the counts of these names, or None where the first is missing."""
    found = [_count(counts, name) for name in names]
    return None if found[0] is None else sum(count or 0 for count in found)


def _count(counts: object, name: str) -> int | None:
    value = counts.get(name) if isinstance(counts, dict) else None
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else None


def nonsense(name: str) -> ProviderError:
    """The error of an answer that cannot be understood."""
    return ProviderError(f"{name} answered something other than a reply.")


def text_of(part: object, name: str) -> str:
    """What one part of an answer says; what a model only thinks, or asks of a tool, is no answer."""
    match part:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": str(kind)} if kind != "text":
            return ""
        case _:
            raise nonsense(name)


def trouble(name: str, *, passing: bool) -> ProviderError:
    """The error of a service that fails inside an answer that began well."""
    if passing:
        return ProviderUnavailable(f"{name} failed while it answered.")
    return ProviderError(f"{name} refused while it answered.", this_only=True)
