"""Hooks in processes of their own: with a server, with a helper, two at once, and too late."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from forked import COMMAND, popen, run_python
from hook_calls import call
from recollect import Memory
from recollect.hooks import files, run
from recollect.server.run import _config, _listening, _Server, _url

PATIENCE = 120.0
HOOK = (COMMAND, "hooks", "run")


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.01)
    return found


@contextmanager
def serving(memory):
    """A server in a thread, announced as a server announces itself."""
    with _listening("127.0.0.1", 0) as listener:
        server = _Server(_config(memory))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            wait_for(lambda: server.started)
            files.announce_server(files.home(), _url(listener), str(files.home() / "memory.sqlite"))
            yield
        finally:
            files.withdraw_server(files.home())
            server.should_exit = True
            thread.join()


def outcomes():
    return [(each["event"], each["outcome"], each.get("via")) for each in files.logged_runs()]


def test_hooks_use_a_running_server_and_two_at_once_record_once(transcript):
    path = transcript("claude-code")
    with Memory.open() as memory, serving(memory):
        stop = call("claude-code", "Stop", path)
        both = [popen(*HOOK, "claude-code", "Stop", stdin=subprocess.PIPE) for _ in range(2)]
        for process in both:
            process.communicate(stop)
        assert [process.returncode for process in both] == [0, 0]
        wait_for(lambda: len(outcomes()) == 2)
        assert sorted(outcomes()) == [
            ("Stop", "recorded 0", None),
            ("Stop", "recorded 3", "server"),
        ]
        assert len(memory.agent("default").turns()) == 3
        prompt = call("claude-code", "UserPromptSubmit", prompt="What is my sister called?")
        done = run_python(*HOOK, "claude-code", "UserPromptSubmit", given=prompt)
        assert "Marta" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
        assert done.stderr == b""
        assert outcomes()[-1] == ("UserPromptSubmit", "used", "server")
    assert not [*files.home().glob("server.*.json")]


def test_a_hook_loads_only_what_it_needs():
    code = (
        "import sys; from recollect.cli import main;"
        "code = main(['hooks', 'run', 'codex', 'Stop']);"
        "loaded = {'typer', 'pydantic', 'numpy', 'dataclasses', 'sqlite3'} & set(sys.modules);"
        "sys.exit(f'loaded {loaded}' if loaded else code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"{}", capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "said",
    [
        {"url": "http://127.0.0.1:1", "pid": os.getpid()},  # it has crashed
        {"url": "http://127.0.0.1:1", "pid": 2**22 + 1},  # and its process is gone
        {"url": "http://127.0.0.1:1", "pid": os.getpid(), "database": "/other.sqlite"},
        {},
    ],
)
def test_a_server_that_is_gone_is_not_missed(said, home, hook):
    home.mkdir()
    announced = {"database": str(home / "memory.sqlite")} | said
    (home / "server.1.json").write_text(json.dumps(announced))
    assert hook("codex", "SessionStart", call("codex", "SessionStart")) == ""
    assert outcomes() == [("SessionStart", "nothing", "database")]


def test_keys_are_sent_and_without_one_the_database_is_opened(hook, monkeypatch):
    from recollect.settings.keys import KeyFile  # noqa: PLC0415 - only here

    with Memory.open() as memory, serving(memory):
        _, key = KeyFile(memory.settings.keys_path).add("hooks", agents=["*"], rights=["read"])
        start = call("codex", "SessionStart")
        hook("codex", "SessionStart", start)
        monkeypatch.setenv("RECOLLECT_HOOKS_API_KEY", key)
        hook("codex", "SessionStart", start)
    assert [via for _, _, via in outcomes()] == ["database", "server"]


@pytest.fixture
def short_home(monkeypatch):
    """A home whose path is short enough for a socket."""
    home = Path(tempfile.mkdtemp(prefix="rc"))
    monkeypatch.setenv("RECOLLECT_HOME", str(home))
    monkeypatch.setenv("RECOLLECT_HOOKS_HELPER_MINUTES", "10")
    yield home
    shutil.rmtree(home)


def test_a_helper_keeps_the_memory_open_and_ends_without_its_socket(short_home, transcript, record):
    thread = threading.Thread(target=run.main, args=(["helper"],))
    thread.start()
    socket = wait_for(lambda: files.socket_path().exists() and files.socket_path())
    assert socket.stat().st_mode & 0o777 == 0o600
    assert run.main(["helper"]) == 0  # another one leaves at once
    record("codex", transcript("codex"))
    assert outcomes() == [("Stop", "recorded 2", "helper")]
    socket.unlink()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_a_hook_that_is_late_lets_the_host_go_on(short_home, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOOKS_TIMEOUT_SECONDS", "0.2")
    process = popen(*HOOK, "codex", "SessionStart", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:  # a host that does not end its call
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == b""
    finally:
        process.kill()
        process.communicate()
    assert outcomes() == [("SessionStart", "late", None)]
