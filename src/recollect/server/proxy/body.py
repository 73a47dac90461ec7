"""Parses a chat request and adds memory, leaving every other byte of its text."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.context.inject import Injection
from recollect.server.proxy.content import has_part, text_of
from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.json_cursor import JsonCursor, Span

SYSTEM: Final = frozenset({"system", "developer"})
# Anthropic allows four cache marks; the one for the end of the request is one of them.
_MAX_CACHE_MARKS: Final = 4
# What is replaced in the request's text, and by what.
Edit = tuple[Span, str]


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
    """A request and its messages; the first is the system prompt where that has its own key.

    `system_span` is where a system prompt is put if there is none.
    """

    dialect: ProxyDialect
    text: str
    messages: tuple[RequestMessage, ...]
    system_span: Span
    has_system_key: bool = False
    # What the request continues, if the upstream keeps the earlier messages.
    previous_response: str | None = None
    conversation: str | None = None
    # A prompt stored at the upstream, which a system prompt of ours could replace.
    has_stored_prompt: bool = False
    # The cache mark for the end of the request, in JSON.
    cache_mark: str | None = None

    @property
    def last_system(self) -> int | None:
        """Index of the system prompt, or of the last in the leading run of system messages."""
        if self.dialect.system is not None:
            return 0 if self.has_system_key else None
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

    def append_edit(self, number: int, text: str) -> Edit:
        """Return the edit that appends a text to a message."""
        message = self.messages[number]
        assert message.span is not None
        end = message.span[1] - 1
        if isinstance(message.content, str):
            return (end, end), _quoted(f"\n\n{text}" if message.content else text)[1:-1]
        return (end, end), f"{', ' if message.content else ''}{self._part(number, text)}"

    def question_edits(self, number: int, text: str) -> list[Edit]:
        """Return the edits that append a text to a message, and keep what was said in the cache.

        A cache mark for the end of the request would be on the text, which is not sent again.
        """
        message, name = self.messages[number], self.dialect.cache_mark
        assert message.span is not None
        start, end = message.span
        if self.cache_mark is None or self.text.count(f'"{name}"') >= _MAX_CACHE_MARKS:
            return [self.append_edit(number, text)]
        mark = f', "{name}": {self.cache_mark}'
        match message.content:
            case str(said) if said.strip():
                opening = ((start, start), '[{"type": "text", "text": ')
                return [opening, ((end, end), f"{mark}}}, {self._part(number, text)}]")]
            case [*_, {"type": str(), **last}] if name not in last and last.get("text") != "":
                last_brace = self.text.rindex("}", start, end)
                return [((last_brace, last_brace), mark), self.append_edit(number, text)]
            case _:
                return [self.append_edit(number, text)]

    def prepend_edit(self, number: int, text: str) -> Edit:
        """Return the edit that prepends a text to a message."""
        message = self.messages[number]
        assert message.span is not None
        start = message.span[0] + 1
        if isinstance(message.content, str):
            return (start, start), _quoted(f"{text}\n\n" if message.content else text)[1:-1]
        return (start, start), f"{self._part(number, text)}{', ' if message.content else ''}"

    def insert_system_edit(self, text: str) -> Edit:
        """Return the edit that adds a system prompt before everything else."""
        if self.dialect.system is None:
            separator = ", " if self.messages else ""
            return self.system_span, f'{{"role": "system", "content": {_quoted(text)}}}{separator}'
        if self.system_span[0] < self.system_span[1]:  # null, or whatever stands there
            return self.system_span, _quoted(text)
        return self.system_span, f"{_quoted(self.dialect.system)}: {_quoted(text)}, "

    def apply(self, edits: Sequence[Edit]) -> bytes:
        """Return the request with these edits, and every other byte unchanged."""
        parts, at = [], 0
        for (start, end), text in sorted(edits):
            parts += [self.text[at:start], text]
            at = end
        return "".join([*parts, self.text[at:]]).encode("utf-8")

    def _part(self, number: int, text: str) -> str:
        kind = "text" if self.messages[number].role in SYSTEM else self.dialect.part
        return f'{{"type": {_quoted(kind)}, "text": {_quoted(text)}}}'


def read(content: bytes, dialect: ProxyDialect) -> Body | None:
    """Parse a request; None if it is malformed, which is left to the upstream to report."""
    try:
        return _read(content.decode("utf-8"), dialect)
    except (ValueError, RecursionError):
        return None


def model_of(content: bytes) -> str | None:
    """Return the model that a request names; None if it names none or is not JSON."""
    try:
        match json.loads(content):
            case {"model": str(name)}:
                return name
            case _:
                return None
    except (ValueError, RecursionError):
        return None


def inject_memory(body: Body, memory: Injection, *, prepend: bool) -> bytes | None:
    """Return the request with memory added, or None if there is nothing or nowhere to add."""
    system, user = memory.system, memory.user
    if body.has_stored_prompt and body.last_system is None:
        system, user = "", "\n\n".join(filter(None, (system, user)))
    edits = [*_into_system(body, system, prepend=prepend), *_into_question(body, user)]
    return body.apply(edits) if edits else None


def _read(text: str, dialect: ProxyDialect) -> Body | None:
    cursor = JsonCursor(text)
    start = cursor.at + 1
    system_span = (start, start)
    messages: list[RequestMessage] | None = None
    system: RequestMessage | None = None
    cache_mark: str | None = None
    state: dict[str, object] = {}
    for name in cursor.names():
        if name == dialect.messages and cursor.char == "[":
            if dialect.system is None:
                system_span = (cursor.at + 1, cursor.at + 1)
            messages = [_message(cursor) for _ in cursor.elements()]
            continue
        value, span = cursor.value()
        if name == dialect.system:
            system, system_span = RequestMessage("system", value, span), span
        elif name == dialect.cache_mark and value is not None:
            cache_mark = text[slice(*span)]
        elif name == dialect.messages and isinstance(value, str):
            messages = [RequestMessage("user", value, span)]
        elif dialect.keeps_history:
            state[name] = value
    if cursor.char:
        raise ValueError("trailing data after the request")
    if messages is None and not state:
        return None
    prompts = [system] if system is not None and system.accepts_text else []
    return Body(
        dialect,
        text,
        (*prompts, *(messages or ())),
        system_span,
        has_system_key=bool(prompts),
        previous_response=_id(state.get("previous_response_id")),
        conversation=_id(state.get("conversation")),
        has_stored_prompt=state.get("prompt") is not None,
        cache_mark=cache_mark,
    )


def _id(value: object) -> str | None:
    match value:
        case str(name) | {"id": str(name)} if name:
            return name
        case _:
            return None


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
    if role == "user" and has_part(content, "tool_result") and not text_of(content).strip():
        role = "tool"  # nobody said this
    return RequestMessage(role if isinstance(role, str) else "", content, span)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _into_system(body: Body, text: str, *, prepend: bool) -> list[Edit]:
    if not text:
        return []
    number = body.last_system
    if number is not None and prepend:
        number = 0
    if number is None or not body.messages[number].accepts_text:
        return [body.insert_system_edit(text)]
    return [(body.prepend_edit if prepend else body.append_edit)(number, text)]


def _into_question(body: Body, text: str) -> list[Edit]:
    number = body.last_user
    if not text or number is None or not body.messages[number].accepts_text:
        return []
    return body.question_edits(number, text)
