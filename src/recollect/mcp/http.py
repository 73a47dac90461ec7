"""Streamable HTTP transport; it is stateless, so any of several servers can answer a request."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Final

import anyio
from anyio import to_thread
from anyio.abc import TaskGroup, TaskStatus
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from recollect.domain.access import Access
from recollect.domain.header_names import from_header
from recollect.mcp.caller import DEFAULT_AGENT, Caller
from recollect.memory import Memory

if TYPE_CHECKING:
    from recollect.mcp.server import Request
    from recollect.mcp.session_managers import SessionManagers

AGENT_HEADER: Final = "X-Recollect-Agent-Id"
_JSON: Final = "application/json"
_STREAM: Final = "text/event-stream"


class McpEndpoint:
    """An ASGI application that answers MCP requests during its `lifespan`."""

    def __init__(
        self, memory: Memory, count: Callable[[Scope], Callable[[str], None]] | None = None
    ) -> None:
        self._memory = memory
        # Returns what counts the agents of a request, and raises if there were too many.
        self._count = count or (lambda _scope: lambda _agent: None)
        self._starting = anyio.Lock()
        self._group: TaskGroup | None = None
        self._managers: SessionManagers | None = None

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Answer requests until the end of the block."""
        async with anyio.create_task_group() as self._group:
            yield
            self._group.cancel_scope.cancel()
        self._group = self._managers = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request in the format that the client prefers: JSON or an event stream."""
        managers = await self._started()
        manager = managers.streaming if _prefers_stream(scope) else managers.json
        await manager.handle_request(scope, receive, send)

    async def _started(self) -> "SessionManagers":
        """The session managers, started by the first request: most servers never get one."""
        async with self._starting:
            if self._managers is None:
                assert self._group is not None, "the MCP endpoint is not running"
                self._managers = await self._group.start(self._run_managers)
            return self._managers

    async def _run_managers(self, *, task_status: TaskStatus["SessionManagers"]) -> None:
        # In a thread: importing the MCP library takes as long as starting the rest of the server.
        module = await to_thread.run_sync(import_module, "recollect.mcp.session_managers")
        managers: SessionManagers = module.create_session_managers(
            self._identify, self._memory.settings
        )
        async with managers.json.run(), managers.streaming.run():
            task_status.started(managers)
            await anyio.sleep_forever()

    def _identify(self, request: "Request") -> Caller:
        assert request.request is not None  # over HTTP there is always a request
        scope: Scope = request.request.scope
        # Set by the server's access check, which rejects every request without access.
        access: Access = scope["state"]["access"]
        # A key that is limited to one agent means that one.
        only = access.agents[0] if len(access.agents) == 1 else "*"
        named = from_header(Headers(scope=scope).get(AGENT_HEADER, ""), AGENT_HEADER)
        agent = named or (DEFAULT_AGENT if "*" in only else only)
        return Caller(self._memory, access, agent, self._count(scope), scope["state"])


def _prefers_stream(scope: Scope) -> bool:
    """Whether the Accept header names event streams before JSON; the protocol requires both."""
    accepted = Headers(scope=scope).get("accept", "").lower()
    return 0 <= accepted.find(_STREAM) < accepted.find(_JSON)
