"""A reply that is sent word by word, and kept in the end, however that comes."""

import asyncio
from collections.abc import AsyncGenerator, Callable

from fastapi import Response
from starlette.types import Receive, Scope, Send

from recollect.errors import RecollectError
from recollect.server.listened import while_listened

Keep = Callable[[str, bool], "asyncio.Task[None]"]


class Spoken(Response):
    """Sends the pieces as they come; a model that breaks off, breaks the connection off."""

    media_type = "text/plain"

    def __init__(
        self,
        first: str,
        rest: AsyncGenerator[str, None],
        *,
        headers: dict[str, str],
        keep: Keep,
        patience: float,
    ) -> None:
        super().__init__(headers=headers)
        del self.headers["content-length"]
        self._first = first
        self._rest = rest
        self._keep = keep
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        await while_listened(receive, self._speak(scope, send))

    async def _speak(self, scope: Scope, send: Send) -> None:
        said = [self._first]
        whole = False
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": self.status_code,
                    "headers": self.raw_headers,
                }
            )
            await send(_part(self._first))
            async for piece in self._rest:
                said.append(piece)
                await send(_part(piece))
            whole = True
        except RecollectError as error:
            # Half a reply must not look like a whole one: the connection ends without an end.
            scope.setdefault("state", {})["error_code"] = error.code
        finally:
            await self._rest.aclose()
            kept = self._keep("".join(said), whole)
        if whole:
            await asyncio.wait({kept}, timeout=self._patience)
            await send(_part("", more=False))


def _part(text: str, *, more: bool = True) -> dict[str, object]:
    body = text.encode("utf-8", "replace")
    return {"type": "http.response.body", "body": body, "more_body": more}
