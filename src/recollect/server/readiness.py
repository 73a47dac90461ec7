"""Whether the database takes writes, asked at most every few seconds however often it is called."""

import threading
import time
from concurrent.futures import Future
from typing import Final

from recollect.errors import StorageError, StorageUnavailable
from recollect.memory import Memory

_SECONDS: Final = 2.0
# A load balancer asks again after a few seconds; a call to the database may wait far longer.
_LONGEST_WAIT: Final = 1.5


class Readiness:
    """What the last attempt to read and write has shown."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._starting = threading.Lock()
        self._check: Future[StorageError | None] | None = None
        self._began = 0.0

    def problem(self) -> StorageError | None:
        """Why nothing can be stored now; None if all is well."""
        check, began = self._current()
        try:
            return check.result(max(0.0, began + _LONGEST_WAIT - time.monotonic()))
        except TimeoutError:
            return StorageUnavailable("the database has not answered yet")

    def _current(self) -> tuple["Future[StorageError | None]", float]:
        """The last check and when it began; a new one, if that is over and too old."""
        with self._starting:
            now = time.monotonic()
            if self._check is None or (self._check.done() and now >= self._began + _SECONDS):
                self._check, self._began = Future(), now
                # A daemon, so that a server can stop while its database does not answer.
                threading.Thread(
                    target=self._run, args=(self._check,), name="readiness", daemon=True
                ).start()
            return self._check, self._began

    def _run(self, check: "Future[StorageError | None]") -> None:
        try:
            self._memory.check_writable()
            self._memory.agents(limit=1)
        except StorageError as error:
            check.set_result(error)
        except BaseException as error:  # noqa: BLE001 - raised again where it is asked for
            check.set_exception(error)
        else:
            check.set_result(None)
