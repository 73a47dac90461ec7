"""HTTP over a Unix socket, for commands and hooks that call the server on this machine."""

import socket
from http.client import HTTPConnection
from typing import Final
from urllib.parse import urlsplit

SCHEME: Final = "unix:"


class UnixConnection(HTTPConnection):
    """A connection to the server that listens on a path."""

    def __init__(self, path: str, *, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        """Connect to the path instead of a port."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def connection_to(url: str, *, timeout: float) -> HTTPConnection:
    """A connection to a server by the address that it announced: http://… or unix:PATH."""
    if url.startswith(SCHEME):
        return UnixConnection(url.removeprefix(SCHEME), timeout=timeout)
    parts = urlsplit(url)
    return HTTPConnection(parts.hostname or "", parts.port, timeout=timeout)
