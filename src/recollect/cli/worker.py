import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.database import database_path
from recollect.cli.options import AsJson, Database
from recollect.cli.output import print_json
from recollect.errors import InvalidInput, RecollectError

if TYPE_CHECKING:
    from recollect.memory import Memory

_log = logging.getLogger(__name__)
_POLL_SECONDS = 0.1
# Threads that wait for a model; the interpreter would join them before it exits.
_MODEL_THREADS = "recollect-embed"


def worker(
    ctx: typer.Context,
    once: Annotated[
        bool, typer.Option("--once", metavar="", help="Run all due jobs and exit.")
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Run background jobs in a separate process until Ctrl-C or SIGTERM.

    With the setting background_work = false, only workers run jobs. Several workers can run at the
    same time, also next to a server: no job runs twice. On a signal a worker finishes the current
    job, or returns it to the queue after background_grace_seconds. With --once --json it prints how
    many jobs ran and how many are left.

    Try: recollect worker --once
    """
    # Imported here so that help and usage errors stay fast.
    from recollect import logs  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415
    from recollect.settings import load  # noqa: PLC0415

    path = database_path(ctx, database)
    if path == ":memory:":
        raise InvalidInput("a worker cannot use an in-memory database", field="database")
    if as_json and not once:
        raise typer.BadParameter("--json requires --once: otherwise a worker only logs")
    settings = load()
    logs.configure(settings)
    with _stop_on_signal() as stop, Memory.open(path, background=not once) as memory:
        _log.info("working", extra={"database": memory.stats().path})
        if once:
            _run_once(memory, stop, as_json=as_json)
        else:
            stop.wait()
            _log.info("stopping")
    _log.info("stopped")
    exit_if_model_blocks()


@contextmanager
def _stop_on_signal() -> Iterator[threading.Event]:
    """Yield an event that SIGINT or SIGTERM sets; the handlers are restored afterwards."""
    stop = threading.Event()

    def handle(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _run_once(memory: "Memory", stop: threading.Event, *, as_json: bool) -> None:
    """Run the due jobs in a thread, so that a signal does not wait for a model."""
    jobs = _DueJobs(memory, stop)
    while not (jobs.wait(_POLL_SECONDS) or stop.is_set()):
        pass
    if stop.is_set():
        jobs.wait(memory.settings.background_grace_seconds)
    jobs.raise_error()
    left = memory.stats().store.jobs_by_state
    _log.info("ran %d jobs", jobs.ran)
    if as_json:
        print_json({"ran": jobs.ran, "jobs": left})


class _DueJobs:
    """A daemon thread that runs the due jobs one by one without delaying exit."""

    def __init__(self, memory: "Memory", stop: threading.Event) -> None:
        self.ran = 0
        self._memory = memory
        self._stop = stop
        self._error: RecollectError | None = None
        self._thread = threading.Thread(target=self._run, name="recollect-once", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def raise_error(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            while not self._stop.is_set() and self._memory.jobs.run_due(most=1):
                self.ran += 1
        except RecollectError as error:
            self._error = error


def exit_if_model_blocks() -> None:
    """Exit at once if a thread still waits for a model; its job is back in the queue."""
    if any(thread.name.startswith(_MODEL_THREADS) for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
