"""Notices that a database file that is open was removed or replaced under its name.

SQLite keeps writing to the file it has opened, also when nobody can find that file any more.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from recollect.errors import StorageLost

# Beside the file itself: its log, where a commit goes first, and the locks on the log.
_BESIDE = ("-wal", "-shm")
_WRITTEN = 2
_Identity = tuple[int, int]
_Found = tuple[tuple[str, _Identity], ...]


@dataclass(frozen=True, slots=True)
class OpenedFiles:
    """The files of an open database, as they were when it was opened; none for one in RAM."""

    found: _Found = ()

    @classmethod
    def of(cls, path: str) -> "OpenedFiles":
        """The file itself, before SQLite opens it."""
        return cls(((path, _identity(path)),))

    def with_log(self) -> "OpenedFiles":
        """Also the log, which stays as long as a connection is open; the file must be the same."""
        self.check()
        path = self.found[0][0]
        beside = [path + ending for ending in _BESIDE if Path(path + ending).exists()]
        return OpenedFiles((*self.found, *((name, _identity(name)) for name in beside)))

    def check(self) -> None:
        """Raise StorageLost if one of them is not under its name any more."""
        self._check(self.found)

    def check_written(self) -> None:
        """The same for where a commit went: the file and its log."""
        self._check(self.found[:_WRITTEN])

    def _check(self, files: _Found) -> None:
        for name, identity in files:
            try:
                now = _identity(name)
            except FileNotFoundError:
                raise self._lost(name, "was removed") from None
            except OSError as error:
                # The disk or the mounted volume is gone.
                raise self._lost(name, f"became unreachable ({error.strerror})") from error
            if now != identity:
                raise self._lost(name, "was replaced by another file")

    def _lost(self, name: str, what: str) -> StorageLost:
        return StorageLost(
            f"{self.found[0][0]}: {Path(name).name} {what} while it was open, so nothing is stored;"
            " put it back, or restart Recollect to use what is there now"
        )


def _identity(path: str) -> _Identity:
    # Around every commit, and pathlib takes twice as long.
    found = os.stat(path)  # noqa: PTH116
    return found.st_dev, found.st_ino
