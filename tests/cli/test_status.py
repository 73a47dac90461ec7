import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import ThreadingUnixStreamServer
from threading import Thread

from recollect.hooks.files import announce_server, withdraw_server
from recollect.hooks.hosts import home

STYLE = re.compile(r"\x1b\[[0-9;]*m")


def test_an_empty_memory_says_what_to_do_next(run):
    shown = run("status").out
    assert "agents      none yet; to store an example: recollect demo --keep\n" in shown
    assert "server      not running; to start: recollect serve\n" in shown
    assert "work        nothing waiting\n" in shown


def test_a_memory_that_is_switched_off_says_so(run):
    assert "memory is off" not in run("status").out
    run("config", "enabled", "false")
    assert "memory is off, nothing is stored; to start: recollect config" in run("status").out
    assert run("status", "--json").json["enabled"] is False


def test_one_screen_shows_what_is_stored_and_what_needs_a_decision(run, memory, terminal):
    with memory() as opened:
        for number in range(30):
            opened.agent(f"agent-{number}").memories.add(f"Likes tea number {number} " * 20)
        alice = opened.agent("alice")
        alice.remember("Nice weather", conversation="c1")
        first = alice.memories.add("Prefers tea", kind="preference")
        alice.memories.add("Was\x1b[31m in Lisbon")
        alice.memories.delete(first.id)
        for number in range(2):
            opened.agent("agent-0").memories.add(f"Has {number}")
        opened.agent("zoe").memories.add("Learned last of all")
    terminal(80)
    shown = STYLE.sub("", run("status").out)
    lines = shown.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)
    assert "agents      32: " in shown
    assert " and 27 more" in shown
    assert "Learned last of all (zoe)" in lines[lines.index("Learned last") + 1]
    assert "memories    34: 34 fact" in shown
    assert "to do them now: recollect sync" in shown
    assert "\x1b" not in shown
    told = run("status", "--json").json
    assert (told["memories"], told["memories_by_kind"]) == (34, {"fact": 34})
    assert (len(told["agents"]), told["jobs"]["failed"], told["in_review"]) == (32, 0, {})


def test_a_server_of_this_home_is_found_on_another_port(run):
    class Ready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"status": "ready"}')

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Ready) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        home().mkdir(exist_ok=True)
        announce_server(home(), url, str(home() / "memory.sqlite"))
        try:
            assert f"server      ready at {url}\n" in run("status").out
            assert "The server learns from it in a moment." in run("remember", "a", "I ski.").out
            assert f"a server is running at {url}" in run("doctor").out
            with ThreadingHTTPServer(("127.0.0.1", 0), Ready) as second:
                Thread(target=second.serve_forever, daemon=True).start()
                other = f"http://127.0.0.1:{second.server_port}"
                said = {
                    "url": other,
                    "pid": os.getppid(),
                    "database": str(home() / "memory.sqlite"),
                }
                (home() / "server.1.json").write_text(json.dumps(said))
                assert f"server      ready at {other}, {url}\n" in run("status").out
                assert run("status", "--json").json["server"] == {"ready": True, "at": other}
                withdraw_server(home())
                assert f"server      ready at {other}\n" in run("status").out
                second.shutdown()
        finally:
            withdraw_server(home())
            server.shutdown()


def test_a_server_that_listens_on_a_path_is_found(run, tmp_path):
    class Ready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n{}")

        def log_message(self, *_: object) -> None:
            pass

    path = os.path.relpath(tmp_path / "s")  # a path of a socket has at most 107 bytes
    with ThreadingUnixStreamServer(path, Ready) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        home().mkdir(exist_ok=True)
        announce_server(home(), f"unix:{path}", str(home() / "memory.sqlite"))
        try:
            assert f"server      ready at unix:{path}\n" in run("status").out
        finally:
            withdraw_server(home())
            server.shutdown()


def test_a_server_that_refuses_everybody_is_not_called_ready(run, monkeypatch):
    class Ready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"status": "ready"}')

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Ready) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("RECOLLECT_PORT", str(server.server_port))
        try:
            assert run("health").code == 0
            run("keys", "add", "phone")
            assert run("health").code == 0
            run("keys", "revoke", "phone")
            ended = run("health")
            assert (ended.code, "no key is left" in ended.out) == (1, True)
            assert "but every request is refused: no key is left" in run("status").out
            assert run("health", "--json").json["ready"] is False
            monkeypatch.setenv("RECOLLECT_ALLOW_ANONYMOUS", "true")
            assert run("health").code == 0
        finally:
            server.shutdown()
