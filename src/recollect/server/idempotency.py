"""`Idempotency-Key`: a repeated write is not executed again and gets the first response.

Responses are stored in RAM for a day, within limits. A deletion clears all stored bodies, because
they may contain what was deleted. Turns and memories have ids, which also protect across restarts.
"""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from recollect.errors import InvalidInput
from recollect.server.authentication import KEY
from recollect.server.errors import Refusal
from recollect.server.oauth.authorization import OPEN
from recollect.server.paths import IMPORT
from recollect.server.proxy.paths import is_proxied

HEADER: Final = "Idempotency-Key"
_WRITES: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
# Reads and streams: their large responses would evict those of writes.
_READS: Final = {"/api/v1/search", "/api/v1/context", "/api/v1/why-not"}
# An import can be repeated anyway, and its file is too large to be kept in RAM.
_EXCLUDED: Final = OPEN | {"/chat", "/mcp", IMPORT} | _READS
MAX_KEY_LENGTH: Final = 255
_DO_NOT_STORE: Final = "unrepeated"
_DAY_SECONDS: Final = 24 * 60 * 60
MAX_RESPONSES: Final = 10_000
MAX_BYTES: Final = 32 * 2**20


@dataclass(slots=True)
class _SavedResponse:
    """The response to one write: pending, stored, or cleared by a deletion."""

    body_hash: bytes
    at: float
    done: asyncio.Event = field(default_factory=asyncio.Event)
    messages: list[Message] = field(default_factory=list)
    is_kept: bool = False
    # Whether something was deleted while this request ran: its response may contain it.
    is_outdated: bool = False

    @property
    def size(self) -> int:
        return sum(len(message.get("body", b"")) for message in self.messages)


def do_not_store_response(request: Request) -> None:
    """Record this request as done without storing its response."""
    request.scope.setdefault("state", {})[_DO_NOT_STORE] = True


class Idempotency:
    """Middleware that replays the first response to a repeated write."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._saved: OrderedDict[bytes, _SavedResponse] = OrderedDict()
        self._bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or replay the stored response."""
        if scope["type"] != "http" or not _is_write(scope["method"], scope["path"]):
            await self._app(scope, receive, send)
            return
        key = Headers(scope=scope).get(HEADER)
        if key is None:
            await self._run(scope, receive, send)
            return
        try:
            _check_key(key)
            await self._run_once(scope, receive, send)
        except Refusal as refusal:
            await refusal(scope, receive, send)

    async def _run_once(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _read_body(receive)
        name, body_hash = _cache_key(scope), sha256(body).digest()
        self._evict()
        while (before := self._saved.get(name)) is not None:
            if before.body_hash != body_hash:
                message = f"this {HEADER} was used with another body: use a new key for a new write"
                raise Refusal(
                    HTTPStatus.UNPROCESSABLE_ENTITY, "idempotency_key_reused", message, field=HEADER
                )
            if before.done.is_set():
                await _replay(before, send)
                return
            await before.done.wait()
        saved = self._saved[name] = _SavedResponse(body_hash, time.monotonic())

        async def sent(message: Message) -> None:
            saved.messages.append(message)
            await send(message)

        try:
            await self._run(scope, _replayed_body(body, receive), sent, saved)
        finally:
            self._finish(name, saved, scope)

    def _finish(self, name: bytes, saved: _SavedResponse, scope: Scope) -> None:
        """Keep a response, or forget that of a server error, which can be retried."""
        saved.done.set()
        if not _is_final(saved.messages):
            self._saved.pop(name, None)
            return
        saved.is_kept = True
        if saved.is_outdated or scope.get("state", {}).get(_DO_NOT_STORE):
            saved.messages.clear()
        self._bytes += saved.size

    async def _run(
        self, scope: Scope, receive: Receive, send: Send, own: _SavedResponse | None = None
    ) -> None:
        """Run the request; after a deletion, clear the stored bodies."""
        deleted = False

        async def sent(message: Message) -> None:
            nonlocal deleted
            if message["type"] == "http.response.start" and scope["method"] == "DELETE":
                deleted = message["status"] < HTTPStatus.BAD_REQUEST
            await send(message)

        await self._app(scope, receive, sent)
        if deleted:
            self._clear_bodies(own)

    def _clear_bodies(self, own: _SavedResponse | None) -> None:
        for saved in self._saved.values():
            if saved.is_kept:
                saved.messages.clear()
            elif saved is not own:
                saved.is_outdated = True
        self._bytes = 0

    def _evict(self) -> None:
        latest = time.monotonic() - _DAY_SECONDS
        while self._saved:
            name, oldest = next(iter(self._saved.items()))
            full = len(self._saved) > MAX_RESPONSES or self._bytes > MAX_BYTES
            if not oldest.done.is_set() or (oldest.at > latest and not full):
                return
            self._bytes -= oldest.size
            del self._saved[name]


def _is_write(method: str, path: str) -> bool:
    return method in _WRITES and path not in _EXCLUDED and not is_proxied(path)


def _check_key(key: str) -> None:
    if not (1 <= len(key) <= MAX_KEY_LENGTH and key.isprintable()):
        message = f"{HEADER} takes 1 to {MAX_KEY_LENGTH} printable characters"
        raise Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, InvalidInput.code, message, field=HEADER)


async def _replay(saved: _SavedResponse, send: Send) -> None:
    if not saved.messages:
        problem = "this request was already processed; its response is no longer stored"
        raise Refusal(HTTPStatus.CONFLICT, "already_done", problem)
    for message in saved.messages:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], (b"idempotent-replay", b"true")]
            await send({**message, "headers": headers})
        else:
            await send(message)


def _cache_key(scope: Scope) -> bytes:
    """Hash the key with the caller and route, so that equal keys elsewhere do not collide."""
    headers = Headers(scope=scope)
    parts = (
        headers.get(KEY, ""),
        headers.get("authorization", ""),
        scope["method"],
        scope["path"],
        scope["query_string"].decode("latin-1"),
        headers[HEADER],
    )
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()


async def _read_body(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body", False):
            return b"".join(parts)


def _replayed_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that yields the body again."""
    read = False

    async def received() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return received


def _is_final(messages: list[Message]) -> bool:
    """Whether the response is complete and not a server error or a rejected key."""
    if not messages or messages[-1].get("more_body", False):
        return False
    status: int = messages[0]["status"]
    return status < HTTPStatus.INTERNAL_SERVER_ERROR and status not in (
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
    )
