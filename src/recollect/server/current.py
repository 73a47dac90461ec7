"""What a handler is given: the memory it works on, and whether the embedder is warm."""

import logging
import threading
from typing import Annotated, Final

from fastapi import Depends, Request

from recollect.errors import RecollectError
from recollect.memory import Memory

_log = logging.getLogger(__name__)
_PAUSES: Final = (1, 2, 4, 8, 16, 30)
_LAST_LOAD_SECONDS: Final = 10


class Warmup:
    """Loads the embedder in a thread while the server already answers, trying again where that fails."""

    def __init__(self, memory: Memory) -> None:
        self.done = False
        self.embedder: str | None = None
        self.trouble: str | None = None
        self._memory = memory
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="recollect-warmup", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Try no more, and let a load that has begun come to its end."""
        self._stopping.set()
        # A process that ends in the middle of ONNX Runtime's loading is aborted. That takes a second or two;
        # an endpoint that does not answer may be left to itself.
        self._thread.join(_LAST_LOAD_SECONDS)

    def _loop(self) -> None:
        failures = 0
        while not self._attempt():
            pause = _PAUSES[min(failures, len(_PAUSES) - 1)]
            failures += 1
            if self._stopping.wait(pause):
                return

    def _attempt(self) -> bool:
        try:
            self._memory.warm()
            self.embedder = self._memory.stats().embedder
        except RecollectError as error:
            self.trouble = error.message
        except Exception as fault:  # noqa: BLE001 - the wall of this thread: whoever asks is told instead
            self.trouble = f"the embedder could not be loaded ({type(fault).__name__})"
        else:
            self.done = True
            return True
        if not self._stopping.is_set():
            _log.warning("not ready yet: %s", self.trouble)
        return False


# Coroutines, because FastAPI would send a plain function through its thread pool.
async def _memory(request: Request) -> Memory:
    memory: Memory = request.app.state.memory
    return memory


async def _warmup(request: Request) -> Warmup:
    warmup: Warmup = request.app.state.warmup
    return warmup


CurrentMemory = Annotated[Memory, Depends(_memory)]
CurrentWarmup = Annotated[Warmup, Depends(_warmup)]
