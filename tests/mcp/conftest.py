"""The official client over both transports: a server process over stdio, and an HTTP server."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from recollect import Memory
from recollect.server.run import _config, _listening, _Server, _url

TIMEOUT = 60.0
PLAIN = {"embedding_backend": "none", "extractor": "none"}


@dataclass(frozen=True)
class Tools:
    """A connected client with a synchronous interface."""

    portal: BlockingPortal
    client: Client

    def __call__(self, name: str, **arguments: Any) -> types.CallToolResult:
        return self.portal.call(partial(self.client.call_tool, name, arguments))

    def ok(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The result of a call that must succeed."""
        result = self(name, **arguments)
        assert not result.is_error, text_of(result)
        assert result.structured_content is not None
        return result.structured_content

    def error(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The error of a call that must fail."""
        result = self(name, **arguments)
        assert result.is_error, text_of(result)
        # The TypeScript SDK v1 loses the message of an error with structured content.
        assert result.structured_content is None
        error: dict[str, Any] = (result.meta or {})["recollect/error"]
        assert text_of(result) == f"{error['code']}: {error['message']}"
        assert "Traceback" not in text_of(result)
        return error

    def request(self, method: str, *arguments: Any) -> Any:
        """The answer to another method of the client."""
        return self.portal.call(getattr(self.client, method), *arguments)

    def list(self) -> list[types.Tool]:
        return self.portal.call(self.client.list_tools).tools


def text_of(result: types.CallToolResult) -> str:
    """The text of a result."""
    return "\n".join(part.text for part in result.content)


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.01)


@contextmanager
def serving(memory: Memory) -> Iterator[str]:
    """The URL of a server on a free port, in a thread."""
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


@contextmanager
def connected(portal: BlockingPortal, client: Client) -> Iterator[Tools]:
    with portal.wrap_async_context_manager(client) as entered:
        yield Tools(portal, entered)


@contextmanager
def over_http(
    portal: BlockingPortal, url: str, mode: str = "auto", **headers: str
) -> Iterator[Tools]:
    """A client of a server; `_` in the name of a header means `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    # Without certificates: loading them takes longer than most tests.
    http = httpx2.AsyncClient(headers=named, timeout=TIMEOUT, verify=False)
    transport = streamable_http_client(f"{url}/mcp", http_client=http)
    with (
        portal.wrap_async_context_manager(http),
        connected(portal, Client(transport, mode=mode)) as tools,
    ):
        yield tools


@contextmanager
def over_stdio(
    portal: BlockingPortal, home: Path, *options: str, mode: str = "auto"
) -> Iterator[Tools]:
    """A client that starts its own server."""
    started = StdioServerParameters(
        command=sys.executable, args=["-m", "recollect", "mcp", *options], env=environment(home)
    )
    with (home / "stderr.txt").open("a", encoding="utf-8") as stderr:
        client = Client(stdio_client(started, errlog=stderr), mode=mode)
        with connected(portal, client) as tools:
            yield tools


def environment(home: Path) -> dict[str, str]:
    ours = {f"RECOLLECT_{name.upper()}": value for name, value in PLAIN.items()}
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return kept | ours | {"RECOLLECT_HOME": str(home)}


Connect = Callable[..., AbstractContextManager[Tools]]


@dataclass(frozen=True)
class Components:
    """A memory, a connected client, and a way to connect more."""

    memory: Memory
    tools: Tools
    connect: Connect


@pytest.fixture(autouse=True, scope="module")
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Isolate tests from the user's settings."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.upper().startswith("RECOLLECT_")]:
            patch.delenv(name)
        patch.setenv("RECOLLECT_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="module")
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as portal:
        yield portal


# The transport changes no answer, so one is enough in the short run; test_stdio.py tries the other.
@pytest.fixture(
    scope="module",
    params=[
        "http",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("stdio", "http of 2025")),
    ],
)
def service(
    request: pytest.FixtureRequest, portal: BlockingPortal, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Components]:
    """One memory over each transport; every test uses its own agents."""
    home = tmp_path_factory.mktemp("service")
    with ExitStack() as stack:
        # Without background work: to compare thousands of memories takes longer than the tests.
        memory = stack.enter_context(
            Memory.open(home / "memory.sqlite", **PLAIN, home=home, background=False)
        )
        if request.param == "stdio":
            connect: Connect = partial(over_stdio, portal, home)
        else:
            url = stack.enter_context(serving(memory))
            mode = "legacy" if request.param == "http of 2025" else "auto"
            connect = partial(over_http, portal, url, mode)
        yield Components(memory, stack.enter_context(connect()), connect)


@pytest.fixture
def agent(request: pytest.FixtureRequest) -> str:
    """An agent that no other test uses."""
    return request.node.name


@pytest.fixture
def stdio(portal: BlockingPortal, tmp_path: Path) -> Connect:
    return partial(over_stdio, portal, tmp_path)


@pytest.fixture
def http(portal: BlockingPortal) -> Connect:
    return partial(over_http, portal)


@pytest.fixture
def server() -> Callable[[Memory], AbstractContextManager[str]]:
    return serving


@pytest.fixture
def until() -> Callable[[Callable[[], object]], None]:
    return wait_for


@pytest.fixture
def in_home() -> Callable[[Path], dict[str, str]]:
    return environment
