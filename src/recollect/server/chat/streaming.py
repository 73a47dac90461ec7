"""Streams a chat reply from a blocking model in a thread, and saves it even if it is cut short."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import closing, suppress

from fastapi import Response
from starlette.types import Receive, Scope, Send

from recollect.domain.chat import Reply
from recollect.errors import ProviderUnavailable, RecollectError
from recollect.server.disconnect import run_until_disconnect
from recollect.server.pool import Pool, PoolFull

ModelStream = Generator[str | Reply, None, None]


class _ChunkReader:
    """Reads a model stream in a thread and queues its chunks for the event loop."""

    def __init__(self, start_stream: Callable[[], ModelStream]) -> None:
        self._start_stream = start_stream
        self._loop = asyncio.get_running_loop()
        # Unbounded is safe: it holds one reply, whose size the provider limits.
        self.chunks: asyncio.Queue[str | Exception | None] = asyncio.Queue()
        self.stopped = threading.Event()

    def read(self) -> None:
        """Read until the model is done or the consumer stops."""
        try:
            with closing(self._start_stream()) as stream:
                for chunk in stream:
                    if self.stopped.is_set():
                        return
                    if isinstance(chunk, str):
                        self._put(chunk)
        except Exception as failure:  # noqa: BLE001 - re-raised in the consumer
            self._put(failure)
        else:
            self._put(None)

    def _put(self, chunk: str | Exception | None) -> None:
        # The loop may already be closed when a slow model answers.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.chunks.put_nowait, chunk)


async def stream_chunks(
    pool: Pool, start_stream: Callable[[], ModelStream]
) -> AsyncGenerator[str, None]:
    """Yield the chunks of a reply; closing the generator stops the model before its next chunk."""
    reader = _ChunkReader(start_stream)
    try:
        pool.submit(reader.read)
    except PoolFull:
        raise too_many_chats() from None
    try:
        while (chunk := await reader.chunks.get()) is not None:
            if isinstance(chunk, Exception):
                raise chunk
            yield chunk
    finally:
        reader.stopped.set()


def too_many_chats() -> ProviderUnavailable:
    """Return the error for when every chat thread is busy."""
    return ProviderUnavailable("too many chats at once", retry_after=1.0)


class StreamedReply(Response):
    """Sends chunks as they arrive, and drops the connection if the model fails midway."""

    media_type = "text/plain"

    def __init__(
        self,
        first: str,
        rest: AsyncGenerator[str, None],
        *,
        headers: dict[str, str],
        keep: Callable[..., "asyncio.Task[None]"],
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
            head = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start", **head})
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
            saving = self._keep("".join(chunks), is_complete=is_complete)
        if is_complete:
            await asyncio.wait({saving}, timeout=self._save_seconds)
            await send(_body_message("", more=False))


def _body_message(text: str, *, more: bool = True) -> dict[str, object]:
    body = text.encode("utf-8", "replace")
    return {"type": "http.response.body", "body": body, "more_body": more}
