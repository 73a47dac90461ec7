"""Hears from the database that another server has requested a job."""

import threading
from collections.abc import Callable

import psycopg

from recollect.storage.postgres.database import connect

CHANNEL = "recollect_jobs"
_LOOK_SECONDS = 0.5
_RECONNECT_SECONDS = 5.0


class Listener(threading.Thread):
    """A thread that calls each callback on a notification of another server.

    It may miss some while it reconnects: workers poll as well.
    """

    def __init__(self, address: str, name: str) -> None:
        super().__init__(name="recollect-listener", daemon=True)
        self.callbacks: list[Callable[[], None]] = []
        self._address = address
        self._own = name
        self._stopping = threading.Event()

    def stop(self) -> None:
        """End the thread."""
        self._stopping.set()
        if self is not threading.current_thread():
            self.join(2 * _LOOK_SECONDS)

    def run(self) -> None:
        """Listen, and connect again when the connection is lost."""
        while not self._stopping.is_set():
            try:
                self._listen()
            except psycopg.Error:
                self._stopping.wait(_RECONNECT_SECONDS)

    def _listen(self) -> None:
        with connect(self._address) as connection:
            connection.execute(f"LISTEN {CHANNEL}".encode())
            while not self._stopping.is_set():
                for heard in connection.notifies(timeout=_LOOK_SECONDS, stop_after=1):
                    if heard.payload != self._own:
                        for wake in tuple(self.callbacks):
                            wake()
