"""A streamed chat reply, saved even when it is cut short."""

import asyncio
from collections.abc import AsyncGenerator, Callable

from fastapi import Response
from starlette.types import Receive, Scope, Send

from recollect.errors import RecollectError
from recollect.server.disconnect import run_until_disconnect

Keep = Callable[[str, bool], "asyncio.Task[None]"]


class StreamedReply(Response):
    """Sends chunks as they arrive, and drops the connection if the model fails midway."""

    media_type = "text/plain"

    def __init__(
        self,
        first: str,
        rest: AsyncGenerator[str, None],
        *,
        headers: dict[str, str],
        keep: Keep,
        save_seconds: float,
    ) -> None:
        super().__init__(headers=headers)
        del self.headers["content-length"]
        self._first = first
        self._rest = rest
        self._keep = keep
        self._save_seconds = save_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the reply until it ends or the client disconnects."""
        await run_until_disconnect(receive, self._send(scope, send))

    async def _send(self, scope: Scope, send: Send) -> None:
        chunks = [self._first]
        is_complete = False
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": self.status_code,
                    "headers": self.raw_headers,
                }
            )
            await send(_body_message(self._first))
            async for chunk in self._rest:
                chunks.append(chunk)
                await send(_body_message(chunk))
            is_complete = True
        except RecollectError as error:
            # Skip the final message, so that the client does not take this reply as complete.
            scope.setdefault("state", {})["error_code"] = error.code
        finally:
            await self._rest.aclose()
            saving = self._keep("".join(chunks), is_complete)
        if is_complete:
            await asyncio.wait({saving}, timeout=self._save_seconds)
            await send(_body_message("", more=False))


def _body_message(text: str, *, more: bool = True) -> dict[str, object]:
    body = text.encode("utf-8", "replace")
    return {"type": "http.response.body", "body": body, "more_body": more}
