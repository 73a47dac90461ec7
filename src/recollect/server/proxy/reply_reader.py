"""Reads the assistant's text from a reply while it is forwarded."""

import json
import zlib
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Final

from recollect.errors import ProviderError
from recollect.providers.chat.events import Events
from recollect.server.proxy.dialects.dialect import ProxyDialect
from recollect.server.proxy.reply_text import MAX_BYTES, ReplyText

_DONE: Final = b"[DONE]"
_GZIP_OR_DEFLATE: Final = 47
_LINES: Final = "application/x-ndjson"


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

    def reply(self) -> ReplyText:
        """Return what was said so far; empty for tool calls without text."""
        return ReplyText()

    def _read(self, chunk: bytes) -> None: ...


class JsonReplyReader(ReplyReader):
    """Reads a reply that is one JSON object."""

    def __init__(self, dialect: ProxyDialect, length: int | None) -> None:
        super().__init__(length)
        self._dialect = dialect
        self._bytes = bytearray()

    def reply(self) -> ReplyText:
        """Return what the object says."""
        reply = ReplyText()
        try:
            self._dialect.read_reply(json.loads(self._bytes), reply)
        except (ValueError, RecursionError):
            return ReplyText()
        return reply

    def _read(self, chunk: bytes) -> None:
        if len(self._bytes) <= MAX_BYTES:
            self._bytes += chunk


class _Lines:
    """Turns chunks of bytes into complete lines."""

    def __init__(self) -> None:
        self._line = bytearray()

    def feed(self, part: bytes) -> Iterator[bytes]:
        for piece in part.splitlines(keepends=True):
            self._line += piece
            if len(self._line) > MAX_BYTES:
                raise ProviderError("the upstream sent a line that is too large.")
            if piece.endswith(b"\n"):
                yield bytes(self._line)
                self._line.clear()


class StreamReplyReader(ReplyReader):
    """Reads a reply that is a stream of server-sent events, or of lines."""

    def __init__(self, dialect: ProxyDialect, *, has_lines: bool) -> None:
        super().__init__()
        self._dialect = dialect
        self._events: Events | _Lines | None = (
            _Lines() if has_lines else Events("the upstream", MAX_BYTES)
        )
        self._reply = ReplyText()

    @property
    def is_complete(self) -> bool:
        """Whether the stream marked its end."""
        return self._reply.is_finished

    def split_end(self, chunk: bytes) -> tuple[bytes, bytes]:
        """Split before the last event."""
        place = max(0, *(chunk.rfind(end) for end in self._dialect.ends))
        return chunk[:place], chunk[place:]

    def reply(self) -> ReplyText:
        """Return what was said so far."""
        return self._reply

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
            self._reply.end()
        else:
            try:
                self._dialect.read_event(json.loads(data), self._reply)
            except (ValueError, RecursionError):
                return
        self.has_ended |= self._reply.has_ended


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

    def reply(self) -> ReplyText:
        """Return what was said so far."""
        return self._inner.reply()

    def _read(self, chunk: bytes) -> None:
        try:
            self._inner.feed(self._decompressor.decompress(chunk, MAX_BYTES))
        except zlib.error:
            return


def reader_for(dialect: ProxyDialect, status: int, headers: Mapping[str, str]) -> ReplyReader:
    """Return the reader for a reply with these headers; one that ignores unknown formats."""
    content_length = headers.get("content-length", "")
    length = int(content_length) if content_length.isascii() and content_length.isdigit() else None
    if status >= HTTPStatus.MULTIPLE_CHOICES:
        return ReplyReader(length)
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    inner: ReplyReader = (
        StreamReplyReader(dialect, has_lines=kind == _LINES)
        if kind in {_LINES, "text/event-stream"}
        else JsonReplyReader(dialect, length)
    )
    match headers.get("content-encoding", "identity").strip().lower():
        case "identity" | "":
            return inner
        case "gzip" | "x-gzip" | "deflate":
            return CompressedReplyReader(inner, length)
        case _:
            return ReplyReader(length)
