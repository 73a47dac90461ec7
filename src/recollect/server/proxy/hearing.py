"""What the assistant says, listened to while it is passed on.

Only the first of several choices is heard: it is the one that clients show.
"""

import json
import zlib
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from recollect.errors import ProviderError
from recollect.providers.chat.events import Events
from recollect.server.proxy.body import text_of

_MOST: Final = 32 * 2**20
_DONE: Final = b"[DONE]"
_GZIP_OR_DEFLATE: Final = 47


class Hearing:
    """Listens to the bytes of one reply, in pieces of any size."""

    def __init__(self, length: int | None = None) -> None:
        self._left = length
        # No more bytes of any meaning will come.
        self.over = length == 0

    def feed(self, part: bytes) -> None:
        """Listen to the next bytes."""
        if self._left is not None:
            self._left -= len(part)
            self.over = self._left <= 0
        self._hear(part)

    def cut(self, part: bytes) -> tuple[bytes, bytes]:
        """The part in which the reply ended, as what may go on at once and what ends it."""
        return b"", part

    @property
    def whole(self) -> bool:
        """Whether the reply was heard to its end."""
        return True

    def text(self) -> str:
        """What was said so far; nothing where tools were called without a word."""
        return ""

    def _hear(self, part: bytes) -> None: ...


class Letter(Hearing):
    """A reply in one JSON object."""

    def __init__(self, length: int | None) -> None:
        super().__init__(length)
        self._bytes = bytearray()

    def text(self) -> str:
        """The words of the first choice."""
        try:
            match json.loads(self._bytes):
                case {"choices": [{"message": {**message}}, *_]}:
                    return _said(message)
                case _:
                    return ""
        except (ValueError, RecursionError):
            return ""

    def _hear(self, part: bytes) -> None:
        if len(self._bytes) <= _MOST:
            self._bytes += part


class Speech(Hearing):
    """A reply in server-sent events, word by word."""

    def __init__(self) -> None:
        super().__init__()
        self._events: Events | None = Events("the upstream")
        self._said: list[str] = []
        self._refused: list[str] = []
        self._size = 0
        self._finished = False

    @property
    def whole(self) -> bool:
        """Whether the reply said that it was done."""
        return self._finished

    def cut(self, part: bytes) -> tuple[bytes, bytes]:
        """Everything before the mark of the end may go on."""
        place = max(part.rfind(b"data: [DONE]"), part.rfind(b"data:[DONE]"), 0)
        return part[:place], part[place:]

    def text(self) -> str:
        """What was said so far."""
        return "".join(self._said or self._refused)

    def _hear(self, part: bytes) -> None:
        if self._events is None:
            return
        try:
            for data in self._events.feed(part):
                self._heard(data)
        except ProviderError:  # an event that nobody would send: the rest is not understood
            self._events = None

    def _heard(self, data: bytes) -> None:
        if data.strip() == _DONE:
            self.over = self._finished = True
            return
        try:
            event = json.loads(data)
        except (ValueError, RecursionError):
            return
        match event:
            case {"choices": [*choices]}:
                for choice in choices:
                    self._choice(choice)
            case _:
                pass

    def _choice(self, choice: object) -> None:
        match choice:
            case {"index": int(index)} if index != 0:
                return
            case {"delta": {**delta}, **rest}:
                self._add(self._said, _content(delta))
                self._add(self._refused, _refusal(delta))
                self._finished |= rest.get("finish_reason") is not None
            case {"finish_reason": str()}:
                self._finished = True
            case _:
                pass

    def _add(self, to: list[str], text: str) -> None:
        self._size += len(text)
        if text and self._size <= _MOST:
            to.append(text)


class Unpacked(Hearing):
    """A reply that comes packed although it was asked for plain: it is passed on so, and unpacked to be heard."""

    def __init__(self, inner: Hearing, length: int | None) -> None:
        super().__init__(length)
        self._inner = inner
        self._unpack = zlib.decompressobj(_GZIP_OR_DEFLATE)

    @property
    def whole(self) -> bool:
        """Whether the reply was heard to its end."""
        return self._inner.whole

    def text(self) -> str:
        """What was said so far."""
        return self._inner.text()

    def _hear(self, part: bytes) -> None:
        try:
            self._inner.feed(self._unpack.decompress(part, _MOST))
        except zlib.error:
            return


def hearing_of(status: int, headers: Mapping[str, str]) -> Hearing:
    """What listens to a reply with these headers; one that says nothing we could understand is not heard."""
    told = headers.get("content-length", "")
    length = int(told) if told.isascii() and told.isdigit() else None
    if status >= HTTPStatus.MULTIPLE_CHOICES:
        return Hearing(length)
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    inner: Hearing = Speech() if kind == "text/event-stream" else Letter(length)
    match headers.get("content-encoding", "identity").strip().lower():
        case "identity" | "":
            return inner
        case "gzip" | "x-gzip" | "deflate":
            return Unpacked(inner, length)
        case _:
            return Hearing(length)


def _said(message: Mapping[object, object]) -> str:
    return _content(message) or _refusal(message)


def _content(message: Mapping[object, object]) -> str:
    match message:
        case {"content": str() | list() as content} if content:
            return text_of(content)
        case {"audio": {"transcript": str(transcript)}}:
            return transcript
        case _:
            return ""


def _refusal(message: Mapping[object, object]) -> str:
    match message:
        case {"refusal": str(refusal)}:
            return refusal
        case _:
            return ""
