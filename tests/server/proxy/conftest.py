"""A model elsewhere, on loopback, that answers as it is told to: well, slowly, oddly, not at all, or only half."""

import json
import select
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import httpx2
import pytest
from openai import OpenAI

from recollect import Memory
from recollect.server.run import _config, _listening, _url
from recollect.server.run import _Server as _Uvicorn

PATIENCE = 120.0
Part = bytes | Event | None


@dataclass(frozen=True)
class Asked:
    """One request as it came to the upstream."""

    method: str
    path: str
    headers: Mapping[str, str]
    content: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.content)

    @property
    def messages(self) -> list[Any]:
        return self.body["messages"]


@dataclass
class Answer:
    """What is sent: an Event is waited for, and None breaks off."""

    parts: Sequence[Part]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None


def event(data: object, end: str = "\n") -> bytes:
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    return f"data: {text}{end}{end}".encode()


def chunk(index: int = 0, finish: str | None = None, **delta: object) -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": index, "delta": delta, "finish_reason": finish}],
    }


def completion(*messages: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {"index": n, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
            for n, message in enumerate(messages)
        ],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }


EVENTS = {"Content-Type": "text/event-stream; charset=utf-8"}
JSON = {"Content-Type": "application/json"}


class Upstream:
    """The scripted service; without an answer left it says `Fine.`, in the way that was asked for."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.url = f"http://127.0.0.1:{server.server_port}/v1"
        self.asked: list[Asked] = []
        self.answers: list[Answer] = []
        self.hung_up = Event()

    def streams(self, *parts: Part | str | dict[str, Any], **how: Any) -> None:
        """Answer with events: a text is a piece of the reply, bytes are sent as they are."""
        sent = [
            event(chunk(content=part))
            if isinstance(part, str)
            else event(part)
            if isinstance(part, dict)
            else part
            for part in parts
        ]
        headers = EVENTS | how.pop("headers", {})
        self.answers.append(Answer(sent, headers=headers, **how))

    def says(self, *texts: str) -> None:
        """Answer in pieces, to the end."""
        self.streams(*texts, event(chunk(finish="stop")), event("[DONE]"))

    def replies(self, body: object, status: int = 200, **headers: str) -> None:
        """Answer with one object."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers.append(Answer([content], status, JSON | named, len(content)))

    def next(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        if not self.answers:
            streaming = b'"stream": true' in asked.content or b'"stream":true' in asked.content
            self.says("Fine", ".") if streaming else self.replies(completion({"content": "Fine."}))
        return self.answers.pop(0)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    upstream: Upstream

    def do_POST(self) -> None:
        content = self._content()
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.command, self.path, headers, content)
        answer = self.upstream.next(asked)
        parts = list(answer.parts)
        while parts and isinstance(parts[0], Event) and answer.status == 0:
            if not self._waits(parts.pop(0)):
                return
        if answer.status <= 0 and not parts:
            self.close_connection = True
            return
        self._head(answer)
        for part in parts:
            if not self._sent(part, chunked=answer.length is None):
                self.close_connection = True
                return
        if answer.length is None:
            self.wfile.write(b"0\r\n\r\n")

    def _content(self) -> bytes:
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline() or b"0", 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _head(self, answer: Answer) -> None:
        self.send_response(answer.status or 200)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.length is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(answer.length))
        self.end_headers()

    def _sent(self, part: Part, *, chunked: bool) -> bool:
        if part is None:
            self.connection.shutdown(socket.SHUT_RDWR)
            return False
        if isinstance(part, Event):
            return self._waits(part)
        try:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part) if chunked else part)
            self.wfile.flush()
        except OSError:
            self.upstream.hung_up.set()
            return False
        return True

    def _waits(self, event: Event) -> bool:
        while not event.wait(0.01):
            readable, _, _ = select.select([self.connection], [], [], 0)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                self.upstream.hung_up.set()
                self.close_connection = True
                return False
        return True

    def log_message(self, *_: object) -> None: ...


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def handle_error(self, *_: object) -> None: ...


@contextmanager
def _upstream() -> Iterator[Upstream]:
    methods = ("GET", "PUT", "PATCH", "DELETE")
    handler = type("Handler", (_Handler,), {f"do_{name}": _Handler.do_POST for name in methods})
    server = _Server(("127.0.0.1", 0), handler)
    handler.upstream = Upstream(server)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield handler.upstream
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with _upstream() as started:
        yield started


@pytest.fixture
def started() -> Callable[[], Any]:
    """Starts one more upstream."""
    return _upstream


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """How fast this machine is today is not what is tested."""
    monkeypatch.setenv("RECOLLECT_MEMORY_DEADLINE_MS", "60000")


@pytest.fixture
def memory(opened: Callable[..., Memory], upstream: Upstream) -> Memory:
    return opened(upstream_base_url=upstream.url)


@pytest.fixture
def proxy(memory: Memory, serve: Callable[[Memory], httpx2.Client]) -> httpx2.Client:
    return serve(memory)


@pytest.fixture
def openai() -> Iterator[Callable[..., OpenAI]]:
    """The official client, for a server, an agent and a conversation."""
    with ExitStack() as stack:

        def made(server: httpx2.Client, **headers: str) -> OpenAI:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            client = OpenAI(
                base_url=f"{str(server.base_url).rstrip('/')}/v1",
                api_key="sk-of-the-caller",
                default_headers=named,
                max_retries=0,
                timeout=PATIENCE,
                http_client=httpx2.Client(timeout=PATIENCE, verify=False),
            )
            return stack.enter_context(client)

        yield made


@pytest.fixture
def turns(memory: Memory) -> Callable[..., list[tuple[str, str]]]:
    def turns(agent: str = "alice", conversation: str | None = None) -> list[tuple[str, str]]:
        return [(turn.role, turn.content) for turn in memory.agent(agent).turns(conversation)]

    return turns


@pytest.fixture
def script() -> Any:
    """The words an upstream's answers are made of."""

    class Script:
        event = staticmethod(event)
        chunk = staticmethod(chunk)
        completion = staticmethod(completion)

    return Script


@pytest.fixture
def serving_again(tmp_path: Any, upstream: Upstream) -> Callable[[], Any]:
    """Opens the same database and serves it, as often as it is asked to."""

    @contextmanager
    def again(**settings: object) -> Iterator[tuple[Memory, httpx2.Client]]:
        chosen = {"embedding_backend": "none", "upstream_base_url": upstream.url} | settings
        with (
            Memory.open(tmp_path / "again.sqlite", **chosen) as memory,
            _listening("127.0.0.1", 0) as listener,
        ):
            server = _Uvicorn(_config(memory))
            thread = Thread(target=server.run, kwargs={"sockets": [listener]})
            thread.start()
            try:
                with httpx2.Client(
                    base_url=_url(listener), timeout=PATIENCE, verify=False
                ) as client:
                    yield memory, client
            finally:
                server.should_exit = True
                thread.join()

    return again
