"""Reads the assistant's text from a reply while it is forwarded.

Of several choices only the first is read, the one that clients show.
"""

import json
import zlib
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from recollect.errors import ProviderError
from recollect.providers.chat.events import Events
from recollect.server.proxy.body import text_of

_MAX_BYTES: Final = 32 * 2**20
_DONE: Final = b"[DONE]"
_GZIP_OR_DEFLATE: Final = 47


class ReplyReader:
    """Reads one reply in chunks of any size; this base class ignores its content."""

    def __init__(self, length: int | None = None) -> None:
        self._bytes_left = length
        # True once no more meaningful bytes will come.
        self.has_ended = length == 0

    def feed(self, chunk: bytes) -> None:
        """Read the next bytes."""
        if self._bytes_left is not None:
            self._bytes_left -= len(chunk)
            self.has_ended = self._bytes_left <= 0
        self._read(chunk)

    def split_end(self, chunk: bytes) -> tuple[bytes, bytes]:
        """Split the last chunk into what can be sent now and what marks the end."""
        return b"", chunk

    @property
    def is_complete(self) -> bool:
        """Whether the reply was read to its end."""
        return True

    def text(self) -> str:
        """Return the text so far; empty for tool calls without text."""
        return ""

    def _read(self, chunk: bytes) -> None: ...


class JsonReplyReader(ReplyReader):
    """Reads a reply that is one JSON object."""

    def __init__(self, length: int | None) -> None:
        super().__init__(length)
        self._bytes = bytearray()

    def text(self) -> str:
        """Return the text of the first choice."""
        try:
            match json.loads(self._bytes):
                case {"choices": [{"message": {**message}}, *_]}:
                    return _message_text(message)
                case _:
                    return ""
        except (ValueError, RecursionError):
            return ""

    def _read(self, chunk: bytes) -> None:
        if len(self._bytes) <= _MAX_BYTES:
            self._bytes += chunk


class StreamReplyReader(ReplyReader):
    """Reads a reply that is a stream of server-sent events."""

    def __init__(self) -> None:
        super().__init__()
        self._events: Events | None = Events("the upstream")
        self._text_parts: list[str] = []
        self._refusal_parts: list[str] = []
        self._size = 0
        self._finished = False

    @property
    def is_complete(self) -> bool:
        """Whether the stream marked its end."""
        return self._finished

    def split_end(self, chunk: bytes) -> tuple[bytes, bytes]:
        """Split before the [DONE] event."""
        place = max(chunk.rfind(b"data: [DONE]"), chunk.rfind(b"data:[DONE]"), 0)
        return chunk[:place], chunk[place:]

    def text(self) -> str:
        """Return the text so far."""
        return "".join(self._text_parts or self._refusal_parts)

    def _read(self, chunk: bytes) -> None:
        if self._events is None:
            return
        try:
            for data in self._events.feed(chunk):
                self._read_event(data)
        except ProviderError:  # an oversized event: give up on the rest
            self._events = None

    def _read_event(self, data: bytes) -> None:
        if data.strip() == _DONE:
            self.has_ended = self._finished = True
            return
        try:
            event = json.loads(data)
        except (ValueError, RecursionError):
            return
        match event:
            case {"choices": [*choices]}:
                for choice in choices:
                    self._read_choice(choice)
            case _:
                pass

    def _read_choice(self, choice: object) -> None:
        match choice:
            case {"index": int(index)} if index != 0:
                return
            case {"delta": {**delta}, **rest}:
                self._add(self._text_parts, _content(delta))
                self._add(self._refusal_parts, _refusal(delta))
                self._finished |= rest.get("finish_reason") is not None
            case {"finish_reason": str()}:
                self._finished = True
            case _:
                pass

    def _add(self, parts: list[str], text: str) -> None:
        self._size += len(text)
        if text and self._size <= _MAX_BYTES:
            parts.append(text)


class CompressedReplyReader(ReplyReader):
    """Reads a reply that is compressed although plain text was requested."""

    def __init__(self, inner: ReplyReader, length: int | None) -> None:
        super().__init__(length)
        self._inner = inner
        self._decompressor = zlib.decompressobj(_GZIP_OR_DEFLATE)

    @property
    def is_complete(self) -> bool:
        """Whether the reply was read to its end."""
        return self._inner.is_complete

    def text(self) -> str:
        """Return the text so far."""
        return self._inner.text()

    def _read(self, chunk: bytes) -> None:
        try:
            self._inner.feed(self._decompressor.decompress(chunk, _MAX_BYTES))
        except zlib.error:
            return


def reader_for(status: int, headers: Mapping[str, str]) -> ReplyReader:
    """Return the reader for a reply with these headers; one that ignores unknown formats."""
    content_length = headers.get("content-length", "")
    length = int(content_length) if content_length.isascii() and content_length.isdigit() else None
    if status >= HTTPStatus.MULTIPLE_CHOICES:
        return ReplyReader(length)
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    inner: ReplyReader = (
        StreamReplyReader() if kind == "text/event-stream" else JsonReplyReader(length)
    )
    match headers.get("content-encoding", "identity").strip().lower():
        case "identity" | "":
            return inner
        case "gzip" | "x-gzip" | "deflate":
            return CompressedReplyReader(inner, length)
        case _:
            return ReplyReader(length)


def _message_text(message: Mapping[object, object]) -> str:
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
