"""Overwrites the unused bytes of a database file, in short pieces, without rebuilding it.

`secure_delete` overwrites deleted rows and free pages. What it leaves are copies of rows in the gap
between a page's list of cells and its cells, from when SQLite moved rows to another page. Nothing
reads a gap, so it can be overwritten in the file itself, provided that no page changes meanwhile:
that is so while the log is empty and we hold the lock for writing.
"""

import os
import sqlite3
import struct
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from recollect.storage.sqlite.connection import connect, file_size

# How long writers wait for one piece, and how much is read at once.
_PIECE_SECONDS = 0.05
_READ_BYTES = 2**22
_FILE_HEADER = 100
# Where the file says how many bytes at the end of each page are not SQLite's.
_RESERVED = 20
# By the first byte of a page: the length of its header. The pages of long texts and the free pages
# begin with a page number, whose first byte is none of these below this many pages (128 GB).
_HEADER_LENGTHS = {2: 12, 5: 12, 10: 8, 13: 8}
MOST_PAGES = 2 << 24
_HEADER = struct.Struct(">BHHHB")
_ZEROS = bytes(2**16)
# A changed row makes every connection discard its copies of pages, whose gaps are as before.
_NOTE = "INSERT OR REPLACE INTO meta (key, value) VALUES ('blanked', ?)"
_FORGET_NOTE = "DELETE FROM meta WHERE key = 'blanked'"
# Where SQLite locks a file for as long as a connection in WAL mode is open.
_SHARED_FIRST, _SHARED_SIZE = 0x40000002, 510
_FLOCK = "@hhqqi4x"


class _Files:
    """Our own handles of database files, one for each file and process.

    Closing one would end SQLite's locks on the file in this process, so it stays open until the
    last database on that file is closed.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start without handles; a forked child shares the place in the file with its parent's."""
        self._mutex = threading.Lock()
        self._users: Counter[Path] = Counter()
        self._handles: dict[Path, int] = {}

    def enter(self, path: str) -> None:
        """Count a database that uses this file."""
        with self._mutex:
            self._users[Path(path).resolve()] += 1

    def leave(self, path: str) -> None:
        """Forget such a database, once its connections are closed."""
        file = Path(path).resolve()
        with self._mutex:
            self._users[file] -= 1
            if self._users[file] <= 0:
                del self._users[file]
                if (handle := self._handles.pop(file, None)) is not None:
                    os.close(handle)

    @contextmanager
    def used(self, path: str) -> Iterator[None]:
        """Keep the handle, even if the database is closed meanwhile."""
        self.enter(path)
        try:
            yield
        finally:
            self.leave(path)

    def handle(self, path: str) -> int:
        """The handle of a file."""
        file = Path(path).resolve()
        with self._mutex:
            if file not in self._handles:
                self._handles[file] = os.open(file, os.O_RDWR | getattr(os, "O_BINARY", 0))
            return self._handles[file]


FILES = _Files()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=FILES.begin)


@dataclass(frozen=True, slots=True)
class _Pages:
    """Some pages of a file, as read from it."""

    data: bytes
    first: int
    size: int
    usable: int

    def gaps(self) -> list[tuple[int, int]]:
        """Where unused bytes are not zero: offsets in the file, start and end."""
        found = []
        for place in range(len(self.data) // self.size):
            start = place * self.size
            begin, end = self._gap(start)
            if self.data[begin:end] != _ZEROS[: end - begin]:
                moved = (self.first - 1) * self.size
                found.append((moved + begin, moved + end))
        return found

    def _gap(self, page: int) -> tuple[int, int]:
        """The gap of a page that begins here; empty if it is not a page of rows or an index."""
        header = page + (_FILE_HEADER if self.first == 1 and page == 0 else 0)
        kind, free, cells, content, _ = _HEADER.unpack_from(self.data, header)
        begin = header + _HEADER_LENGTHS.get(kind, 0) + 2 * cells
        end = page + (content or 2**16)
        is_tree = kind in _HEADER_LENGTHS and begin <= end <= page + self.usable
        if not is_tree or (free and page + free < end):
            return header, header
        used = struct.unpack_from(f">{cells}H", self.data, begin - 2 * cells)
        return (begin, end) if all(page + cell >= end for cell in used) else (header, header)


def blank_piece(path: str, first: int) -> int | None:
    """Overwrite the gaps of some pages from this one on; return the next page, None at the end.

    The log has just been cut; if another process has written since, it returns the same page.
    """
    # A new connection has no copies of pages.
    connection = connect(path, create=False)
    try:
        connection.execute("BEGIN IMMEDIATE")
        if file_size(Path(f"{path}-wal")):
            return first
        following = _blank(connection, FILES.handle(path), first)
        connection.execute(_NOTE, (following or first,))
        if following is None:
            connection.execute(_FORGET_NOTE)
        connection.execute("COMMIT")
    finally:
        connection.close()
    return following


def flush(path: str) -> None:
    """Write what was overwritten to the disk; meanwhile others may write."""
    os.fsync(FILES.handle(path))


def _blank(connection: sqlite3.Connection, handle: int, first: int) -> int | None:
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    usable = size - _read(handle, _RESERVED, 1)[0]
    wanted = _READ_BYTES // size * size
    deadline = time.monotonic() + _PIECE_SECONDS
    while True:
        data = _read(handle, (first - 1) * size, wanted)
        for begin, end in _Pages(data, first, size, usable).gaps():
            os.lseek(handle, begin, os.SEEK_SET)
            os.write(handle, _ZEROS[: end - begin])
        first += len(data) // size
        is_end = len(data) < wanted
        if is_end or time.monotonic() > deadline:
            break
    return None if is_end else first


def _read(handle: int, offset: int, count: int) -> bytes:
    os.lseek(handle, offset, os.SEEK_SET)
    return os.read(handle, count)


def is_open_elsewhere(path: str) -> bool:
    """Whether another process has the file open; True if the system does not say."""
    if sys.platform != "linux":
        return True
    import fcntl  # noqa: PLC0415 - not on Windows

    asked = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, _SHARED_FIRST, _SHARED_SIZE, 0)
    with FILES.used(path):
        # Our own handle: to close another one would end SQLite's locks in this process.
        found = fcntl.fcntl(FILES.handle(path), fcntl.F_GETLK, asked)
    return bool(struct.unpack(_FLOCK, found)[0] != fcntl.F_UNLCK)
