"""Who may ask: this machine, and no foreign web page. How much at once: so much, whatever is claimed."""

import http.client
import json
import socket
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import httpx2
import pytest

from recollect import Memory

Serve = Callable[[Memory], httpx2.Client]
Opened = Callable[..., Memory]
JSON = {"Content-Type": "application/json"}
BATCH = {"agent_id": "a", "conversation_id": "c", "turns": [{"content": "x"}]}
MB = 2**20


def port_of(client: httpx2.Client) -> int:
    return urlsplit(str(client.base_url)).port or 0


def told(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
@pytest.mark.parametrize("port", ["", ":80", ":{port}"])
def test_loopback_names_are_answered_with_any_port(
    shared: httpx2.Client, host: str, port: str
) -> None:
    name = host + port.format(port=port_of(shared))
    assert shared.get("/agents", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8377",
        "localhost.",
        "evil.example:127.0.0.1",
        "127.0.0.1@evil.example",
        "evil.example#127.0.0.1",
        "127.0.0.1, evil.example",
        "127.0.0.1:8377:8377",
        "127.0.0.1:port",
        "0.0.0.0",
        "[::]",
        "192.168.1.5",
        "2130706433",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/agents", "/health/live", "/docs", "/nothing"])
def test_a_name_that_somebody_lets_point_here_is_refused(
    shared: httpx2.Client, host: str, path: str
) -> None:
    assert told(shared.get(path, headers={"Host": host})) == (403, "host_not_allowed")


def test_a_request_without_a_host_is_refused(shared: httpx2.Client) -> None:
    with socket.create_connection(("127.0.0.1", port_of(shared))) as raw:
        raw.sendall(b"GET /agents HTTP/1.0\r\n\r\n")
        answer = http.client.HTTPResponse(raw)
        answer.begin()
        assert answer.status == 403
        answer.close()


def test_a_whole_address_as_the_target_does_not_stand_in_for_the_host(
    shared: httpx2.Client,
) -> None:
    with socket.create_connection(("127.0.0.1", port_of(shared))) as raw:
        raw.sendall(b"GET http://127.0.0.1/agents HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        answer = http.client.HTTPResponse(raw)
        answer.begin()
        assert answer.status == 403
        answer.close()


def test_a_name_that_was_allowed_is_answered(opened: Opened, serve: Serve) -> None:
    client = serve(opened(allowed_hosts=["memory.example"], allow_anonymous=True))
    assert client.get("/agents", headers={"Host": "Memory.Example:8377"}).status_code == 200
    assert told(client.get("/agents", headers={"Host": "x.memory.example"}))[0] == 403


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://localhost:{port}",
        "http://127.0.0.1:{port}.evil.example",
        "http://127.0.0.1:{port}/",
        "http://127.0.0.1:{port} http://evil.example",
        "chrome-extension://abc",
        "null",
        "",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_a_page_from_elsewhere_may_not_call(
    shared: httpx2.Client, origin: str, method: str
) -> None:
    headers = {
        "Origin": origin.format(port=port_of(shared)),
        "Access-Control-Request-Method": "POST",
    }
    answer = shared.request(method, "/memory/ingest", json=BATCH, headers=headers)
    assert told(answer) == (403, "origin_not_allowed")
    assert shared.get("/agents").json()["agents"] == []


def test_a_page_of_the_server_itself_may_call(shared: httpx2.Client) -> None:
    for name in ("127.0.0.1", "localhost"):
        host = f"{name}:{port_of(shared)}"
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert shared.get("/agents", headers=headers).status_code == 200


def test_a_page_under_a_foreign_name_is_not_the_servers_own(opened: Opened, serve: Serve) -> None:
    client = serve(opened(allowed_hosts=["memory.example"]))
    headers = {"Host": "memory.example", "Origin": "http://memory.example"}
    assert told(client.get("/agents", headers=headers)) == (403, "origin_not_allowed")


def test_a_page_that_was_allowed_may_call_and_read_the_answer(opened: Opened, serve: Serve) -> None:
    app = "https://app.example"
    client = serve(opened(allowed_origins=[app], max_request_mb=1))
    asked = {
        "Origin": app,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    before = client.options("/memory/ingest", headers=asked)
    assert before.status_code == 200
    assert before.headers["Access-Control-Allow-Origin"] == app
    # A browser asks this of a page that is not on the user's machine, as we are.
    near = client.options(
        "/memory/ingest", headers=asked | {"Access-Control-Request-Private-Network": "true"}
    )
    assert near.status_code == 200
    assert near.headers["Access-Control-Allow-Private-Network"] == "true"
    for body, status in ((json.dumps(BATCH), 202), ("x" * (MB + 1), 413), ("{", 400)):
        answer = client.post("/memory/ingest", content=body, headers=JSON | {"Origin": app})
        assert answer.status_code == status
        assert answer.headers["Access-Control-Allow-Origin"] == app
    other = client.get("/agents", headers={"Origin": "https://other.example"})
    assert told(other) == (403, "origin_not_allowed")
    assert "Access-Control-Allow-Origin" not in other.headers


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "application/json, text/plain",
        "application/jsonx",
        "application/vnd.api+json",
        "",
        None,
    ],
)
def test_a_body_must_say_that_it_is_json(shared: httpx2.Client, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    answer = shared.post("/memory/ingest", content=json.dumps(BATCH), headers=headers)
    assert told(answer) == (415, "unsupported_media_type")
    assert "application/json" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "kind",
    [
        "application/json",
        "Application/JSON",
        'application/json;charset="UTF-8"',
        "application/json; charset=utf8",
    ],
)
def test_json_may_name_its_charset(shared: httpx2.Client, kind: str) -> None:
    body = json.dumps(BATCH | {"turns": []})
    answer = shared.post("/memory/ingest", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 202


def padded(size: int) -> bytes:
    body = json.dumps(BATCH | {"turns": []}).encode()
    return body + b" " * (size - len(body))


def in_parts(body: bytes) -> Iterator[bytes]:
    for start in range(0, len(body), 50_000):
        yield body[start : start + 50_000]


def test_a_body_of_exactly_the_limit_is_taken(shared: httpx2.Client) -> None:
    whole = shared.post("/memory/ingest", content=padded(MB), headers=JSON)
    parts = shared.post("/memory/ingest", content=in_parts(padded(MB)), headers=JSON)
    assert (whole.status_code, parts.status_code) == (202, 202)


def test_a_larger_body_is_refused_whether_or_not_it_says_its_size(
    shared: httpx2.Client,
) -> None:
    whole = shared.post("/memory/ingest", content=padded(MB + 1), headers=JSON)
    parts = shared.post("/memory/ingest", content=in_parts(padded(MB + 1)), headers=JSON)
    assert told(whole) == told(parts) == (413, "too_large")
    assert "max_request_mb" in whole.json()["error"]["message"]


def test_a_body_that_never_ends_is_refused_while_it_comes(shared: httpx2.Client) -> None:
    with socket.create_connection(("127.0.0.1", port_of(shared))) as raw:
        raw.sendall(
            b"POST /memory/ingest HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        for _ in range(MB // 65_536 + 2):
            raw.sendall(b"10000\r\n" + b" " * 65_536 + b"\r\n")
        answer = http.client.HTTPResponse(raw)
        answer.begin()
        assert answer.status == 413
        answer.close()


def test_a_size_that_was_announced_is_refused_before_the_body_comes(
    shared: httpx2.Client,
) -> None:
    with socket.create_connection(("127.0.0.1", port_of(shared))) as raw:
        raw.sendall(
            b"POST /memory/ingest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n"
            b"Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n"
        )
        answer = http.client.HTTPResponse(raw)
        answer.begin()
        assert answer.status == 413
        answer.close()


def test_no_answer_may_be_embedded_guessed_at_or_kept(shared: httpx2.Client) -> None:
    for path in ("/agents", "/docs", "/nothing"):
        headers = shared.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store"
