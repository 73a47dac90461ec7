import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.options import AsJson, Database
from recollect.cli.output import print_json
from recollect.cli.parameters import flag
from recollect.conversations.timeout import run_in_daemon_thread
from recollect.errors import InvalidInput
from recollect.stopping import StopDeadline

if TYPE_CHECKING:
    from recollect.memory import Memory

_log = logging.getLogger(__name__)
_POLL_SECONDS = 0.1
# Threads that wait for a model; the interpreter would join them before it exits.
_MODEL_THREADS = "recollect-embed"


def worker(
    once: Annotated[bool, flag("--once", "Run all due jobs and exit.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Run background jobs in a separate process until Ctrl-C or SIGTERM.

    With the setting background_work = false, only workers run jobs. Several workers can run at the
    same time, also next to a server: no job runs twice. On a signal a worker finishes the current
    job, or returns it to the queue after background_grace_seconds. With --once --json it prints how
    many jobs ran and how many are left.
    """
    from recollect import logs  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415
    from recollect.settings import load  # noqa: PLC0415
    from recollect.tracing.exporter import exporting  # noqa: PLC0415

    path = database
    if path == ":memory:":
        raise InvalidInput("a worker cannot use an in-memory database", field="database")
    if as_json and not once:
        raise typer.BadParameter("--json requires --once: otherwise a worker only logs")
    settings = load()
    logs.configure(settings)
    with (
        _stop_on_signal(StopDeadline(settings.background_grace_seconds)) as stop,
        exporting(),
        Memory.open(path, background=not once) as memory,
    ):
        _log.info("working", extra={"database": memory.stats().path})
        if once:
            _run_once(memory, stop, as_json=as_json)
        else:
            with memory.jobs.reporting("worker"):
                stop.wait()
            _log.info("stopping")
    _log.info("stopped")
    exit_if_model_blocks()


@contextmanager
def _stop_on_signal(deadline: StopDeadline) -> Iterator[threading.Event]:
    """Yield an event that SIGINT or SIGTERM sets; the handlers are restored afterwards."""
    stop = threading.Event()

    def handle(_number: int, _frame: FrameType | None) -> None:
        deadline.begin()
        stop.set()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _run_once(memory: "Memory", stop: threading.Event, *, as_json: bool) -> None:
    """Run the due jobs in a thread, so that a signal does not wait for a model."""
    ran = 0

    def run() -> None:
        nonlocal ran
        while not stop.is_set() and memory.jobs.run_due(most=1):
            ran += 1

    jobs = run_in_daemon_thread(run, "recollect-once")
    while not (wait([jobs], _POLL_SECONDS).done or stop.is_set()):
        pass
    if stop.is_set():
        wait([jobs], memory.settings.background_grace_seconds)
    if jobs.done():
        jobs.result()
    _log.info("ran %d jobs", ran)
    if as_json:
        print_json({"ran": ran, "jobs": memory.stats().store.jobs_by_state})


def exit_if_model_blocks() -> None:
    """Exit at once if a thread still waits for a model; its job is back in the queue."""
    if any(thread.name.startswith(_MODEL_THREADS) for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
