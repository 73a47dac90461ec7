"""Threads for the doors that wait on a network: as many as there are cores, and a queue that can be full."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

T = TypeVar("T")

# More than these are served within any deadline that a chat would wait for.
_QUEUE: Final = 64
# Each holds one exchange that was said and is not written down yet.
_PATIENT: Final = 10_000


class Full(Exception):
    """There is no room left: whoever asks goes on without."""


class Pool:
    """Runs what blocks, without the event loop waiting for it."""

    def __init__(self, threads: int = 0, queue: int = _QUEUE, name: str = "recollect-door") -> None:
        count = threads or os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(count, name)
        self._most = count + queue
        self._held = 0
        self._patient = 0
        self._turns = asyncio.Semaphore(count)

    async def at_once(self, work: Callable[[], T], seconds: float | None = None) -> T:
        """What the work gives; Full where too many wait, TimeoutError where it takes too long.

        Work that has begun comes to its end all the same; what waits still is not begun any more.
        """
        running = self.begun(work)
        try:
            return await asyncio.wait_for(asyncio.shield(running), seconds)
        except TimeoutError:
            running.cancel()
            raise

    def begun(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        """The work on its way; Full where too many wait."""
        if self._held >= self._most:
            raise Full
        return self._submitted(work)

    async def in_turn(self, work: Callable[[], T]) -> T:
        """What the work gives, however long it has to wait; Full only where nothing moves any more."""
        if self._patient >= _PATIENT:
            raise Full
        self._patient += 1
        try:
            async with self._turns:
                return await asyncio.shield(self._submitted(work))
        finally:
            self._patient -= 1

    def close(self, *, wait: bool = True) -> None:
        """Begin nothing more, and let what has begun come to its end."""
        self._threads.shutdown(wait=wait, cancel_futures=True)

    def _submitted(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        running = asyncio.wrap_future(self._threads.submit(work))
        self._held += 1
        running.add_done_callback(self._left)
        return running

    def _left(self, done: "asyncio.Future[T]") -> None:
        self._held -= 1
        # Looked at, so that nobody is told that nobody looked: whoever asked may be gone.
        if not done.cancelled():
            done.exception()
