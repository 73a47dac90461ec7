"""Starting, being told to stop, and not being able to start."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from recollect import InvalidSetting, Memory
from recollect.domain.access import Right
from recollect.server import run
from recollect.server.proxy.echo import ECHO_URL
from recollect.server.run import _banner, _config, _has_keys, _listening
from recollect.settings import load
from recollect.tracing.exporter import NO_EXPORT
from recollect.wiring import opened_keys

Spawned = Callable[..., Any]
Connect = Callable[[str], httpx2.Client]
Until = Callable[[Callable[[], object]], None]
_HALF = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    b'data: {"choices": [{"index": 0, "delta": {"content": "Half"}}]}\n\n'
)


def refuses(url: str) -> bool:
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0)).close()
    except (ConnectionRefusedError, ConnectionResetError):
        return True
    return False


def test_the_banner_tells_a_newcomer_what_to_do(spawned: Spawned, tmp_path: Path) -> None:
    server = spawned()
    text = server.text()
    assert f"is listening on {server.url}" in text
    assert str(tmp_path / "memory.sqlite") in text
    assert f"curl {server.url}/memory/ingest" in text
    assert f"{server.url}/docs" in text
    assert "Press Ctrl-C to stop" in text
    (announced,) = Path(os.environ["RECOLLECT_HOME"]).glob("server.*.json")  # for hooks
    assert json.loads(announced.read_text())["url"] == server.url
    assert announced.stat().st_mode & 0o077 == 0
    with Memory.open(tmp_path / "memory.sqlite", embedding_backend="none") as memory:
        for name, kept in (("Try it", ["trial"]), ("Delete it", [])):
            command = text.partition(name)[2].splitlines()[0].strip()
            subprocess.run(["bash", "-c", f"{command} --fail"], check=True, capture_output=True)
            assert [agent.id for agent in memory.agents()] == kept
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait() == 0
    assert "Traceback" not in server.text()
    assert not announced.exists()


def test_with_keys_the_banner_says_where_the_key_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The other servers here have no keys.
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    settings = load(embedding_backend="none")
    with Memory.open(":memory:", embedding_backend="none", background=False) as memory:
        assert not _has_keys(_config(memory))
        with opened_keys(settings) as keys:
            keys.add("laptop", agents=["*"], rights=[Right.READ])
        assert _has_keys(_config(memory))
    url = "http://127.0.0.1:8377"
    banner = _banner(settings, url, "x", NO_EXPORT, has_keys=True)
    assert f"  Try it     curl {url}/agents -H 'X-Recollect-Key: rck_…'\n" in banner
    assert "trial" not in banner  # a key may be for other agents
    banner = _banner(settings, url, "x", NO_EXPORT, has_keys=False)
    assert f"curl {url}/agents\n" in banner
    assert "Proxy" not in banner
    proxied = load(upstream_base_url="http://127.0.0.1:11434/v1")
    banner = _banner(proxied, url, "x", NO_EXPORT, has_keys=False)
    assert f"  Proxy      {url}/v1 → http://127.0.0.1:11434/v1\n" in banner
    banner = _banner(load(upstream_base_url=ECHO_URL), url, "x", NO_EXPORT, has_keys=False)
    assert f"  Proxy      {url}/v1 → echo, no model\n" in banner


def test_what_was_acknowledged_before_a_sigterm_is_there_afterwards(
    spawned: Spawned, connect: Connect, tmp_path: Path
) -> None:
    server = spawned()
    acknowledged: set[tuple[str, str]] = set()
    enough = threading.Event()

    def post(agent: str) -> None:
        with connect(server.url) as client:
            for number in range(100_000):
                turns = [{"id": f"{number}", "content": f"{number}"}]
                body = {"agent_id": agent, "conversation_id": "c", "turns": turns}
                try:
                    answer = client.post("/memory/ingest", json=body)
                except httpx2.TransportError:
                    return
                assert answer.status_code == 202
                acknowledged.add((agent, f"{number}"))
                if number == 20:
                    enough.set()

    with ThreadPoolExecutor(4) as pool:
        posts = [pool.submit(post, agent) for agent in "abcd"]
        enough.wait()
        server.process.terminate()
        for one in posts:
            one.result()
    assert server.process.wait() == 0
    # The log was moved into the file: the memory was closed, not left behind.
    assert not (tmp_path / "memory.sqlite-wal").exists()
    with Memory.open(tmp_path / "memory.sqlite", embedding_backend="none") as memory:
        stored = {(agent, turn.id) for agent in "abcd" for turn in memory.agent(agent).turns()}
    assert len(acknowledged) > 20
    assert acknowledged <= stored


def test_a_server_that_is_stopped_while_its_model_loads_ends_in_peace(spawned: Spawned) -> None:
    server = spawned(embedding_backend="minilm", host="localhost")
    server.process.terminate()
    assert server.process.wait() == 0


def test_a_request_in_flight_is_finished_before_the_server_stops(
    spawned: Spawned, until: Until, tmp_path: Path
) -> None:
    server = spawned()
    other = sqlite3.connect(tmp_path / "memory.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    body = b'{"agent_id": "a", "conversation_id": "c", "turns": [{"content": "last words"}]}'
    head = (
        "POST /memory/ingest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname or "", parts.port or 0)) as raw:
        raw.sendall(head.encode())
        # Only once the server asks for the body is the request surely in flight.
        assert raw.recv(100).startswith(b"HTTP/1.1 100")
        raw.sendall(body)
        server.process.terminate()
        until(lambda: refuses(server.url))
        other.execute("ROLLBACK")
        other.close()
        assert raw.recv(100).startswith(b"HTTP/1.1 202")
    assert server.process.wait() == 0
    with Memory.open(tmp_path / "memory.sqlite", embedding_backend="none") as memory:
        assert [turn.content for turn in memory.agent("a").turns()] == ["last words"]


def test_a_stop_that_cuts_off_a_stream_is_no_error(
    spawned: Spawned, connect: Connect, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as model, ThreadPoolExecutor(1) as pool:
        model_url = f"http://127.0.0.1:{model.getsockname()[1]}/v1"
        server = spawned(upstream_base_url=model_url, log_format="json")
        headers = {"X-Recollect-Agent-Id": "a", "X-Conversation-Id": "c"}
        body = {"model": "m", "stream": True, "messages": [{"role": "user", "content": "Hi"}]}

        def half() -> None:
            asked, _ = model.accept()
            with asked:
                asked.recv(65_536)
                asked.sendall(_HALF)
                server.process.wait()

        answering = pool.submit(half)
        with (
            connect(server.url) as client,
            client.stream("POST", "/v1/chat/completions", json=body, headers=headers) as reply,
        ):
            pieces = reply.iter_raw()
            assert b"Half" in next(pieces)
            server.process.terminate()
            with pytest.raises(httpx2.TransportError):
                list(pieces)
        answering.result()
    assert server.process.wait() == 0
    lines = [json.loads(line) for line in server.text().splitlines()]
    assert [line for line in lines if line["level"] == "error"] == []
    cut = [line["event"] for line in lines if line["level"] == "warning"]
    assert cut == ["requests cut off by the stop: 1"]
    with Memory.open(tmp_path / "memory.sqlite", embedding_backend="none") as memory:
        assert [turn.content for turn in memory.agent("a").turns()] == ["Hi", "Half"]


def test_answers_are_sent_at_once() -> None:
    """A listener that does not name its protocol makes asyncio leave Nagle's waiting on: 40 ms an answer."""
    with _listening("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_port_that_is_taken_is_told_in_one_line_and_no_database_is_made(
    own_logging: None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InvalidSetting) as refused:
            run(str(tmp_path / "m.sqlite"), port=port)
    assert refused.value.field == "port"
    assert refused.value.message.startswith(f"port {port} on 127.0.0.1 is in use")
    assert "another port" in refused.value.message
    assert "\n" not in refused.value.message
    assert capfd.readouterr() == ("", "")
    assert not (tmp_path / "m.sqlite").exists()


def test_an_address_that_others_can_reach_is_refused() -> None:
    with pytest.raises(InvalidSetting, match=r"0\.0\.0\.0") as refused:
        run(host="0.0.0.0")
    assert refused.value.field == "host"
