"""A process that keeps the memory open for hooks, and ends when they have not used it for a while.

It listens on a socket that only its user can open, one JSON line for each request and answer.
"""

import json
import os
import socketserver
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from recollect.errors import RecollectError, fault_location
from recollect.hooks.files import socket_path
from recollect.hooks.memory_access import answer
from recollect.memory import Memory

_POLL_SECONDS: Final = 1.0


class _Handler(socketserver.StreamRequestHandler):
    server: "_Helper"

    def handle(self) -> None:
        """Answer one request; a fault is an answer too."""
        try:
            asked = json.loads(self.rfile.readline())
            said = answer(self.server.memory, asked["path"], asked["body"])
        except RecollectError as error:
            said = {"error": {"code": error.code, "message": error.message}}
        except Exception as fault:  # noqa: BLE001 - the outermost handler
            said = {"error": {"code": "fault", "message": fault_location(fault)}}
        self.server.last_used = time.monotonic()
        with suppress(OSError):
            self.wfile.write(json.dumps(said).encode() + b"\n")


class _Helper(socketserver.ThreadingUnixStreamServer):
    daemon_threads = False

    def __init__(self, memory: Memory, path: str, minutes: float) -> None:
        super().__init__(path, _Handler)
        self.memory = memory
        self.last_used = time.monotonic()
        self._path = Path(path)
        self._seconds = 60 * minutes

    def server_bind(self) -> None:
        """Bind with a mask, because between bind and chmod anybody could connect."""
        before = os.umask(0o177)
        try:
            super().server_bind()
        finally:
            os.umask(before)

    def is_wanted(self) -> bool:
        """Whether hooks used it lately, and can still find it."""
        return time.monotonic() - self.last_used < self._seconds and self._path.exists()


def serve(minutes: float) -> None:
    """Answer hooks until none has asked for so many minutes."""
    path = socket_path()
    path.unlink(missing_ok=True)
    with Memory.open() as memory, _Helper(memory, str(path), minutes) as helper:
        helper.timeout = _POLL_SECONDS
        while helper.is_wanted():
            helper.handle_request()
        path.unlink(missing_ok=True)
