"""A chat model with scripted replies."""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, TypeVar, overload

from recollect.domain.chat import ChatMessage, ParsedReply, Reply, Stop, Usage, check_messages
from recollect.providers.chat.answer_schema import schema_for

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stall:
    """Blocks a reply: `reached` is set when it blocks, and the test sets `over` to release it."""

    reached: Event = field(default_factory=Event)
    over: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True)
class Line:
    """One scripted reply.

    It sends its parts in order, blocks at each Stall, and finally raises its failure, if any.
    """

    parts: Sequence[str | Stall] = ()
    usage: Usage | None = None
    stop: Stop = Stop.END
    failure: Exception | None = None


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One call of a scripted model."""

    messages: tuple[ChatMessage, ...]
    max_tokens: int
    temperature: float | None
    schema: type[object] | None
    streaming: bool


ScriptLine = str | Exception | Line
Script = Iterable[ScriptLine] | Callable[[tuple[ChatMessage, ...]], ScriptLine]


class ScriptedModel:
    """A `ChatModel` that replies with a list of lines in order, or with a function of the messages.

    A line is a text, an exception, or a `Line`. `asked` lists every call; `left` counts the streams
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
        messages: Sequence[ChatMessage],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: None = None,
    ) -> Reply: ...

    @overload
    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[T],
    ) -> ParsedReply[T]: ...

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[Any] | None = None,
    ) -> Reply:
        """The next line in one piece, validated against the schema like a real model's reply."""
        wanted = None if schema is None else schema_for(schema)
        line = self._record(
            RecordedCall(check_messages(messages), max_tokens, temperature, schema, streaming=False)
        )
        reply = Reply("".join(_sent_parts(line)), line.usage, line.stop)
        return wanted.parse(reply, self.name) if wanted else reply

    def stream(
        self, messages: Sequence[ChatMessage], *, max_tokens: int, temperature: float | None = None
    ) -> Generator[str | Reply, None, None]:
        """The parts of the next line, then the complete reply."""
        line = self._record(
            RecordedCall(check_messages(messages), max_tokens, temperature, None, streaming=True)
        )
        sent: list[str] = []
        try:
            for part in _sent_parts(line):
                sent.append(part)
                yield part
        except GeneratorExit:
            with self._lock:
                self.left += 1
            raise
        yield Reply("".join(sent), line.usage, line.stop)

    def _record(self, call: RecordedCall) -> Line:
        with self._lock:
            self.asked.append(call)
        line = self._find(call.messages)
        match line:
            case str():
                return Line((line,) if line else ())
            case Exception():
                return Line(failure=line)
            case Line():
                return line

    def _in_order(
        self, script: Iterable[ScriptLine]
    ) -> Callable[[tuple[ChatMessage, ...]], ScriptLine]:
        lines = iter(script)

        def find(_: tuple[ChatMessage, ...]) -> ScriptLine:
            with self._lock:
                for line in lines:
                    return line
            raise AssertionError(
                f"{self.name} was called {len(self.asked)} times: the script has no line left"
            )

        return find


def _sent_parts(line: Line) -> Generator[str, None, None]:
    for part in line.parts:
        if isinstance(part, Stall):
            part.reached.set()
            part.over.wait()
        else:
            yield part
    if line.failure is not None:
        raise line.failure
