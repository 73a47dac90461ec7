"""Loads the embedder while the server already answers."""

import logging
import threading
from contextlib import suppress
from typing import Final

from recollect.errors import RecollectError
from recollect.memory import Memory

_log = logging.getLogger(__name__)
_RETRY_SECONDS: Final = (1, 2, 4, 8, 16, 30)
_JOIN_SECONDS: Final = 10


def rehearse() -> None:
    """Build one context of a memory in RAM: the first takes ten times as long as the next."""
    off = {"embedding_backend": "none", "extractor": "none"}
    with suppress(RecollectError), Memory.open(":memory:", background=False, **off) as memory:
        agent = memory.agent("rehearsal")
        agent.remember("I moved to Lisbon in May.")
        agent.injection("Where do I live now?")


class Warmup:
    """Loads the embedder in a thread while the server already answers, and retries failures."""

    def __init__(self, memory: Memory) -> None:
        self.done = False
        self.embedder: str | None = None
        self.problem: str | None = None
        self._memory = memory
        self._tried = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="recollect-warmup", daemon=True)

    def start(self) -> None:
        """Start loading; starting twice is fine."""
        if self._thread.ident is None:
            self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait until the embedder is loaded or could not be."""
        self._tried.wait(seconds)

    def stop(self) -> None:
        """Stop retrying, and wait for a load in progress."""
        self._stopping.set()
        # A process that exits while ONNX Runtime loads is aborted. Loading takes a second or two;
        # an HTTP endpoint that does not answer can be abandoned.
        self._thread.join(_JOIN_SECONDS)

    def _loop(self) -> None:
        failures = 0
        while not self._attempt():
            self._tried.set()
            pause = _RETRY_SECONDS[min(failures, len(_RETRY_SECONDS) - 1)]
            failures += 1
            if self._stopping.wait(pause):
                return

    def _attempt(self) -> bool:
        try:
            self._memory.warm()
            self.embedder = self._memory.embedder
        except RecollectError as error:
            self.problem = error.message
        except Exception as fault:  # noqa: BLE001 - reported by /health/ready instead
            self.problem = f"the embedder could not be loaded ({type(fault).__name__})"
        else:
            self.done = True
            self._tried.set()
            # Count a large database before anyone asks.
            with suppress(RecollectError):
                self._memory.stats(exact=False)
            return True
        if not self._stopping.is_set():
            _log.warning("not ready yet: %s", self.problem)
        return False
