"""Work for somebody who may hang up before it is done."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import anyio
from starlette.types import Receive


async def while_listened(receive: Receive, work: Coroutine[Any, Any, None]) -> None:
    """Do the work until it is done or nobody listens any more; then it is cancelled.

    By a scope and not by asyncio's own cancelling, which breaks into what shields itself: the HTTP library
    would forget the connections that it is just about to close.
    """
    gone = asyncio.ensure_future(_gone(receive))
    try:
        with anyio.CancelScope() as listened:
            gone.add_done_callback(lambda _: listened.cancel())
            await work
    finally:
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
