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

from recollect.cli.opening import path_of
from recollect.cli.options import AsJson, Database
from recollect.cli.screen import print_json
from recollect.errors import InvalidInput, RecollectError

if TYPE_CHECKING:
    from recollect.memory import Memory

_log = logging.getLogger(__name__)
_LOOK_SECONDS = 0.1
# Those that wait for an answer of a model: the interpreter would wait for them before it ends.
_ASKING = "recollect-embed"


def worker(
    ctx: typer.Context,
    once: Annotated[
        bool, typer.Option("--once", metavar="", help="Do what is due, and end.")
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Do the background work in a process of its own, until Ctrl-C or SIGTERM.

    The setting background_work = false leaves all of it to such workers; there may be several, also beside a
    server that works itself: no job is done twice. Told to stop, it finishes the job in hand, or hands it back
    after background_grace_seconds. With --once and --json it says how many jobs were run, and what is left.

    Try: recollect worker --once
    """
    # Imported here, so that help and usage errors need not wait for the house to be built.
    from recollect import logs  # noqa: PLC0415
    from recollect.memory import Memory  # noqa: PLC0415
    from recollect.settings import load  # noqa: PLC0415

    path = path_of(ctx, database)
    if path == ":memory:":
        raise InvalidInput("a database in RAM has no work for another process", field="database")
    if as_json and not once:
        raise typer.BadParameter("--json goes with --once: a worker that goes on only logs")
    settings = load()
    logs.configure(settings)
    with _told_to_stop() as stop, Memory.open(path, background=not once) as memory:
        _log.info("working", extra={"database": memory.stats().path})
        if once:
            _do_once(memory, stop, as_json=as_json)
        else:
            stop.wait()
            _log.info("stopping")
    _log.info("stopped")
    leave_behind()


@contextmanager
def _told_to_stop() -> Iterator[threading.Event]:
    """What a signal sets; the signals are as before when it is over."""
    stop = threading.Event()

    def heard(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _do_once(memory: "Memory", stop: threading.Event, *, as_json: bool) -> None:
    """What is due, in a thread of its own, so that a signal need not wait for a model."""
    round_ = _Round(memory, stop)
    while not (round_.over(_LOOK_SECONDS) or stop.is_set()):
        pass
    if stop.is_set():
        round_.over(memory.settings.background_grace_seconds)
    round_.check()
    left = memory.stats().store.jobs_by_state
    _log.info("ran %d jobs", round_.ran)
    if as_json:
        print_json({"ran": round_.ran, "jobs": left})


class _Round:
    """The jobs that are due, one after the other; as a daemon it does not hold up the end."""

    def __init__(self, memory: "Memory", stop: threading.Event) -> None:
        self.ran = 0
        self._memory = memory
        self._stop = stop
        self._error: RecollectError | None = None
        self._thread = threading.Thread(target=self._run, name="recollect-once", daemon=True)
        self._thread.start()

    def over(self, seconds: float) -> bool:
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def check(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            while not self._stop.is_set() and self._memory.jobs.run_due(most=1):
                self.ran += 1
        except RecollectError as error:
            self._error = error


def leave_behind() -> None:
    """End the process now where a model still keeps us waiting for the answer to a job that was handed back."""
    if any(thread.name.startswith(_ASKING) for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
