"""The place of the MCP door among the routes; the protocol describes itself, so the OpenAPI does not."""

from fastapi import APIRouter, Request, Response
from starlette.types import Receive, Scope, Send

from recollect.mcp import Door

router = APIRouter(include_in_schema=False)


# The protocol's other methods are for sessions, of which there are none.
@router.post("/mcp")
async def mcp(request: Request) -> Response:
    """Whatever the door answers."""
    return _Handed(request.app.state.mcp)


class _Handed(Response):
    """Hands the request over as it came, and the answer back as it is made."""

    def __init__(self, door: Door) -> None:
        super().__init__()
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._door(scope, receive, send)
