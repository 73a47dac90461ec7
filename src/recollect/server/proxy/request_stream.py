"""A request body that is forwarded while it arrives."""

import asyncio
from collections.abc import AsyncIterator

from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive


class RequestStream:
    """The chunks of a request body; after the last one, `receive` reports a disconnect."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_read = asyncio.Event()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the chunks as they arrive."""
        try:
            more = True
            while more:
                message = await self._receive()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnect
                yield message.get("body", b"")
                more = message.get("more_body", False)
        finally:
            self._is_read.set()

    async def receive(self) -> Message:
        """Return the next message after the body: two readers would take chunks from each other."""
        await self._is_read.wait()
        return await self._receive()
