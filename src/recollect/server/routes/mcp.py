"""The MCP endpoint; not in the OpenAPI schema, because the protocol describes itself."""

from fastapi import APIRouter, Request, Response
from starlette.types import Receive, Scope, Send

from recollect.mcp import McpEndpoint

router = APIRouter(include_in_schema=False)


# Only POST: the protocol's other methods are for sessions, which this server does not have.
@router.post("/mcp")
async def mcp(request: Request) -> Response:
    """Pass the request to the MCP endpoint."""
    return _Delegated(request.app.state.mcp)


class _Delegated(Response):
    """A response that delegates the whole exchange to an ASGI app."""

    def __init__(self, endpoint: McpEndpoint) -> None:
        super().__init__()
        self._endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._endpoint(scope, receive, send)
