"""Tells the other processes on a database that this one is alive."""

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from typing import Final
from uuid import uuid4

from recollect.domain.shared import Process, Shared
from recollect.errors import RecollectError

_log = logging.getLogger(__name__)
_SECONDS: Final = 15.0


@contextmanager
def heartbeat(shared: Shared, kind: str, runs_jobs: Callable[[], bool]) -> Iterator[None]:
    """Give a sign of life every quarter of a minute, and withdraw it at the end."""
    name, stopping = uuid4().hex, threading.Event()

    def beat() -> None:
        is_noted = True
        while True:
            made = Process(
                name, kind, socket.gethostname(), os.getpid(), version("recollect"), runs_jobs()
            )
            try:
                shared.note_process(made)
                is_noted = True
            except RecollectError as error:
                if is_noted:
                    _log.warning("no sign of life was given: %s", error.message)
                is_noted = False
            if stopping.wait(_SECONDS):
                break
        with suppress(RecollectError):
            shared.forget_process(name)

    thread = threading.Thread(target=beat, name="recollect-heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        # A database that is away is not waited for.
        thread.join(1)
