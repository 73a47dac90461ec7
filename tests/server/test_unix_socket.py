"""A server on a Unix socket: only its owner may connect, and a dead server's socket is removed."""

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from forked import COMMAND, run_python
from recollect import InvalidSetting, Memory
from recollect.domain.access import Right
from recollect.server.run import _config, _listener, _Server, _url
from recollect.settings import load
from recollect.settings.keys import KeyFile

Opened = Callable[..., Memory]
Until = Callable[[Callable[[], object]], None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "s.sock"


def connected(path: Path) -> httpx2.Client:
    transport = httpx2.HTTPTransport(uds=str(path))
    return httpx2.Client(transport=transport, base_url="http://localhost", timeout=60)


@contextmanager
def serving(memory: Memory, until: Until) -> Iterator[str]:
    with _listener(memory.settings) as listener:
        server = _Server(_config(memory))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            until(lambda: server.started)
            yield _url(listener)
        finally:
            server.should_exit = True
            thread.join()


def test_the_owner_is_answered_and_nobody_else_can_connect(
    opened: Opened, path: Path, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    with serving(opened(unix_socket=str(path)), until) as url, connected(path) as client:
        assert url == f"unix:{path}"
        assert path.stat().st_mode & 0o777 == 0o600
        assert client.get("/agents").status_code == 200
        assert client.get("/health/live").status_code == 200
        assert client.get("/agents", headers={"Host": "evil.example"}).status_code == 403
        assert client.get("/agents", headers={"X-Forwarded-For": "1.2.3.4"}).status_code == 401
    assert not path.exists()
    until(lambda: "unix" in {getattr(record, "client", None) for record in caplog.records})


def test_keys_count_there_too(opened: Opened, path: Path, until: Until, tmp_path: Path) -> None:
    _, secret = KeyFile(tmp_path / "home" / "keys.json").add(
        "phone", agents=["*"], rights=[Right.READ]
    )
    memory = opened(unix_socket=str(path), home=tmp_path / "home")
    with serving(memory, until), connected(path) as client:
        assert client.get("/agents").status_code == 401
        assert client.get("/agents", headers={"X-Recollect-Key": secret}).status_code == 200


def test_the_socket_of_a_server_that_died_is_replaced(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with _listener(load(unix_socket=str(path))):
        with pytest.raises(InvalidSetting, match="another server is listening") as refused:
            _listener(load(unix_socket=str(path))).__enter__()
        assert refused.value.field == "unix_socket"
        assert path.is_socket()
    assert not path.exists()


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_what_is_no_socket_stays(path: Path, kind: str, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    match kind:
        case "file":
            path.write_text("mine")
        case "folder":
            path.mkdir()
        case _:
            path.symlink_to(precious)
    with pytest.raises(InvalidSetting, match="is no socket"):
        _listener(load(unix_socket=str(path))).__enter__()
    assert path.exists()
    assert precious.read_text() == "mine"


def test_a_path_that_is_too_long_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="cannot listen on"):
        _listener(load(unix_socket=str(tmp_path / ("x" * 120)))).__enter__()


def test_the_socket_of_a_later_server_is_not_removed(path: Path) -> None:
    with _listener(load(unix_socket=str(path))):
        path.unlink()
        with socket.socket(socket.AF_UNIX) as later:
            later.bind(str(path))
    assert path.is_socket()


def test_of_many_that_start_at_once_one_listens(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    outcomes: list[str] = []
    done = threading.Barrier(8)

    def start() -> None:
        try:
            with _listener(load(unix_socket=str(path))):
                outcomes.append("listens")
                done.wait()
        except InvalidSetting:
            outcomes.append("refused")
            done.wait()

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["listens"] + ["refused"] * 7


def test_the_command_serves_there_and_health_finds_it(
    spawned: Callable[..., Any], path: Path, tmp_path: Path, until: Callable[..., None]
) -> None:
    server = spawned(unix_socket=str(path), home=str(tmp_path / "home"))
    assert f"curl --unix-socket {path} http://localhost/agents" in server.text()
    with connected(path) as client:
        assert client.get("/agents").json()["agents"] == []

    def health() -> int:
        return run_python(COMMAND, "health", RECOLLECT_UNIX_SOCKET=str(path)).returncode

    until(lambda: health() == 0)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait() == 0
    assert not path.exists()
    assert health() == 1


def test_a_directory_that_does_not_exist_is_refused_and_not_made(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    with pytest.raises(InvalidSetting, match=f"{nowhere} does not exist"):
        _listener(load(unix_socket=str(nowhere / "s.sock"))).__enter__()
    assert not nowhere.exists()


def test_in_the_home_of_a_new_machine_it_listens(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with _listener(load(home=str(home), unix_socket=str(home / "s.sock"))):
        assert (home / "s.sock").is_socket()
