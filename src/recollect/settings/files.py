"""Atomic, locked writes of files in the home directory, and whether a file has changed."""

import os
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from recollect.errors import StorageError

FileState: TypeAlias = tuple[int, int, int]
_OWNER_ONLY = 0o600


def file_state(path: Path) -> FileState | None:
    """What changes whenever the file is written: inode, time and size; None without a file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def write_atomically(path: Path, text: str) -> None:
    """Replace the file atomically; only its owner can read it, as it may contain secrets."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(path)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise StorageError(f"{path} cannot be written: {error.strerror}") from None


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock the file against other processes; without system locks, the last write wins."""
    try:
        # Only its owner may see what is there.
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        lock = os.fdopen(os.open(path.with_suffix(".lock"), flags, _OWNER_ONLY), "a")
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}") from None
    with lock:
        with suppress(ImportError):
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class FileDocument:
    """A `Document` in a file."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._mutex = threading.Lock()
        self._state: FileState | None = None
        self._text: str | None = None

    def is_fresh(self) -> bool:
        """Whether it can be read without waiting."""
        return True

    def read(self) -> str | None:
        """The text, including changes by other processes."""
        with self._mutex:
            state = file_state(self._path)
            if state != self._state:
                self._text = self._load()
                self._state = state
            return self._text

    def _load(self) -> str | None:
        try:
            # What is not UTF-8 becomes \\x…, which is not JSON either.
            return self._path.read_text("utf-8", "backslashreplace")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StorageError(f"{self._path} cannot be read: {error.strerror}") from None

    def change(self, change: Callable[[str | None], str | None]) -> None:
        """Replace the text by what is made of it, under a lock."""
        with locked(self._path):
            before = self.read()
            after = change(before)
            if after is not None and after != before:
                write_atomically(self._path, after)
