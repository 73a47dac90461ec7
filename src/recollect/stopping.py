"""Ends a process that was asked to stop, also if something in it does not end by itself."""

import os
import threading
import time
from queue import SimpleQueue
from typing import Final

# How long requests in flight may take after a signal, and closing the database after the last job.
REQUEST_SECONDS: Final = 2
_CLOSING_SECONDS: Final = 0.5
_NOTE: Final = (
    b"recollect: stopped while something still ran; its work is done after the next start\n"
)


class StopDeadline:
    """Ends the process some time after `begin`, however busy it is; what was stored is safe."""

    def __init__(self, job_seconds: float) -> None:
        self._seconds = REQUEST_SECONDS + job_seconds + _CLOSING_SECONDS
        # It may be used by a signal handler, unlike a lock or a thread that is started there.
        self._begun: SimpleQueue[None] = SimpleQueue()
        threading.Thread(target=self._end, name="recollect-deadline", daemon=True).start()

    def begin(self) -> None:
        """Begin to count the seconds; a signal handler may call it."""
        self._begun.put(None)

    def _end(self) -> None:
        self._begun.get()
        time.sleep(self._seconds)
        os.write(2, _NOTE)
        os._exit(0)
