"""The remote embedder against a real server on loopback that answers what a test tells it to."""

import json
import logging
import socket
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import httpx2
import numpy as np
import pytest

from recollect.errors import CircuitOpen, InvalidInput, ProviderError, ProviderUnavailable
from recollect.providers.embedders import CachedEmbedder
from recollect.providers.http_embedder import HttpEmbedder
from recollect.providers.resilience import Breaker, Meter

KEY = "sk-secret-4711"
TEXT = "a very private sentence"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.path, self.headers["Authorization"], json.loads(body)))
        self.server.answer(self)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    answer: Callable[[Handler], None]
    seen: list[tuple[str, str | None, dict]]

    def handle_error(self, *_: object) -> None:
        """A client that gave up waiting is part of the test."""


def raw(content: bytes, status: int = 200) -> Callable[[Handler], None]:
    def answer(handler: Handler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(content)))
        handler.send_header("Content-Type", "application/json")
        if status == 302:
            handler.send_header("Location", "/elsewhere")
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def said(answer: object, status: int = 200) -> Callable[[Handler], None]:
    return raw(json.dumps(answer).encode(), status)


def vector(*numbers: object, **more: object) -> Callable[[Handler], None]:
    item = {"object": "embedding", "index": 0, "embedding": list(numbers)}
    return said({"object": "list", "data": [item], "model": "m", **more})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = Server(("127.0.0.1", 0), Handler)
    server.seen = []
    server.answer = vector(3.0, 4.0)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@dataclass
class Made:
    """Makes embedders of one server and closes them."""

    address: str
    open: list[HttpEmbedder] = field(default_factory=list)

    def __call__(self, **over: object) -> HttpEmbedder:
        given = {"model": "m", "base_url": self.address, "api_key": KEY, "breaker": Breaker()}
        self.open.append(HttpEmbedder(**{**given, **over}))
        return self.open[-1]


@pytest.fixture
def make(server: Server) -> Iterator[Made]:
    made = Made(f"http://127.0.0.1:{server.server_port}/v1")
    yield made
    for embedder in made.open:
        embedder.close()


def floats(blob: bytes) -> list[float]:
    return np.frombuffer(blob, dtype="<f4").tolist()


def failure(embedder: HttpEmbedder) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        embedder.embed(TEXT)
    told = "".join(traceback.format_exception(caught.value)) + repr(caught.value.__dict__)
    assert KEY not in told
    assert TEXT not in told
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    return caught.value


def test_one_text_is_one_request_and_one_unit_vector(server: Server, make: Made) -> None:
    embedder = make()
    assert floats(embedder.embed("hello")) == pytest.approx([0.6, 0.8])
    assert server.seen == [("/v1/embeddings", f"Bearer {KEY}", {"model": "m", "input": "hello"})]


def test_without_a_key_none_is_sent(server: Server, make: Made) -> None:
    make(api_key=None).embed("hello")
    make(api_key="").embed("hello")
    assert [key for _, key, _ in server.seen] == [None, None]


def test_the_name_says_which_host_and_model(make: Made) -> None:
    for url, name in [
        ("https://API.Example.com/v1", "api.example.com/m"),
        ("https://api.example.com:443/v1/", "api.example.com/m"),
        ("http://127.0.0.1:11434/v1", "127.0.0.1:11434/m"),
        ("http://[::1]:8080/v1", "[::1]:8080/m"),
        ("http://my_service/v1", "my_service/m"),
        ("https://exämple.com./v1", "xn--exmple-cua.com./m"),
    ]:
        assert make(base_url=url).name == name


def test_a_slash_or_query_in_the_address_does_no_harm(server: Server, make: Made) -> None:
    make(base_url=make.address + "/").embed("a")
    make(base_url=make.address + "?version=2").embed("a")
    assert [path for path, _, _ in server.seen] == ["/v1/embeddings", "/v1/embeddings?version=2"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nope",
        "ftp://host/v1",
        "http://",
        "http://user:hunter2@host",
        "http://[",
        "http:/x",
        "http://a..b/v1",
        "http://bad host/",
        "http://%/",
        f"http://{'a' * 64}.example",
        "http://h:port",
    ],
)
def test_an_address_that_cannot_work_is_refused_at_once(make: Made, url: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        make(base_url=url)
    assert caught.value.field == "base_url"
    assert "hunter2" not in caught.value.message


@pytest.mark.parametrize("key", ["sk-secret\n", "sk-sécret", "sk-\x00secret"])
def test_a_key_no_header_can_carry_is_refused_without_showing_it(make: Made, key: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        make(api_key=key)
    assert caught.value.field == "api_key"
    assert key not in caught.value.message
    assert caught.value.__context__ is None


def test_dimensions_are_learned_from_the_first_answer_and_then_kept(
    server: Server, make: Made
) -> None:
    embedder = make()
    assert embedder.dims is None
    embedder.warm()
    assert embedder.dims == 2
    server.answer = vector(1.0, 2.0, 3.0)
    error = failure(embedder)
    assert type(error) is ProviderError
    assert "3 dimensions" in error.message
    server.answer = vector(0, 2)
    assert floats(embedder.embed("again")) == [0.0, 1.0]


def test_an_unusable_first_answer_teaches_no_dimensions(server: Server, make: Made) -> None:
    embedder = make()
    server.answer = vector(0.0, 0.0, 0.0)
    failure(embedder)
    assert embedder.dims is None


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_a_service_in_trouble_is_unavailable(server: Server, make: Made, status: int) -> None:
    server.answer = said({"error": {"message": f"{TEXT} {KEY}"}}, status)
    error = failure(make())
    assert type(error) is ProviderUnavailable
    assert str(status) in error.message


@pytest.mark.parametrize("status", [302, 400, 401, 403, 404, 413, 422, 499])
def test_a_refusal_is_final(server: Server, make: Made, status: int) -> None:
    server.answer = said({"error": {"message": f"{TEXT} {KEY}"}}, status)
    error = failure(make())
    assert type(error) is ProviderError
    assert str(status) in error.message
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    "answer",
    [
        raw(b""),
        raw(b"<html>It works</html>"),
        raw(b"\xff\xfe\x00"),
        raw(b'{"data": [{"embedding": [1.0, 2.0'),
        raw(b'{"data": [{"embedding": [NaN, 1.0]}]}'),
        raw(b'{"data": [{"embedding": [Infinity, 1.0]}]}'),
        raw(b'{"data": [{"embedding": [1e999, 1.0]}]}'),
        said([]),
        said({}),
        said({"data": []}),
        said({"data": [{}]}),
        said({"data": {"embedding": [1.0]}}),
        said({"data": [{"embedding": None}]}),
        said({"data": [{"embedding": "AACAPw=="}]}),
        said({"data": [{"embedding": [1.0]}, {"embedding": [1.0]}]}),
        said({"error": {"message": f"{TEXT} {KEY}"}}),
        vector(),
        vector(TEXT, KEY),
        vector("1.0", "2.0"),
        vector(None),
        vector([1.0]),
        vector(True),
        vector(0.0, 0.0),
        vector(-0.0),
    ],
)
def test_an_answer_that_is_no_vector_is_an_error(
    server: Server, make: Made, answer: Callable[[Handler], None]
) -> None:
    server.answer = answer
    assert type(failure(make())) is ProviderError


@pytest.mark.parametrize("scale", [1e300, 1e-300, 5e-324])
def test_a_vector_of_any_length_becomes_one_of_length_one(
    server: Server, make: Made, scale: float
) -> None:
    server.answer = vector(scale, scale)
    assert floats(make().embed("x")) == pytest.approx([0.5**0.5] * 2)


def test_an_endless_answer_is_cut_off(server: Server, make: Made) -> None:
    server.answer = raw(b" " * (17 * 2**20))
    assert type(failure(make())) is ProviderError


def test_a_service_that_does_not_answer_is_unavailable(server: Server, make: Made) -> None:
    over = Event()
    server.answer = lambda _: over.wait() and None
    error = failure(make(timeout=0.2))
    over.set()
    assert type(error) is ProviderUnavailable
    assert "in time" in error.message


def test_a_service_that_answers_drop_by_drop_is_unavailable(server: Server, make: Made) -> None:
    over = Event()

    def drip(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000000")
        handler.end_headers()
        while not over.wait(0.02):
            handler.wfile.write(b" ")
            handler.wfile.flush()
        handler.close_connection = True

    server.answer = drip
    error = failure(make(timeout=0.3))
    over.set()
    assert type(error) is ProviderUnavailable


def test_a_connection_cut_before_or_inside_the_answer_is_unavailable(
    server: Server, make: Made
) -> None:
    def hang_up(handler: Handler) -> None:
        handler.close_connection = True

    def half(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b'{"data"')
        handler.close_connection = True

    for server.answer, why in (
        (hang_up, "could not be reached"),
        (half, "closed the connection before its"),
    ):
        error = failure(make())
        assert type(error) is ProviderUnavailable
        assert why in error.message


def test_a_refused_connection_is_unavailable(make: Made) -> None:
    with socket.socket() as taken:  # bound but not listening: nobody else can answer there
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        error = failure(make(base_url=url))
    assert type(error) is ProviderUnavailable
    assert "reached" in error.message


def test_a_service_that_stays_away_is_no_longer_asked(server: Server, make: Made) -> None:
    server.answer = said({}, 503)
    meter = Meter()
    embedder = make(meter=meter)
    for _ in range(5):
        assert type(failure(embedder)) is ProviderUnavailable
    assert type(failure(embedder)) is CircuitOpen
    assert len(server.seen) == 5
    assert (meter.snapshot().calls, meter.snapshot().failures) == (5, 5)


def test_refusals_do_not_open_the_breaker(server: Server, make: Made) -> None:
    server.answer = said({}, 400)
    embedder = make()
    for _ in range(7):
        assert type(failure(embedder)) is ProviderError


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [({"total_tokens": 5}, 5), ({}, 0), (None, 0), ("much", 0), ({"total_tokens": "5"}, 0)],
)
def test_tokens_are_counted_where_the_service_tells_them(
    server: Server, make: Made, usage: object, tokens: int
) -> None:
    server.answer = vector(1.0, usage=usage)
    embedder = make()
    embedder.embed("hello")
    counted = embedder.meter.snapshot()
    assert (counted.calls, counted.failures, counted.tokens) == (1, 0, tokens)


def test_any_python_string_can_be_sent(server: Server, make: Made) -> None:
    make().embed('he\ud800llo "\x00" 我 🇩🇪')
    assert server.seen[0][2]["input"] == 'he?llo "\x00" 我 🇩🇪'


def test_threads_share_one_embedder(server: Server, make: Made) -> None:
    def echo(handler: Handler) -> None:
        length = len(handler.server.seen[-1][2]["input"])
        vector(1.0, float(length > 0))(handler)

    server.answer = echo
    embedder = make()
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(embedder.embed, [f"text {n}" for n in range(64)]))
    assert len(found) == 1
    assert sorted(seen[2]["input"] for seen in server.seen) == sorted(
        f"text {n}" for n in range(64)
    )


def test_neither_key_nor_text_reaches_a_log(
    server: Server, make: Made, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    embedder = make()
    embedder.embed(TEXT)
    server.answer = said({"error": TEXT}, 500)
    failure(embedder)
    assert KEY not in caplog.text
    assert TEXT not in caplog.text
    assert KEY not in repr(embedder)


def test_another_transport_can_be_given(make: Made) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, json={"data": [{"embedding": [2]}]})

    embedder = make(transport=httpx2.MockTransport(answer), base_url="https://far.example/v1")
    assert floats(embedder.embed("x")) == [1.0]


def test_it_can_be_cached(server: Server, make: Made) -> None:
    cached = CachedEmbedder(make())
    assert cached.dims is None
    assert cached.embed("a") == cached.embed("a")
    assert cached.dims == 2
    assert len(server.seen) == 1
