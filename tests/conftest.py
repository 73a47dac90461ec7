"""What holds for every test: no network beyond this machine, and the same examples every time."""

import asyncio
import gc
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator
from types import ModuleType
from typing import Any

import pytest
import uvicorn.server
from hypothesis import HealthCheck, settings

from effort import examples

pytest_plugins = ["attack_table", "processes", "repeated_work"]
settings.register_profile(
    "recollect",
    derandomize=True,
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("recollect")

# Days in tests are those of UTC, wherever they run.
os.environ["TZ"] = "UTC"
time.tzset()

# Files in RAM, where there is room: thousands of databases wait for a disk far longer than they
# compute. What needs a disk, such as a full one, mounts its own.
_IN_RAM = "/dev/shm"
_ROOM = 4 * 2**30
if os.path.isdir(_IN_RAM) and shutil.disk_usage(_IN_RAM).free > _ROOM:  # noqa: PTH112
    os.environ.setdefault("TMPDIR", _IN_RAM)
    tempfile.tempdir = os.environ["TMPDIR"]


def pytest_sessionfinish() -> None:
    """Stop the PostgreSQL that tests have started, if any did."""
    if started := sys.modules.get("postgres_server"):
        started.stop()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Read the tests without looking for garbage: whatever is loaded by now stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        # Less often than usual: tests make much garbage, and looking for it took a twentieth of them.
        gc.set_threshold(10_000, 20, 20)


def _sleep_briefly(seconds: float) -> Awaitable[None]:
    return asyncio.sleep(min(seconds, 0.01))


# uvicorn looks ten times a second whether it is to stop, and then waits a tenth for its clients to
# go: longer than most tests of a server take. It looks and waits as before, only more often.
_more_often = ModuleType(asyncio.__name__)
vars(_more_often).update(vars(asyncio), sleep=_sleep_briefly)
uvicorn.server.asyncio = _more_often

_connect = socket.socket.connect


def _only_here(self: socket.socket, address: Any) -> None:
    if isinstance(address, tuple) and address[0] not in {"127.0.0.1", "::1", "localhost"}:
        raise AssertionError(f"a test tried to reach {address[0]}")
    return _connect(self, address)


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    monkeypatch.setattr(socket.socket, "connect", _only_here)


def _steps(work):
    """How many lines of Python some work runs."""
    count = 0

    def trace(_frame, _event, _argument):
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.fixture
def steps():
    """Counts the lines of Python that some work runs."""
    return _steps
