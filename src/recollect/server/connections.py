"""Closes slow and idle connections, so that whoever keeps many open does not lock others out."""

import asyncio
import json
import os
from collections import Counter
from dataclasses import dataclass
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from recollect.settings import Settings

# What a system allows that says nothing else.
_FEW_FILES: Final = 1_024
_MAX_FILES: Final = 65_536
_BACKLOG: Final = 2_048
# A body must come at this rate once its time is up.
_BYTES_PER_SECOND: Final = 1_024
_SWEEP_SECONDS: Final = 1.0
_GRACE_SECONDS: Final = 0.5
# Closing several at once keeps a flood of new connections cheap.
_CLOSED_AT_ONCE: Final = 20


def _answer(status: str, code: str, message: str, header: str = "") -> bytes:
    """A whole response, for where no request has been read."""
    body = json.dumps({"error": {"code": code, "message": message}})
    head = f"HTTP/1.1 {status}\r\nconnection: close\r\ncontent-type: application/json\r\n{header}"
    return f"{head}content-length: {len(body)}\r\n\r\n{body}".encode("ascii")


_TOO_SLOW: Final = _answer("408 Request Timeout", "request_timeout", "the request came too slowly")
_FULL: Final = _answer(
    "503 Service Unavailable",
    "too_many_connections",
    "all connections of the server are in use (setting max_connections)",
    "retry-after: 1\r\n",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionLimits:
    """How many connections are open at once, and how long a request may take to arrive."""

    connections: int
    header_seconds: float
    body_seconds: float

    @classmethod
    def of(cls, settings: Settings) -> "ConnectionLimits":
        """The limits of these settings, within what the system allows this process."""
        # The others are for the database, and for answers that the proxy waits for.
        possible = max(1, _open_files() // 2)
        return cls(
            connections=min(settings.max_connections or possible, possible),
            header_seconds=settings.header_timeout_seconds,
            body_seconds=settings.body_timeout_seconds,
        )

    @property
    def backlog(self) -> int:
        """How many new connections are accepted at once, before any can be closed for them."""
        return max(16, min(_BACKLOG, self.connections // 4))


def _open_files() -> int:
    """How many files and connections this process may have open, raised to what is allowed."""
    if os.name != "posix":
        return _FEW_FILES
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MAX_FILES if hard == resource.RLIM_INFINITY or hard > _MAX_FILES else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return _MAX_FILES if soft == resource.RLIM_INFINITY else min(soft, _MAX_FILES)


class Connections:
    """The open connections of a server."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._open: dict[LimitedProtocol, None] = {}
        self._sweeps: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How many there are."""
        return len(self._open)

    def add(self, new: "LimitedProtocol") -> None:
        """Take up a connection; above the limit, idle ones are closed for it, or it is refused."""
        self._open[new] = None
        above = len(self._open) - self.limits.connections
        if above > 0:
            # For a moment a few more may be open: a request may be on its way.
            grace = _GRACE_SECONDS if above <= self.limits.backlog else 0.0
            self._make_room(new, new.loop.time() - grace)
        if self._sweeps is None:
            self._sweeps = new.loop.call_later(_SWEEP_SECONDS, self._sweep, new.loop)

    def remove(self, connection: "LimitedProtocol") -> None:
        """Forget a connection that is closed."""
        self._open.pop(connection, None)

    def _make_room(self, new: "LimitedProtocol", before: float) -> None:
        """Close what was idle before, first of the address with most, and without a request."""
        by_address = Counter(each.address for each in self._open)
        idle = [
            (-by_address[each.address], each.has_served, since, each)
            for each in self._open
            if each is not new and (since := each.idle_since()) is not None
        ]
        if not idle:
            self.remove(new)
            new.transport.write(_FULL)
            new.transport.close()
        idle.sort(key=lambda row: row[:3])
        count = max(1, self.limits.connections // _CLOSED_AT_ONCE)
        for *_, since, victim in idle[:count]:
            if since <= before:
                self.remove(victim)
                victim.transport.abort()

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for each in [each for each in self._open if each.is_late(now)]:
            each.close_late()
        waits = bool(self._open)
        self._sweeps = loop.call_later(_SWEEP_SECONDS, self._sweep, loop) if waits else None


class LimitedProtocol(H11Protocol):
    """uvicorn's HTTP connection, which only limits the time between two requests."""

    open_connections: Connections
    address = ""
    has_served = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, and wait for a request."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        now = self.loop.time()
        # While a request's head is awaited, since when; and the same of its body.
        self._head_since: float | None = now
        self._body_since: float | None = None
        self._body_bytes = 0
        self._last_data = now
        self._write_paused_since: float | None = None
        self.open_connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self.open_connections.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Note what is awaited next."""
        self._last_data = self.loop.time()
        if self._head_since is None and not self._is_answering:
            self._head_since = self._last_data
        before = self.cycle
        super().data_received(data)
        self._body_bytes += len(data)
        self._note_request(before)

    def on_response_complete(self) -> None:
        """Wait for the next request, for as long as connections are kept alive."""
        self.has_served = True
        self._last_data = self.loop.time()
        before = self.cycle
        # It may begin with the next request, if that has arrived.
        super().on_response_complete()
        self._note_request(before)

    def _note_request(self, before: RequestResponseCycle) -> None:
        if self.cycle is not before:
            self._head_since = None
            self._body_since, self._body_bytes = self._last_data, 0
        if self.conn.their_state is not h11.SEND_BODY:
            self._body_since = None

    def pause_writing(self) -> None:
        """Note since when the client does not read."""
        self._write_paused_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        self._write_paused_since = None
        super().resume_writing()

    @property
    def _is_answering(self) -> bool:
        # There is none before the first request, whatever uvicorn's types say.
        return not getattr(self.cycle, "response_complete", True)

    def idle_since(self) -> float | None:
        """Since when the client has not sent or read what it should; None while we work for it."""
        if self._is_answering and self._body_since is None:
            return self._write_paused_since
        return self._last_data

    def is_late(self, now: float) -> bool:
        """Whether a request comes too slowly."""
        limits = self.open_connections.limits
        if self._head_since is not None:
            return now - self._head_since > limits.header_seconds
        if self._body_since is None:
            return False
        if self.flow.read_paused:
            # It is us who do not read.
            self._body_since, self._body_bytes = now, 0
            return False
        allowed = limits.body_seconds + self._body_bytes / _BYTES_PER_SECOND
        return now - self._body_since > allowed

    def close_late(self) -> None:
        """Close it, and say why if a request had begun."""
        has_begun = self._is_answering or self.conn.trailing_data[0]
        started = self._is_answering and self.cycle.response_started
        if has_begun and not started and not self.transport.is_closing():
            self.transport.write(_TOO_SLOW)
        self.open_connections.remove(self)
        self.transport.close()


def limited(limits: ConnectionLimits) -> type[LimitedProtocol]:
    """The class of connections of one server."""
    return type("_Limited", (LimitedProtocol,), {"open_connections": Connections(limits)})
