"""The proxy as one thing: what it takes to pass on a request, and what has to be closed in the end."""

import asyncio
import time
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.requests import ClientDisconnect

from recollect.domain import checks
from recollect.domain.access import Right
from recollect.memory import Memory
from recollect.server.access import Visitor
from recollect.server.errors import Refusal
from recollect.server.pool import Pool
from recollect.server.proxy import body as bodies
from recollect.server.proxy.exchange import exchange
from recollect.server.proxy.headers import AGENT, CONVERSATION, MEMORY, from_header, onward
from recollect.server.proxy.record import Record, Recorder
from recollect.server.proxy.relay import Relay
from recollect.server.proxy.remember import Outcome, Reminded, Reminder
from recollect.server.proxy.upstream import Question, Upstream

_OFF: Final = frozenset({"off", "false", "no", "0"})
# A larger body is read in a thread, so that nobody else waits for it; for a small one a thread costs more.
_SMALL: Final = 64 * 1024


class Proxy:
    """Passes requests on, with memory for those that name an agent."""

    def __init__(self, memory: Memory) -> None:
        settings = memory.settings
        self._enabled = settings.enabled
        key = settings.upstream_api_key
        self._key = key.get_secret_value() if key else None
        self.patience = settings.memory_deadline_ms / 1000
        self.pool = Pool()
        self.recorder = Recorder(self.pool)
        self._upstream = Upstream(settings)
        self.reminder = Reminder(
            self.pool, seconds=self.patience, prepend=settings.inject == "system"
        )

    def _check_spending(self, visitor: Visitor) -> None:
        """Whoever may only read has no say over the key that we pay the upstream with."""
        if self._key is not None and not visitor.access.rights & {Right.WRITE, Right.ADMIN}:
            message = "this key may only read: chatting at our expense takes the right to write"
            raise Refusal(HTTPStatus.FORBIDDEN, "forbidden", message)

    async def completion(self, request: Request, visitor: Visitor) -> Relay:
        """The answer to a chat, with what the agent remembers, and remembered afterwards."""
        began = time.monotonic()
        content = await _body(request)
        agent_id = agent_of(request)
        if agent_id is None:
            self._check_spending(visitor)
            return self._relay(request, content)
        visitor.reading(agent_id)
        agent = visitor.writing(agent_id)
        conversation = conversation_of(request)
        if not self._enabled or is_off(request):
            return self._relay(request, content, Reminded(content=content, outcome=Outcome.OFF))
        packed = request.headers.get("content-encoding", "identity").lower() != "identity"
        body = None if packed else await _read(content)
        if body is None:
            unreadable = Reminded(content=content, outcome=Outcome.UNREADABLE)
            return self._relay(request, content, unreadable)
        talk = exchange(agent_id, conversation, body)
        reminded = await self.reminder.reminded(agent, talk, body, content, began)
        record = Record(self.recorder, agent, talk)
        return self._relay(request, reminded.content, reminded, record)

    def plain(self, request: Request) -> Relay:
        """The answer to anything else, as it is."""
        return self._relay(request, b"")

    async def close(self) -> None:
        """Write down what is still to be written, and let go of everything."""
        await self.recorder.settled()
        await self._upstream.close()
        await asyncio.to_thread(self.pool.close)

    def _relay(
        self,
        request: Request,
        content: bytes,
        reminded: Reminded | None = None,
        record: Record | None = None,
    ) -> Relay:
        headers = onward(request.headers.items(), self._key, plain=record is not None)
        question = Question(request.method, request.url.path, request.url.query, headers, content)
        return Relay(
            self._upstream,
            question,
            headers=reminded.headers if reminded else [],
            record=record,
            patience=self.patience,
        )


def agent_of(request: Request) -> str | None:
    """Whose memory is meant; without a name nobody's."""
    given = (from_header(request.headers.get(name, "")) for name in AGENT)
    return next((name for name in given if name), None)


def conversation_of(request: Request) -> str | None:
    """Which conversation is named, if one is."""
    name = from_header(request.headers.get(CONVERSATION, ""))
    return checks.check_id(name, "X-Conversation-Id") if name else None


def is_off(request: Request) -> bool:
    """Whether memory is switched off for this request."""
    return request.headers.get(MEMORY, "").strip().lower() in _OFF


async def _body(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect:
        message = "the request broke off"
        raise Refusal(HTTPStatus.BAD_REQUEST, "bad_request", message) from None


async def _read(content: bytes) -> bodies.Body | None:
    if len(content) < _SMALL:
        return bodies.read(content)
    return await asyncio.to_thread(bodies.read, content)


async def _proxy(request: Request) -> Proxy:
    proxy: Proxy = request.app.state.proxy
    return proxy


CurrentProxy = Annotated[Proxy, Depends(_proxy)]
