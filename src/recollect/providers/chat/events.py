"""Parses server-sent events from chunks of bytes.

The HTTP library can do this too, but it does not return while a service sends only keep-alive
comments, so that no timeout could apply.
"""

from collections.abc import Iterator
from typing import Final

from recollect.errors import ProviderError

_MAX_EVENT: Final = 2**20
_BOM: Final = b"\xef\xbb\xbf"


class Events:
    """Turns chunks of bytes into the data of complete events."""

    def __init__(self, name: str, max_bytes: int = _MAX_EVENT) -> None:
        self._name = name
        self._max_bytes = max_bytes
        self._line = bytearray()
        self._data: list[bytes] = []
        self._size = 0
        self._after_return = False
        self._first = True

    def feed(self, part: bytes) -> Iterator[bytes]:
        """The data of the events that end in this chunk."""
        for piece in part.splitlines(keepends=True):
            if self._after_return and piece == b"\n":  # the second half of CR LF
                self._after_return = False
                continue
            self._after_return = piece.endswith(b"\r")
            self._grow(len(piece))
            self._line += piece.rstrip(b"\r\n")
            if piece.endswith((b"\r", b"\n")):
                yield from self._end_line()

    def _grow(self, by: int) -> None:
        self._size += by
        if self._size > self._max_bytes:
            raise ProviderError(f"{self._name} sent an event that is too large.")

    def _end_line(self) -> Iterator[bytes]:
        line = bytes(self._line)
        self._line.clear()
        if self._first:
            self._first = False
            line = line.removeprefix(_BOM)
        field, _, value = line.partition(b":")
        if field == b"data":
            self._data.append(value.removeprefix(b" "))
        if line:
            return
        data, self._data, self._size = self._data, [], 0
        if data:
            yield b"\n".join(data)
