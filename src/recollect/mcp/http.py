"""Streamable HTTP: every request stands alone, so any server of many can answer it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Final

import anyio
from anyio import to_thread
from anyio.abc import TaskGroup, TaskStatus
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from recollect.domain.access import Access
from recollect.mcp.caller import DEFAULT_AGENT, Caller
from recollect.memory import Memory

if TYPE_CHECKING:
    from recollect.mcp.answering import Answering
    from recollect.mcp.server import Request

AGENT: Final = "X-Recollect-Agent-Id"
_JSON: Final = "application/json"
_STREAM: Final = "text/event-stream"


class Door:
    """An ASGI application for the place where the server puts it; it answers while it is `open`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._opening = anyio.Lock()
        self._group: TaskGroup | None = None
        self._answering: Answering | None = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Answer until the end of the block; to be joined to the lifespan of the server."""
        async with anyio.create_task_group() as self._group:
            yield
            self._group.cancel_scope.cancel()
        self._group = self._answering = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request as the client would rather have it: at once, or as a stream of events."""
        answering = await self._opened()
        chosen = answering.streaming if _rather_streaming(scope) else answering.plain
        await chosen.handle_request(scope, receive, send)

    async def _opened(self) -> "Answering":
        """What answers, made for the first who asks: most servers are never asked."""
        async with self._opening:
            if self._answering is None:
                assert self._group is not None, "the door is not open"
                self._answering = await self._group.start(self._answer)
            return self._answering

    async def _answer(self, *, task_status: TaskStatus["Answering"]) -> None:
        # In a thread, because the library takes as long to load as all the rest of the server.
        module = await to_thread.run_sync(import_module, "recollect.mcp.answering")
        made: Answering = module.answering(self._who, self._memory.settings)
        async with made.plain.run(), made.streaming.run():
            task_status.started(made)
            await anyio.sleep_forever()

    def _who(self, request: "Request") -> Caller:
        assert request.request is not None  # there is no other way in here than a request
        scope: Scope = request.request.scope
        # The gate has left it there; without it nobody comes in.
        access: Access = scope["state"]["access"]
        named = _named(scope)
        return Caller(self._memory, access, named or _only(access) or DEFAULT_AGENT)


def _named(scope: Scope) -> str:
    """The agent that the header names, in UTF-8 or else as it stands, as on every other door."""
    given = Headers(scope=scope).get(AGENT, "")
    try:
        return given.encode("latin-1").decode("utf-8").strip()
    except UnicodeError:
        return given.strip()


def _only(access: Access) -> str | None:
    """The one agent that a key is for."""
    one = access.agents[0] if len(access.agents) == 1 else "*"
    return None if "*" in one else one


def _rather_streaming(scope: Scope) -> bool:
    """Whether a stream stands before JSON in what the client accepts; every client must accept both."""
    accepted = Headers(scope=scope).get("accept", "").lower()
    return 0 <= accepted.find(_STREAM) < accepted.find(_JSON)
