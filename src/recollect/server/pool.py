"""A bounded thread pool for blocking work in async handlers."""

import asyncio
import contextvars
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

T = TypeVar("T")

# More could not be served within the deadline of a chat.
_MAX_WAITING: Final = 64
# Each entry keeps one unsaved exchange in RAM.
_MAX_QUEUED: Final = 10_000


class PoolFull(Exception):
    """Too much work is waiting; the caller should continue without the result."""


class Pool:
    """Runs blocking work in threads, without blocking the event loop."""

    def __init__(
        self, threads: int = 0, queue: int = _MAX_WAITING, name: str = "recollect-server"
    ) -> None:
        count = threads or os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(count, name)
        self._max_pending = count + queue
        self._pending = 0
        self._queued = 0
        self._slots = asyncio.Semaphore(count)

    async def run(self, work: Callable[[], T], seconds: float | None = None) -> T:
        """Return the result; raises PoolFull if too much waits, TimeoutError if it takes too long.

        After a timeout, running work still finishes, but work that has not started is cancelled.
        """
        running = self.submit(work)
        try:
            return await asyncio.wait_for(asyncio.shield(running), seconds)
        except TimeoutError:
            running.cancel()
            raise

    def submit(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        """Start the work and return its future; raises PoolFull if too much waits."""
        if self._pending >= self._max_pending:
            raise PoolFull
        return self._submit(work)

    async def run_queued(self, work: Callable[[], T]) -> T:
        """Return the result however long it waits; raises PoolFull only if the queue is stuck."""
        if self._queued >= _MAX_QUEUED:
            raise PoolFull
        self._queued += 1
        try:
            async with self._slots:
                return await asyncio.shield(self._submit(work))
        finally:
            self._queued -= 1

    def close(self, *, wait: bool = True) -> None:
        """Start nothing more, and let running work finish."""
        self._threads.shutdown(wait=wait, cancel_futures=True)

    def _submit(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        # In the caller's context, so that spans of the work belong to the request.
        run = contextvars.copy_context().run
        running = asyncio.wrap_future(self._threads.submit(run, work))
        self._pending += 1
        running.add_done_callback(self._finished)
        return running

    def _finished(self, done: "asyncio.Future[T]") -> None:
        self._pending -= 1
        # Retrieve the exception, or asyncio logs it as never retrieved when the caller has left.
        if not done.cancelled():
            done.exception()
