"""A model's service on loopback that answers what a test tells it to, in both dialects."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from recollect.domain.chat import ChatMessage
from recollect.domain.turn import Role
from recollect.providers.chat import Anthropic, HttpChatModel, OpenAI
from recollect.providers.resilience import Breaker, RetryPolicy


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Service"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        service = self.server
        service.seen.append(Seen(self.path, dict(self.headers), json.loads(body)))
        answer = service.answers[0] if len(service.answers) == 1 else service.answers.pop(0)
        answer(self)

    def log_message(self, *_: object) -> None:
        pass


Answer = Callable[[Handler], None]


@dataclass(frozen=True)
class Seen:
    path: str
    headers: dict[str, str]
    body: dict


class Cut(Exception):
    """Ends the connection in the middle of an answer."""


class Service(ThreadingHTTPServer):
    """Gives its answers in order, the last one for ever."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[Seen] = []
        self.answers: list[Answer] = []
        self.left = Event()  # a client has closed its connection before the answer's end

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *_: object) -> None:
        """A client that gave up waiting is part of the test."""

    def answer(
        self, content: object, status: int = 200, kind: str = "application/json", **headers: str
    ) -> None:
        data = content if isinstance(content, bytes) else json.dumps(content).encode()

        def answer(handler: Handler) -> None:
            handler.send_response(status)
            handler.send_header("Content-Length", str(len(data)))
            handler.send_header("Content-Type", kind)
            for name, value in headers.items():
                handler.send_header(name.replace("_", "-"), value)
            handler.end_headers()
            handler.wfile.write(data)

        self.answers.append(answer)

    def stream(self, *parts: bytes | Event | type[Cut], kind: str = "text/event-stream") -> None:
        """Each part is sent by itself; an event is waited for; a cut ends it without an end."""

        def answer(handler: Handler) -> None:
            handler.send_response(200)
            handler.send_header("Transfer-Encoding", "chunked")
            handler.send_header("Content-Type", kind)
            handler.end_headers()
            for part in parts:
                if part is Cut:
                    handler.close_connection = True
                    return
                if isinstance(part, Event):
                    part.wait()
                    continue
                handler.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
                handler.wfile.flush()
            handler.wfile.write(b"0\r\n\r\n")

        self.answers.append(answer)

    def stream_until_left(self, *parts: bytes) -> None:
        """Send the parts, then wait for the client to hang up."""

        def answer(handler: Handler) -> None:
            handler.send_response(200)
            handler.send_header("Transfer-Encoding", "chunked")
            handler.send_header("Content-Type", "text/event-stream")
            handler.end_headers()
            for part in parts:
                handler.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
            handler.wfile.flush()
            handler.close_connection = True
            if handler.connection.recv(1) == b"":
                self.left.set()

        self.answers.append(answer)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    service = Service()
    thread = Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield service
    service.shutdown()
    thread.join()
    service.server_close()


def sse(*events: object) -> bytes:
    said = [json.dumps(event, ensure_ascii=False).encode() for event in events]
    return b"".join(b"data: %b\n\n" % data for data in said)


class SpokenOpenAI:
    """What a service says in OpenAI's dialect."""

    dialect = OpenAI

    def reply(self, text: str, stop: str = "end") -> dict:
        reasons = {"end": "stop", "length": "length", "refused": "content_filter"}
        message = {"role": "assistant", "content": text}
        return {
            "id": "x",
            "choices": [{"index": 0, "message": message, "finish_reason": reasons[stop]}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        }

    def begin(self) -> bytes:
        return sse({"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]})

    def text(self, text: str) -> bytes:
        return sse({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]})

    def end(self) -> bytes:
        usage = {"prompt_tokens": 11, "completion_tokens": 7}
        last = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": None}
        return sse(last, {"choices": [], "usage": usage}) + b"data: [DONE]\n\n"

    def failing(self, *, passing: bool) -> bytes:
        kind = "server_error" if passing else "invalid_request_error"
        return sse({"error": {"message": "a very private sentence", "type": kind}})


class SpokenAnthropic:
    """What a service says in Anthropic's dialect."""

    dialect = Anthropic

    def reply(self, text: str, stop: str = "end") -> dict:
        reasons = {"end": "end_turn", "length": "max_tokens", "refused": "refusal"}
        return {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "text", "text": text}],
            "stop_reason": reasons[stop],
            "usage": {"input_tokens": 11, "output_tokens": 7},
        }

    def begin(self) -> bytes:
        message = {"content": [], "usage": {"input_tokens": 11, "output_tokens": 1}}
        block = {"type": "text", "text": ""}
        return self._events(
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "ping"},
        )

    def text(self, text: str) -> bytes:
        delta = {"type": "text_delta", "text": text}
        return self._events({"type": "content_block_delta", "index": 0, "delta": delta})

    def end(self) -> bytes:
        return self._events(
            {"type": "content_block_stop", "index": 0},
            {
                "type": "message_delta",
                "delta": {"stop_reason": "end_turn", "stop_sequence": None},
                "usage": {"output_tokens": 7},
            },
            {"type": "message_stop"},
        )

    def failing(self, *, passing: bool) -> bytes:
        kind = "overloaded_error" if passing else "invalid_request_error"
        error = {"type": kind, "message": "a very private sentence"}
        return self._events({"type": "error", "error": error})

    def _events(self, *events: dict) -> bytes:
        return b"".join(b"event: %b\n" % e["type"].encode() + sse(e) for e in events)


Spoken = SpokenOpenAI | SpokenAnthropic


@pytest.fixture(params=[SpokenOpenAI, SpokenAnthropic], ids=["openai", "anthropic"])
def spoken(request: pytest.FixtureRequest) -> Spoken:
    return request.param()


KEY = "sk-secret-4711"
TEXT = "a very private sentence"


@dataclass
class Asker:
    """Makes models of one service, closes them, and notes each pause instead of waiting."""

    service: Service
    made: list[HttpChatModel] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)

    key = KEY
    text = TEXT
    messages = (ChatMessage(Role.USER, TEXT),)

    def model(self, spoken: Spoken, **over: object) -> HttpChatModel:
        given = {
            "model": "m",
            "base_url": self.service.url + "/v1",
            "api_key": KEY,
            "breaker": Breaker(),
            "retry": RetryPolicy(wait=self.pauses.append),
        }
        self.made.append(HttpChatModel(spoken.dialect, **{**given, **over}))
        return self.made[-1]


@pytest.fixture
def asker(service: Service) -> Iterator[Asker]:
    asker = Asker(service)
    yield asker
    for model in asker.made:
        model.close()


@pytest.fixture
def cut() -> type[Cut]:
    return Cut
