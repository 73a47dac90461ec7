"""What a request for a chat completion says, and where in its text memory can be put."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.server.proxy.cursor import Cursor, Span

SYSTEM: Final = frozenset({"system", "developer"})
_TEXTS: Final = frozenset({"text", "input_text"})


@dataclass(frozen=True, slots=True)
class Spoken:
    """One message of a request: who, which words of it are text, and where its content stands."""

    role: str
    content: object
    span: Span | None

    @property
    def words(self) -> str:
        """The text of it; images and the like have none."""
        return text_of(self.content)

    @property
    def holds_text(self) -> bool:
        """Whether text can be added to it."""
        return self.span is not None and isinstance(self.content, str | list)


@dataclass(frozen=True, slots=True)
class Body:
    """The text of a request, and its messages; `place` is where a first one can be put in."""

    text: str
    messages: tuple[Spoken, ...]
    place: int

    @property
    def system(self) -> int | None:
        """The last of the system's messages that stand first."""
        last = None
        for number, message in enumerate(self.messages):
            if message.role not in SYSTEM:
                break
            last = number
        return last

    @property
    def question(self) -> int | None:
        """The last message of the user."""
        asked = [n for n, message in enumerate(self.messages) if message.role == "user"]
        return asked[-1] if asked else None

    def appended(self, number: int, text: str) -> tuple[int, str]:
        """Where and what to put in, so that a message ends with a text."""
        message = self.messages[number]
        assert message.span is not None
        end = message.span[1] - 1
        if isinstance(message.content, str):
            return end, _quoted(f"\n\n{text}" if message.content else text)[1:-1]
        return end, f"{', ' if message.content else ''}{_part(text)}"

    def prepended(self, number: int, text: str) -> tuple[int, str]:
        """Where and what to put in, so that a message begins with a text."""
        message = self.messages[number]
        assert message.span is not None
        start = message.span[0] + 1
        if isinstance(message.content, str):
            return start, _quoted(f"{text}\n\n" if message.content else text)[1:-1]
        return start, f"{_part(text)}{', ' if message.content else ''}"

    def inserted(self, text: str) -> tuple[int, str]:
        """Where and what to put in, so that the system speaks first."""
        behind = ", " if self.messages else ""
        return self.place, f'{{"role": "system", "content": {_quoted(text)}}}{behind}'

    def edited(self, edits: Sequence[tuple[int, str]]) -> bytes:
        """The request with these put in, and every other sign as it came."""
        parts, at = [], 0
        for place, text in sorted(edits):
            parts += [self.text[at:place], text]
            at = place
        return "".join([*parts, self.text[at:]]).encode("utf-8")


def read(content: bytes) -> Body | None:
    """What a request says; None where it cannot be understood, which is for the upstream to say."""
    try:
        text = content.decode("utf-8")
        return _read(text)
    except (ValueError, RecursionError):
        return None


def text_of(content: object) -> str:
    """The text of a message's content: itself, or that of its parts, each on a line of its own."""
    if isinstance(content, str):
        return content
    return "\n".join(_texts(content)) if isinstance(content, list) else ""


def _texts(parts: list[object]) -> Iterator[str]:
    for part in parts:
        match part:
            case {"type": str(kind), "text": str(text)} if kind in _TEXTS:
                yield text
            case str():
                yield part
            case _:
                pass


def _read(text: str) -> Body | None:
    cursor = Cursor(text)
    found: Body | None = None
    for name in cursor.names():
        if name == "messages" and cursor.sign == "[":
            found = _messages(cursor)
        else:
            cursor.value()
    if cursor.sign:
        raise ValueError("there is something behind the request")
    return found


def _messages(cursor: Cursor) -> Body:
    place = cursor.at + 1
    spoken = [_message(cursor) for _ in cursor.elements()]
    return Body(cursor.text, tuple(spoken), place)


def _message(cursor: Cursor) -> Spoken:
    if cursor.sign != "{":
        raise ValueError("a message is no object")
    role: object = None
    content: object = None
    span: Span | None = None
    for name in cursor.names():
        found, where = cursor.value()
        if name == "role":
            role = found
        elif name == "content":
            content, span = found, where
    return Spoken(role if isinstance(role, str) else "", content, span)


def _part(text: str) -> str:
    return f'{{"type": "text", "text": {_quoted(text)}}}'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
