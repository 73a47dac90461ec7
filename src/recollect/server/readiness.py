"""Whether the database takes writes, asked at most every few seconds however often it is called."""

import threading
import time
from typing import Final

from recollect.errors import StorageError
from recollect.memory import Memory

_SECONDS: Final = 2.0


class Readiness:
    """What the last attempt to write to the database has shown."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._checking = threading.Lock()
        self._next = 0.0
        self._problem: StorageError | None = None

    def problem(self) -> StorageError | None:
        """Why nothing can be stored now; None if all is well."""
        # While one caller asks, which may take long, the others get the answer before.
        if time.monotonic() >= self._next and self._checking.acquire(blocking=False):
            try:
                self._problem = self._check()
                self._next = time.monotonic() + _SECONDS
            finally:
                self._checking.release()
        return self._problem

    def _check(self) -> StorageError | None:
        try:
            self._memory.check_writable()
        except StorageError as error:
            return error
        return None
