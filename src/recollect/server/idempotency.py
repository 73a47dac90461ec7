"""`Idempotency-Key`: a write that is sent again is not done again, and gets the answer of the first time.

Answers are kept in RAM, for a day and within bounds. A deletion empties them of their words: they may be what was
deleted. What must not be done twice even across a restart has ids of its own: turns and memories do.
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

from recollect.server.errors import Refusal, answer
from recollect.server.gate import KEY, PROXY

HEADER: Final = "Idempotency-Key"
_WRITES: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
# What streams, or only asks: its answers are large, and would push out those of writes.
_ASKING: Final = {"/api/v1/search", "/api/v1/context", "/api/v1/why-not"}
_APART: Final = PROXY | {"/chat", "/mcp"} | _ASKING
LONGEST: Final = 255
_UNREPEATED: Final = "unrepeated"
_DAY: Final = 24 * 60 * 60
MOST: Final = 10_000
MOST_BYTES: Final = 32 * 2**20


@dataclass(slots=True)
class _Given:
    """The answer to one write: still to come, kept, or gone with what somebody has deleted."""

    asked: bytes
    at: float
    done: asyncio.Event = field(default_factory=asyncio.Event)
    messages: list[Message] = field(default_factory=list)
    kept: bool = False

    @property
    def size(self) -> int:
        return sum(len(message.get("body", b"")) for message in self.messages)


def unrepeated(request: Request) -> None:
    """Keep no word of the answer to this request: it is known as done, and not said again."""
    request.scope.setdefault("state", {})[_UNREPEATED] = True


class Idempotency:
    """Answers a write that was done before as it was answered then."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._given: OrderedDict[bytes, _Given] = OrderedDict()
        self._bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer for the first one of its kind."""
        if scope["type"] != "http" or scope["method"] not in _WRITES or scope["path"] in _APART:
            await self._app(scope, receive, send)
            return
        key = Headers(scope=scope).get(HEADER)
        if key is None:
            await self._done(scope, receive, send)
        elif 1 <= len(key) <= LONGEST and key.isprintable():
            await self._once(scope, receive, send)
        else:
            message = f"{HEADER} takes 1 to {LONGEST} visible characters"
            await _refuse(scope, receive, send, "invalid_input", message)

    async def _once(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await _whole(receive)
        except Refusal as refusal:
            reply = answer(scope, refusal.status_code, refusal.code, refusal.detail)
            await reply(scope, receive, send)
            return
        name, asked = _name(scope), sha256(body).digest()
        self._forget_old()
        while (before := self._given.get(name)) is not None:
            if before.asked != asked:
                message = f"this {HEADER} was used for another body: a new write takes a new one"
                await _refuse(scope, receive, send, "idempotency_key_reused", message)
                return
            if before.done.is_set():
                await _again(before, scope, receive, send)
                return
            await before.done.wait()
        await self._first(name, _Given(asked, time.monotonic()), scope, body, receive, send)

    async def _first(
        self,
        name: bytes,
        given: _Given,
        scope: Scope,
        body: bytes,
        receive: Receive,
        send: Send,
    ) -> None:
        self._given[name] = given

        async def sent(message: Message) -> None:
            given.messages.append(message)
            await send(message)

        try:
            await self._done(scope, _given_back(body, receive), sent)
        finally:
            given.done.set()
            if _is_final(given.messages):
                given.kept = True
                if scope.get("state", {}).get(_UNREPEATED):
                    given.messages.clear()
                self._bytes += given.size
            else:
                # What failed for a reason of ours may be tried again.
                self._given.pop(name, None)

    async def _done(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Do it; after a deletion no earlier answer keeps its words."""
        deleted = False

        async def sent(message: Message) -> None:
            nonlocal deleted
            if message["type"] == "http.response.start" and scope["method"] == "DELETE":
                deleted = message["status"] < HTTPStatus.BAD_REQUEST
            await send(message)

        await self._app(scope, receive, sent)
        if deleted:
            self._empty()

    def _empty(self) -> None:
        for given in self._given.values():
            if given.kept:
                given.messages.clear()
        self._bytes = 0

    def _forget_old(self) -> None:
        latest = time.monotonic() - _DAY
        while self._given:
            name, oldest = next(iter(self._given.items()))
            full = len(self._given) > MOST or self._bytes > MOST_BYTES
            if not oldest.done.is_set() or (oldest.at > latest and not full):
                return
            self._bytes -= oldest.size
            del self._given[name]


async def _again(given: _Given, scope: Scope, receive: Receive, send: Send) -> None:
    if not given.messages:
        told = (
            "this was done before; its answer is not kept, or went with what has been deleted since"
        )
        reply = answer(scope, HTTPStatus.CONFLICT, "already_done", told)
        await reply(scope, receive, send)
        return
    for message in given.messages:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], (b"idempotent-replay", b"true")]
            await send({**message, "headers": headers})
        else:
            await send(message)


async def _refuse(scope: Scope, receive: Receive, send: Send, code: str, message: str) -> None:
    reply = answer(scope, HTTPStatus.UNPROCESSABLE_ENTITY, code, message, field=HEADER)
    await reply(scope, receive, send)


def _name(scope: Scope) -> bytes:
    """Whose write it is: two callers may choose the same key, and one caller for two things."""
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


async def _whole(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body", False):
            return b"".join(parts)


def _given_back(body: bytes, receive: Receive) -> Receive:
    """The body once more, for whoever reads it now."""
    read = False

    async def received() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return received


def _is_final(messages: list[Message]) -> bool:
    """Whether the answer is whole, and no fault of ours."""
    if not messages or messages[-1].get("more_body", False):
        return False
    status: int = messages[0]["status"]
    return status < HTTPStatus.INTERNAL_SERVER_ERROR and status not in (
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
    )
