"""`Idempotency-Key`: a repeated write is not executed again and gets the first response.

Responses are stored for a day: in RAM within limits, or in the database if servers share one. A
deletion clears all stored bodies, because they may contain what was deleted. Turns and memories
have ids, which also protect across restarts.
"""

import asyncio
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from recollect.domain.shared import Response, Shared
from recollect.errors import InvalidInput, StorageError
from recollect.server.authentication import KEY
from recollect.server.errors import Refusal
from recollect.server.oauth.authorization import OPEN
from recollect.server.paths import IMPORT, READS
from recollect.server.proxy.paths import is_proxied

HEADER: Final = "Idempotency-Key"
_WRITES: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
# Large responses of reads and streams would evict those of writes. An import can be repeated
# anyway, and its file is too large to be kept in RAM.
_EXCLUDED: Final = OPEN | {"/chat", "/mcp", IMPORT} | READS
MAX_KEY_LENGTH: Final = 255
_DO_NOT_STORE: Final = "unrepeated"
_DAY_SECONDS: Final = 24 * 60 * 60
_RENEW_SECONDS: Final = 5.0
_PAUSE_SECONDS: Final = 0.1
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

    def __init__(self, app: ASGIApp, shared: Shared | None = None) -> None:
        self._app = app
        self._shared = shared
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
            if self._shared is None:
                await self._run_once(scope, receive, send)
            else:
                await self._run_once_anywhere(self._shared, scope, receive, send)
        except Refusal as refusal:
            await refusal(scope, receive, send)

    async def _run_once(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _read_body(receive)
        name, body_hash = _cache_key(scope), sha256(body).digest()
        self._evict()
        while (before := self._saved.get(name)) is not None:
            _check_same_body(before.body_hash, body_hash)
            if before.done.is_set():
                await _replay(before.messages, send)
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

    async def _run_once_anywhere(
        self, shared: Shared, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """The same for servers that share a database, which a deletion clears by itself."""
        body = await _read_body(receive)
        name, digest = _cache_key(scope), sha256(body).digest()
        while (before := await run_in_threadpool(shared.begin_request, name, digest)) is not None:
            _check_same_body(before.body_hash, digest)
            if before.is_done:
                await _replay(_messages(before.response), send)
                return
            await asyncio.sleep(_PAUSE_SECONDS)
        messages: list[Message] = []

        async def sent(message: Message) -> None:
            messages.append(message)
            await send(message)

        renewing = asyncio.create_task(_renew(shared, name))
        try:
            await self._app(scope, _replayed_body(body, receive), sent)
        finally:
            renewing.cancel()
            await run_in_threadpool(_end, shared, name, messages, scope)

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


def _check_same_body(before: bytes, body_hash: bytes) -> None:
    if before != body_hash:
        message = f"this {HEADER} was used with another body: use a new key for a new write"
        raise Refusal(
            HTTPStatus.UNPROCESSABLE_ENTITY, "idempotency_key_reused", message, field=HEADER
        )


async def _renew(shared: Shared, name: bytes) -> None:
    while True:
        await asyncio.sleep(_RENEW_SECONDS)
        with suppress(StorageError):
            await run_in_threadpool(shared.renew_request, name)


def _end(shared: Shared, name: bytes, messages: list[Message], scope: Scope) -> None:
    # If this fails, the request may begin again after some seconds.
    with suppress(StorageError):
        if not _is_final(messages):
            shared.forget_request(name)
            return
        body = b"".join(message.get("body", b"") for message in messages[1:])
        response = Response(messages[0]["status"], tuple(messages[0]["headers"]), body)
        keeps = not scope.get("state", {}).get(_DO_NOT_STORE)
        deletes = scope["method"] == "DELETE"
        shared.end_request(name, response if keeps else None, deletes=deletes)


def _messages(response: Response | None) -> list[Message]:
    if response is None:
        return []
    start = {"status": response.status, "headers": response.headers}
    return [
        {"type": "http.response.start", **start},
        {"type": "http.response.body", "body": response.body},
    ]


async def _replay(messages: list[Message], send: Send) -> None:
    if not messages:
        problem = "this request was already processed; its response is no longer stored"
        raise Refusal(HTTPStatus.CONFLICT, "already_done", problem)
    for message in messages:
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
