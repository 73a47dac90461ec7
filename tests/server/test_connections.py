"""Idle and slow connections make room for others, and long answers are not cut."""

import asyncio
import http.client
import socket
import sys
import threading
import time
from contextlib import contextmanager

import pytest
import uvicorn

from forked import run_python
from recollect.server import connections
from recollect.server.connections import ConnectionLimits, limited

CLIENTS: list[socket.socket] = []


@pytest.fixture(autouse=True)
def frequent_sweeps(monkeypatch):
    monkeypatch.setattr(connections, "_SWEEP_SECONDS", 0.05)


async def echo(scope, receive, send):
    """Answer with the length of the body."""
    if scope["type"] != "http":
        return
    length = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length += len(message["body"])
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
    await send({"type": "http.response.body", "body": str(length).encode()})


@contextmanager
def serving(app=echo, *, most=100, header=60.0, body=60.0):
    limits = ConnectionLimits(connections=most, header_seconds=header, body_seconds=body)
    protocol = limited(limits)
    config = uvicorn.Config(
        app, http=protocol, lifespan="off", log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield listener.getsockname(), protocol.open_connections
    finally:
        while CLIENTS:
            CLIENTS.pop().close()
        wait_until(lambda: not server.server_state.connections)
        server.should_exit = True
        thread.join(30)
        listener.close()


def opened(address, source="127.0.0.1"):
    client = socket.create_connection(address, timeout=30, source_address=(source, 0))
    client.settimeout(30)
    CLIENTS.append(client)
    return client


def ask(client, path="/", body=b""):
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
    client.sendall(head.encode() + body)
    return answer(client)


def answer(client):
    response = http.client.HTTPResponse(client)
    response.begin()
    return response.status, response.read()


def rest(client):
    """Everything until the server closes the connection."""
    found = b""
    try:
        while piece := client.recv(65_536):
            found += piece
    except ConnectionError:
        pass
    return found


def wait_until(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.attack("fault", "too many connections")
def test_a_new_client_gets_in_beside_more_idle_connections_than_are_allowed():
    with serving(most=10) as (address, open_):
        idle = [opened(address) for _ in range(60)]
        client = opened(address)
        assert ask(client, body=b"hello") == (200, b"5")
        assert len(open_) <= 10 + 16
        assert ask(client, body=b"again") == (200, b"5")
        assert len(idle) == 60


@pytest.mark.attack("fault", "silent and slow connections")
def test_a_silent_connection_is_closed():
    with serving(header=0.2) as (address, open_):
        assert rest(opened(address)) == b""
        wait_until(lambda: not len(open_))


@pytest.mark.attack("fault", "silent and slow connections")
def test_headers_that_trickle_are_ended_with_a_408():
    with serving(header=0.3) as (address, _):
        client = opened(address)
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        found = b""
        try:
            for number in range(1_000):
                client.sendall(b"X-%d: y\r\n" % number)
                time.sleep(0.05)
        except ConnectionError:
            found = b"closed"
        assert found == b"closed"


def test_the_answer_to_a_head_that_never_ends_says_why():
    with serving(header=0.2) as (address, _):
        client = opened(address)
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        found = rest(client)
        assert found.startswith(b"HTTP/1.1 408 ")
        assert b'"code": "request_timeout"' in found


def test_the_next_request_of_a_connection_must_arrive_in_time_too():
    with serving(header=0.3) as (address, _):
        client = opened(address)
        assert ask(client) == (200, b"0")
        time.sleep(0.6)
        assert ask(client) == (200, b"0"), "between two requests it may rest"
        client.sendall(b"GET / HT")
        assert rest(client).startswith(b"HTTP/1.1 408 ")


@pytest.mark.attack("fault", "silent and slow connections")
def test_a_body_that_trickles_is_ended_with_a_408():
    with serving(body=0.3) as (address, _):
        client = opened(address)
        client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
        time.sleep(0.1)
        client.sendall(b"x")
        assert rest(client).startswith(b"HTTP/1.1 408 ")


def test_a_slow_body_at_a_fair_rate_is_read_to_its_end():
    with serving(body=0.3) as (address, _):
        client = opened(address)
        client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 80000\r\n\r\n")
        for _ in range(20):
            client.sendall(b"x" * 4_000)
            time.sleep(0.05)
        assert answer(client) == (200, b"80000")


def test_a_client_is_not_blamed_while_the_server_does_not_read():
    async def late(scope, receive, send):
        await asyncio.sleep(1)
        await echo(scope, receive, send)

    with serving(late, body=0.2) as (address, _):
        assert ask(opened(address), body=b"x" * 1_000_000) == (200, b"1000000")


def test_a_long_answer_is_not_cut_by_time_or_by_others():
    async def stream(_scope, _receive, send):
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for number in range(8):
            await asyncio.sleep(0.15)
            more = {"type": "http.response.body", "body": b"%d" % number, "more_body": number < 7}
            await send(more)

    with serving(stream, most=5, header=0.2, body=0.2) as (address, open_):
        client = opened(address)
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: any(each.idle_since() is None for each in open_._open))
        others = [opened(address) for _ in range(30)]
        assert answer(client) == (200, b"01234567")
        assert len(others) == 30


@pytest.mark.attack("fault", "too many connections")
def test_where_all_connections_are_in_use_a_new_one_is_refused_and_none_is_cut():
    release = threading.Event()

    async def busy(scope, receive, send):
        await asyncio.to_thread(release.wait)
        await echo(scope, receive, send)

    with serving(busy, most=3) as (address, open_):
        clients = [opened(address) for _ in range(3)]
        for client in clients:
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: sum(each.idle_since() is None for each in open_._open) == 3)
        found = rest(opened(address))
        assert found.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 1" in found
        release.set()
        assert [answer(client) for client in clients] == [(200, b"0")] * 3


@pytest.mark.skipif(sys.platform != "linux", reason="it has one loopback address")
def test_the_address_with_most_connections_makes_room():
    with serving(most=10) as (address, _):
        calm = opened(address, "127.0.0.2")
        assert ask(calm) == (200, b"0")
        greedy = [opened(address) for _ in range(40)]
        client = opened(address, "127.0.0.3")
        assert ask(client) == (200, b"0")
        assert ask(calm) == (200, b"0")
        assert len(greedy) == 40


def test_a_client_that_does_not_read_its_answer_makes_room():
    async def large(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(200):
            more = {"type": "http.response.body", "body": b"x" * 100_000, "more_body": True}
            await send(more)
        await send({"type": "http.response.body", "body": b""})

    with serving(large, most=3) as (address, open_):
        silent = [opened(address) for _ in range(3)]
        for each in silent:
            each.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: sum(each.idle_since() is not None for each in open_._open) == 3)
        client = opened(address)
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert len(rest(client)) > 20_000_000


def test_half_of_the_open_files_are_left_to_the_database():
    pytest.importorskip("resource")
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (100, 300))\n"
        "from recollect.server.connections import ConnectionLimits\n"
        "from recollect.settings import load\n"
        "for most in (0, 7, 100000):\n"
        "    print(ConnectionLimits.of(load(max_connections=most)).connections)\n"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = run_python(program)
    assert done.stdout.decode().split() == ["150", "7", "150", "300"], done.stderr
