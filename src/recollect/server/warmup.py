"""Loads the embedder while the server already answers."""

import gc
import logging
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import httpx2

from recollect.errors import RecollectError
from recollect.memory import Memory
from recollect.settings import load
from recollect.wiring import build

_log = logging.getLogger(__name__)
_RETRY_SECONDS: Final = (1, 2, 4, 8, 16, 30)
_JOIN_SECONDS: Final = 10


class _FlatEmbedder:
    """Gives every text the same vector, so that code for vectors runs without a model."""

    name = "rehearsal"
    dims = 4

    def warm(self) -> None:
        """Nothing has to be loaded."""

    def embed(self, text: str) -> bytes:  # noqa: ARG002 - the same for all
        return struct.pack("<4f", 0.5, 0.5, 0.5, 0.5)


@contextmanager
def _without_log_of_jobs() -> Iterator[None]:
    """Keep the jobs of this thread out of the log: their text is nobody's."""
    thread, log = threading.get_ident(), logging.getLogger("recollect.jobs.run_due")

    def is_shown(record: logging.LogRecord) -> bool:
        return record.thread != thread

    log.addFilter(is_shown)
    try:
        yield
    finally:
        log.removeFilter(is_shown)


def rehearse() -> None:
    """Build one context of a memory in RAM: the first takes ten times as long as the next."""
    # What it loads would take 50 ms of the first request to a model.
    httpx2.HTTPTransport().close()
    with suppress(RecollectError), _without_log_of_jobs():
        components = build(load(extractor="none"), ":memory:", embedder=_FlatEmbedder())
        with Memory(components, background=False) as memory:
            agent = memory.agent("rehearsal")
            agent.remember("I moved to Lisbon in May.")
            agent.memories.add("User is allergic to peanuts.")
            agent.overrides.add("Answer briefly.")
            memory.sync()
            agent.injection("Where do I live now?")


def exempt_from_collection() -> None:
    """Keep the garbage collector away from what is loaded by now: a run over it takes 100 ms."""
    gc.collect()
    gc.freeze()


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
        # A process that exits while ONNX Runtime loads is aborted; loading takes a second or two.
        # An HTTP endpoint that does not answer is abandoned: jobs need the time to be handed back.
        is_remote = self._memory.settings.embedding_backend == "http"
        self._thread.join(0 if is_remote else _JOIN_SECONDS)

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
