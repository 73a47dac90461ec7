"""Parses a chat completion request and adds memory, changing its text in at most two places."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.context.inject import Injection
from recollect.server.proxy.json_cursor import JsonCursor, Span

SYSTEM: Final = frozenset({"system", "developer"})
_TEXTS: Final = frozenset({"text", "input_text"})


@dataclass(frozen=True, slots=True)
class RequestMessage:
    """One message of a request, with the span of its content in the request text."""

    role: str
    content: object
    span: Span | None

    @property
    def text(self) -> str:
        """Its text, without images and other media."""
        return text_of(self.content)

    @property
    def accepts_text(self) -> bool:
        """Whether text can be added to its content."""
        return self.span is not None and isinstance(self.content, str | list)


@dataclass(frozen=True, slots=True)
class Body:
    """A request and its messages; `place` is the offset of the start of the message list."""

    text: str
    messages: tuple[RequestMessage, ...]
    place: int

    @property
    def last_system(self) -> int | None:
        """Index of the last message in the leading run of system messages."""
        last = None
        for number, message in enumerate(self.messages):
            if message.role not in SYSTEM:
                break
            last = number
        return last

    @property
    def last_user(self) -> int | None:
        """Index of the last user message."""
        indexes = [n for n, message in enumerate(self.messages) if message.role == "user"]
        return indexes[-1] if indexes else None

    def append_edit(self, number: int, text: str) -> tuple[int, str]:
        """Return the edit that appends a text to a message, as offset and JSON text."""
        message = self.messages[number]
        assert message.span is not None
        end = message.span[1] - 1
        if isinstance(message.content, str):
            return end, _quoted(f"\n\n{text}" if message.content else text)[1:-1]
        return end, f"{', ' if message.content else ''}{_part(text)}"

    def prepend_edit(self, number: int, text: str) -> tuple[int, str]:
        """Return the edit that prepends a text to a message, as offset and JSON text."""
        message = self.messages[number]
        assert message.span is not None
        start = message.span[0] + 1
        if isinstance(message.content, str):
            return start, _quoted(f"{text}\n\n" if message.content else text)[1:-1]
        return start, f"{_part(text)}{', ' if message.content else ''}"

    def insert_system_edit(self, text: str) -> tuple[int, str]:
        """Return the edit that inserts a system message before all others."""
        separator = ", " if self.messages else ""
        return self.place, f'{{"role": "system", "content": {_quoted(text)}}}{separator}'

    def apply(self, edits: Sequence[tuple[int, str]]) -> bytes:
        """Return the request with these edits, and every other byte unchanged."""
        parts, at = [], 0
        for place, text in sorted(edits):
            parts += [self.text[at:place], text]
            at = place
        return "".join([*parts, self.text[at:]]).encode("utf-8")


def read(content: bytes) -> Body | None:
    """Parse a request; None if it is malformed, which is left to the upstream to report."""
    try:
        text = content.decode("utf-8")
        return _read(text)
    except (ValueError, RecursionError):
        return None


def inject_memory(body: Body, memory: Injection, *, prepend: bool) -> bytes | None:
    """Return the request with memory added, or None if there is nothing or nowhere to add."""
    edits = [
        *_into_system(body, memory.system, prepend=prepend),
        *_into_question(body, memory.user),
    ]
    return body.apply(edits) if edits else None


def text_of(content: object) -> str:
    """Return the text of a message's content, with its text parts joined by newlines."""
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
    cursor = JsonCursor(text)
    found: Body | None = None
    for name in cursor.names():
        if name == "messages" and cursor.char == "[":
            found = _messages(cursor)
        else:
            cursor.value()
    if cursor.char:
        raise ValueError("trailing data after the request")
    return found


def _messages(cursor: JsonCursor) -> Body:
    place = cursor.at + 1
    messages = [_message(cursor) for _ in cursor.elements()]
    return Body(cursor.text, tuple(messages), place)


def _message(cursor: JsonCursor) -> RequestMessage:
    if cursor.char != "{":
        raise ValueError("a message is not an object")
    role: object = None
    content: object = None
    span: Span | None = None
    for name in cursor.names():
        found, where = cursor.value()
        if name == "role":
            role = found
        elif name == "content":
            content, span = found, where
    return RequestMessage(role if isinstance(role, str) else "", content, span)


def _part(text: str) -> str:
    return f'{{"type": "text", "text": {_quoted(text)}}}'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _into_system(body: Body, text: str, *, prepend: bool) -> list[tuple[int, str]]:
    if not text:
        return []
    number = body.last_system
    if number is not None and prepend:
        number = 0
    if number is None or not body.messages[number].accepts_text:
        return [body.insert_system_edit(text)]
    return [(body.prepend_edit if prepend else body.append_edit)(number, text)]


def _into_question(body: Body, text: str) -> list[tuple[int, str]]:
    number = body.last_user
    if not text or number is None or not body.messages[number].accepts_text:
        return []
    return [body.append_edit(number, text)]
