"""Runs work for a client that may disconnect before it is done."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import anyio
from starlette.types import Receive


async def run_until_disconnect(receive: Receive, work: Coroutine[Any, Any, None]) -> None:
    """Run the work, and cancel it if the client disconnects.

    Uses an anyio scope, because asyncio's own cancellation also interrupts anyio's shielded code:
    the HTTP library would leak connections that it is about to close.
    """
    disconnected = asyncio.ensure_future(_wait_for_disconnect(receive))
    try:
        with anyio.CancelScope() as scope:
            disconnected.add_done_callback(lambda _: scope.cancel())
            await work
    finally:
        disconnected.cancel()
        await asyncio.gather(disconnected, return_exceptions=True)


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
