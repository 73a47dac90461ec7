"""A model's words out of the thread in which it is asked, as they come."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import closing, suppress

from recollect.domain.chat import Reply
from recollect.errors import ProviderUnavailable
from recollect.server.pool import Full, Pool

Words = Generator[str | Reply, None, None]


class _Ear:
    """Listens in a thread, and tells a loop what it hears."""

    def __init__(self, speak: Callable[[], Words]) -> None:
        self._speak = speak
        self._loop = asyncio.get_running_loop()
        # Never more than one reply, which its provider bounds.
        self.heard: asyncio.Queue[str | Exception | None] = asyncio.Queue()
        self.left = threading.Event()

    def listen(self) -> None:
        """Until the model is done, or nobody wants to know any more."""
        try:
            with closing(self._speak()) as words:
                for piece in words:
                    if self.left.is_set():
                        return
                    if isinstance(piece, str):
                        self._tell(piece)
        except Exception as failure:  # noqa: BLE001 - raised again where somebody waits for it
            self._tell(failure)
        else:
            self._tell(None)

    def _tell(self, piece: str | Exception | None) -> None:
        # The loop may be gone before a model that is slow.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.heard.put_nowait, piece)


async def pieces(pool: Pool, speak: Callable[[], Words]) -> AsyncGenerator[str, None]:
    """The pieces of a reply; whoever stops listening stops the model before its next one."""
    ear = _Ear(speak)
    try:
        pool.begun(ear.listen)
    except Full:
        raise too_many() from None
    try:
        while (piece := await ear.heard.get()) is not None:
            if isinstance(piece, Exception):
                raise piece
            yield piece
    finally:
        ear.left.set()


def too_many() -> ProviderUnavailable:
    """The error where no thread is left to ask a model in."""
    return ProviderUnavailable("too many talk to the model at once", retry_after=1.0)
