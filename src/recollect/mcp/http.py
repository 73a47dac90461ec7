"""Streamable HTTP: every request stands alone, so any server of many can answer it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from recollect.mcp.caller import DEFAULT_AGENT, Caller
from recollect.mcp.server import Request, create_server
from recollect.memory import Memory
from recollect.model.access import Access

AGENT: Final = "X-Recollect-Agent-Id"
_JSON: Final = "application/json"
_STREAM: Final = "text/event-stream"
_MB: Final = 2**20
# Who may ask at all, and from where, has been decided by the server that we stand in.
_DECIDED: Final = TransportSecuritySettings(enable_dns_rebinding_protection=False)


class Door:
    """An ASGI application for the place where the server puts it; it answers while it is `open`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._plain = self._streaming = self._manager(as_json=True)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Answer until the end of the block; to be joined to the lifespan of the server."""
        # Made here, because the library lets none of them run twice.
        self._plain = self._manager(as_json=True)
        self._streaming = self._manager(as_json=False)
        async with self._plain.run(), self._streaming.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request as the client would rather have it: at once, or as a stream of events."""
        chosen = self._streaming if _rather_streaming(scope) else self._plain
        await chosen.handle_request(scope, receive, send)

    def _manager(self, *, as_json: bool) -> StreamableHTTPSessionManager:
        return StreamableHTTPSessionManager(
            create_server(self._who),
            json_response=as_json,
            stateless=True,
            security_settings=_DECIDED,
            max_request_body_size=self._memory.settings.max_request_mb * _MB,
        )

    def _who(self, request: Request) -> Caller:
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
