"""Real servers: in a thread for most tests, in a process of their own where signals and streams matter."""

import logging
import os
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from forked import start_python
from recollect import Memory
from recollect.server.run import _config, _listening, _Server, _url

PATIENCE = 120.0


def wait_for(condition: Callable[[], object]) -> None:
    """Until something comes true; how long that takes is not what is tested."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.01)


@contextmanager
def serving(memory: Memory) -> Iterator[str]:
    """The address of a server on a free port, in a thread."""
    with _listening("127.0.0.1", 0) as listener:
        server = _Server(_config(memory))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            wait_for(lambda: server.started)
            yield _url(listener)
        finally:
            server.should_exit = True
            thread.join()


def client_for(url: str) -> httpx2.Client:
    # Without certificates, whose loading takes longer than most tests.
    return httpx2.Client(base_url=url, timeout=PATIENCE, verify=False)


@dataclass(frozen=True)
class Spawned:
    """A server in a process of its own; `text()` is all it has written so far."""

    process: "subprocess.Popen[bytes]"
    url: str
    written: Path

    def text(self) -> str:
        return self.written.read_text(encoding="utf-8")


@pytest.fixture(autouse=True, scope="module")
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nobody's own settings decide what a test sees."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.upper().startswith("RECOLLECT_")]:
            patch.delenv(name)
        patch.setenv("RECOLLECT_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Memory]]:
    """Opens memories in files of their own, without an embedder unless told otherwise."""
    with ExitStack() as stack:

        def opened(**settings: object) -> Memory:
            settings = {"embedding_backend": "none"} | settings
            return stack.enter_context(Memory.open(tmp_path / "memory.sqlite", **settings))

        yield opened


@pytest.fixture
def serve() -> Iterator[Callable[[Memory], httpx2.Client]]:
    """Serves a memory and gives a client for it."""
    with ExitStack() as stack:

        def serve(memory: Memory) -> httpx2.Client:
            url = stack.enter_context(serving(memory))
            return stack.enter_context(client_for(url))

        yield serve


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    """One server for all tests of a module that leave no trace; bodies may have 1 MiB."""
    path = tmp_path_factory.mktemp("shared") / "memory.sqlite"
    with (
        Memory.open(path, embedding_backend="none", max_request_mb=1) as memory,
        serving(memory) as url,
        client_for(url) as client,
    ):
        yield client


@pytest.fixture(scope="session")
def served() -> Callable[[Memory], AbstractContextManager[str]]:
    """Serves a memory as long as a `with` lasts."""
    return serving


@pytest.fixture(scope="session")
def connect() -> Callable[[str], httpx2.Client]:
    return client_for


@pytest.fixture
def own_logging() -> Iterator[None]:
    """Lets a test configure the logs of this process, and puts everything back."""
    root, ours = logging.getLogger(), logging.getLogger("recollect")
    handlers, level, own_level, loud = (
        root.handlers,
        root.level,
        ours.level,
        logging.raiseExceptions,
    )
    root.handlers = []
    yield
    root.handlers, logging.raiseExceptions = handlers, loud
    # By their methods, because loggers remember which levels are on.
    root.setLevel(level)
    ours.setLevel(own_level)


@pytest.fixture
def until() -> Callable[[Callable[[], object]], None]:
    return wait_for


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Callable[[str], Spawned]]:
    """Runs a program that serves, and waits until it says where."""
    with ExitStack() as stack:

        def spawn(program: str) -> Spawned:
            written = tmp_path / f"stderr-{len(list(tmp_path.glob('stderr-*')))}.txt"
            written.touch()
            process = start_python(program, stderr=written)
            stack.callback(process.wait)
            stack.callback(process.kill)
            address = re.compile(r"http://[\w.:\[\]]+")
            wait_for(lambda: process.poll() is not None or address.search(written.read_text()))
            found = address.search(written.read_text())
            assert found, written.read_text()
            return Spawned(process, found[0], written)

        yield spawn


@pytest.fixture
def spawned(spawn: Callable[[str], Spawned], tmp_path: Path) -> Callable[..., Spawned]:
    """The server as it is, run by `recollect.server.run` on a free port."""

    def spawned(**settings: object) -> Spawned:
        chosen = {"port": 0, "embedding_backend": "none"} | settings
        path = str(tmp_path / "memory.sqlite")
        return spawn(f"from recollect.server import run; run({path!r}, **{chosen!r})")

    return spawned


@pytest.fixture(autouse=True)
def nothing_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a door shows is not to depend on how far the background has come."""
    monkeypatch.setenv("RECOLLECT_EXTRACTOR", "none")
