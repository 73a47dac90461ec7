"""Bridges a blocking model stream in a thread to an async generator."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import closing, suppress

from recollect.domain.chat import Reply
from recollect.errors import ProviderUnavailable
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
