"""Work for somebody who may hang up before it is done."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.types import Receive


async def while_listened(receive: Receive, work: Coroutine[Any, Any, None]) -> None:
    """Do the work until it is done or nobody listens any more; then it is cancelled, and may tidy up."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        doing.cancel()
        gone.cancel()
        await asyncio.gather(doing, gone, return_exceptions=True)
    if not doing.cancelled():
        doing.result()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
