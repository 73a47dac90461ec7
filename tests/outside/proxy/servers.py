"""A fake model server that speaks four APIs, and Recollect's server in front of it."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx2
import pytest
from replies import chat_completion, error, message, ollama_chat, response

REPLIES = {
    "/v1/chat/completions": chat_completion,
    "/v1/messages": message,
    "/v1/responses": response,
    "/api/chat": ollama_chat,
}
LINES = {"/api/chat": "application/x-ndjson"}
PATIENCE = 60.0


@dataclass(frozen=True)
class Received:
    """One request as it reached the model server."""

    path: str
    headers: Mapping[str, str]
    content: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.content)


@dataclass
class Upstream:
    """The model server: `errors` are its next answers, `pause` holds a stream after its start."""

    url: str
    received: list[Received] = field(default_factory=list)
    errors: list[tuple[int, str]] = field(default_factory=list)
    pause: Event | None = None
    hung_up: Event = field(default_factory=Event)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    upstream: Upstream

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = Received(self.path, headers, content)
        self.upstream.received.append(received)
        if self.upstream.errors:
            status, words = self.upstream.errors.pop(0)
            self._send(status, error(self.path, words))
            return
        whole, events = REPLIES[self.path](received.body)
        if received.body.get("stream", self.path in LINES):
            self._stream(events)
        else:
            self._send(200, whole)

    def _send(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        if status >= HTTPStatus.BAD_REQUEST:
            self.send_header("Retry-After-Ms", "10")
        self.end_headers()
        self.wfile.write(content)

    def _stream(self, events: Iterator[bytes]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", LINES.get(self.path, "text/event-stream"))
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for event in events:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
                if self.upstream.pause is not None and "„Grüße“".encode() in event:
                    self._wait(self.upstream.pause)
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.upstream.hung_up.set()
            self.close_connection = True

    def _wait(self, pause: Event) -> None:
        self.connection.settimeout(0.01)
        while not pause.wait(0.01):
            try:
                if not self.connection.recv(1):
                    raise ConnectionResetError
            except TimeoutError:
                continue
        self.connection.settimeout(None)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def model_server() -> Iterator[Upstream]:
    handler = type("Handler", (_Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    handler.upstream = Upstream(f"http://127.0.0.1:{server.server_port}")
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield handler.upstream
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def recollect_server(home: Path, **settings: str) -> Iterator[httpx2.Client]:
    """Runs `recollect serve` with these settings, and yields a client for it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {"home": str(home), "port": str(port), "embedding_backend": "none"}
    chosen = {**own, "memory_deadline_ms": "30000", **settings}
    variables = {f"RECOLLECT_{name.upper()}": value for name, value in chosen.items()}
    command = [sys.executable, "-m", "recollect", "serve"]
    with (home / "server.log").open("w") as log:
        process = subprocess.Popen(command, env={**os.environ, **variables}, stderr=log)
    try:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            until(lambda: _is_live(client))
            yield client
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _is_live(client: httpx2.Client) -> bool:
    try:
        return client.get("/health/live").is_success
    except httpx2.TransportError:
        return False


def until(holds: Callable[[], bool]) -> None:
    """Waits until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


@pytest.fixture(scope="session")
def shared_upstream() -> Iterator[Upstream]:
    with model_server() as upstream:
        yield upstream


@pytest.fixture(scope="session")
def server(
    shared_upstream: Upstream, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx2.Client]:
    home = tmp_path_factory.mktemp("recollect")
    with recollect_server(home, upstream_base_url=f"{shared_upstream.url}/v1") as client:
        yield client


@pytest.fixture
def upstream(shared_upstream: Upstream) -> Upstream:
    shared_upstream.received.clear()
    shared_upstream.errors.clear()
    shared_upstream.pause = None
    shared_upstream.hung_up.clear()
    return shared_upstream


@pytest.fixture
def agent(request: pytest.FixtureRequest) -> str:
    """An agent of the test's own."""
    return request.node.name


@pytest.fixture
def turns(server: httpx2.Client, agent: str) -> Callable[[], list[list[tuple[str, str]]]]:
    """The stored conversations, oldest first."""

    def turns() -> list[list[tuple[str, str]]]:
        asked = {"agent_id": agent}
        listed = server.get("/api/v1/conversations", params=asked).json()["conversations"]
        paths = [f"/api/v1/conversations/{one['id']}/messages" for one in reversed(listed)]
        found = [server.get(path, params=asked).json()["messages"] for path in paths]
        return [[(turn["role"], turn["content"]) for turn in each] for each in found]

    return turns
