"""A chat model that says what a test tells it to."""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, TypeVar, overload

from recollect.domain.chat import Filled, Message, Reply, Stop, Usage, check_messages
from recollect.providers.chat.form import form

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stall:
    """Holds a reply back: `reached` is set once it is waited for, and `over` is for the test to set."""

    reached: Event = field(default_factory=Event)
    over: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True)
class Line:
    """What the model does when it is asked once.

    It speaks its parts, a stream piece by piece, waits where a Stall stands among them, and in the end
    raises its failure, if it has one.
    """

    parts: Sequence[str | Stall] = ()
    usage: Usage | None = None
    stop: Stop = Stop.END
    failure: Exception | None = None


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One question a scripted model was asked."""

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None
    schema: type[object] | None
    streaming: bool


Said = str | Exception | Line
Script = Iterable[Said] | Callable[[tuple[Message, ...]], Said]


class ScriptedModel:
    """A `ChatModel` that gives its lines in order, or those a function finds for the messages.

    A line is a text, an exception, or a `Line`. `asked` holds every question; `left` counts the streams
    that were closed before their end.
    """

    def __init__(self, script: Script = (), name: str = "scripted") -> None:
        self.name = name
        self.asked: list[RecordedCall] = []
        self.left = 0
        self._lock = Lock()
        self._find = script if callable(script) else self._in_order(script)

    @overload
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: None = None,
    ) -> Reply: ...

    @overload
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[T],
    ) -> Filled[T]: ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[Any] | None = None,
    ) -> Reply:
        """The next line as a whole, checked against the schema as a real model's would be."""
        wanted = None if schema is None else form(schema)
        line = self._ask(
            RecordedCall(check_messages(messages), max_tokens, temperature, schema, streaming=False)
        )
        reply = Reply("".join(_spoken(line)), line.usage, line.stop)
        return wanted.filled(reply, self.name) if wanted else reply

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, temperature: float | None = None
    ) -> Generator[str | Reply, None, None]:
        """The parts of the next line, then the reply they make."""
        line = self._ask(
            RecordedCall(check_messages(messages), max_tokens, temperature, None, streaming=True)
        )
        said: list[str] = []
        try:
            for part in _spoken(line):
                said.append(part)
                yield part
        except GeneratorExit:
            with self._lock:
                self.left += 1
            raise
        yield Reply("".join(said), line.usage, line.stop)

    def _ask(self, asked: RecordedCall) -> Line:
        with self._lock:
            self.asked.append(asked)
        said = self._find(asked.messages)
        match said:
            case str():
                return Line((said,) if said else ())
            case Exception():
                return Line(failure=said)
            case Line():
                return said

    def _in_order(self, script: Iterable[Said]) -> Callable[[tuple[Message, ...]], Said]:
        lines = iter(script)

        def find(_: tuple[Message, ...]) -> Said:
            with self._lock:
                for line in lines:
                    return line
            raise AssertionError(
                f"{self.name} was asked {len(self.asked)} times: it has no line left"
            )

        return find


def _spoken(line: Line) -> Generator[str, None, None]:
    for part in line.parts:
        if isinstance(part, Stall):
            part.reached.set()
            part.over.wait()
        else:
            yield part
    if line.failure is not None:
        raise line.failure
