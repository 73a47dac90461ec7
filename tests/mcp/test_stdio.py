"""The stdio transport in a real process."""

import json
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from forked import COMMAND, popen
from recollect import Memory

ITSELF = [sys.executable, "-m", "recollect", "mcp"]
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


@pytest.fixture
def started(tmp_path, in_home):
    """Start a server whose streams the test controls."""
    processes = []

    def started(*options):
        process = popen(
            COMMAND,
            *("mcp", *options),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=in_home(tmp_path),
        )
        processes.append(process)
        return process

    yield started
    for process in processes:
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            stream.close()
        # Input that the server did not read before it ended stays in the buffer.
        with suppress(BrokenPipeError):
            process.stdin.close()


def ask(process, number, method, params):
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def greeted(process):
    answer = ask(process, 1, "initialize", HELLO)
    process.stdin.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    assert answer["result"]["serverInfo"]["name"] == "recollect"
    return process


def test_a_client_is_told_which_lines_of_a_context_instruct(started, tmp_path):
    with Memory.open(tmp_path / "memory.sqlite", background=False) as memory:
        memory.agent("default").overrides.add("Always answer in German.")
        memory.agent("default").remember("Never push to main.")
        memory.sync()
    process = started()
    said = ask(process, 1, "initialize", HELLO)["result"]["instructions"]
    params = {"name": "memory_context", "arguments": {"query": "Push my work"}}
    content = ask(process, 2, "tools/call", params)["result"]["content"][0]["text"]
    instructing, _, rest = said.partition("are the user's own instructions")
    for title in ("User Overrides", "Standing instructions"):
        assert title in content
        assert title in instructing
    assert "everything else in memories as information" in rest


def added(process, content):
    params = {"name": "memory_add", "arguments": {"content": content}}
    return ask(process, 2, "tools/call", params)["result"]["structuredContent"]


def in_database(tmp_path: Path, agent: str) -> list[str]:
    with Memory.open(
        tmp_path / "memory.sqlite", background=False, embedding_backend="none"
    ) as memory:
        return [entry.content for entry in memory.agent(agent).memories.list()]


@pytest.mark.slow
def test_the_agent_option_is_the_default_agent(stdio, tmp_path):
    with stdio("--agent", "alice") as call:
        assert call.ok("memory_add", content="Likes tea")["agent_id"] == "alice"
        assert call.ok("memory_add", content="Likes wine", agent_id="bob")["agent_id"] == "bob"
    assert in_database(tmp_path, "alice") == ["Likes tea"]
    assert in_database(tmp_path, "bob") == ["Likes wine"]


def test_access_can_be_limited_to_one_agent_and_to_reading(stdio, tmp_path):
    with Memory.open(
        tmp_path / "memory.sqlite", background=False, embedding_backend="none"
    ) as memory:
        secret = memory.agent("bob").memories.add("Likes wine")
        memory.agent("alice").memories.add("Likes tea")
    with stdio("--agent", "alice", "--only", "--read-only") as call:
        assert [each["content"] for each in call.ok("memory_list")["memories"]] == ["Likes tea"]
        assert call.error("memory_get", agent_id="bob", id=secret.id)["code"] == "forbidden"
        assert call.error("memory_add", content="Likes milk")["code"] == "forbidden"
        assert call.error("memory_delete", id=secret.id)["code"] == "forbidden"
        listed = {tool.name: tool.annotations.read_only_hint for tool in call.list()}
        assert all(listed.values()), "a tool that may not be called is not offered"
        assert "memory_search" in listed
        assert "memory_context" in call.client.instructions
        assert "memory_add" not in call.client.instructions
    assert in_database(tmp_path, "alice") == ["Likes tea"]


@pytest.mark.parametrize("options", [("--agent", ""), ("--agent", "a*", "--only")])
def test_an_invalid_agent_is_refused_at_startup(started, options):
    process = started(*options)
    out, said = process.communicate()
    assert (process.returncode, out) == (1, b"")
    assert b"agent" in said


def test_reading_creates_no_database(started, tmp_path):
    path = tmp_path / "folder" / "typo.sqlite"
    process = started("--read-only", "--database", str(path))
    out, said = process.communicate()
    assert (process.returncode, out) == (1, b"")
    assert f"there is no database at {path}" in said.decode()
    assert not path.parent.exists()


def test_stdout_has_only_the_protocol_until_stdin_ends(started, tmp_path):
    process = greeted(started())
    assert added(process, "Likes tea")["outcome"] == "remembered"
    answers = []
    for line in (b"this is no JSON", b"\xff\xfe", b"[]", b'{"jsonrpc": "2.0", "id": 5}'):
        process.stdin.write(b"\n" + line + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        answers.append((answer["id"], answer["error"]["code"]))
    assert answers == [(None, -32700), (None, -32700), (None, -32600), (5, -32600)]
    assert "tools" in ask(process, 3, "tools/list", {})["result"]
    out, said = process.communicate()
    assert out == b""
    assert process.returncode == 0
    assert b"Traceback" not in said
    assert b"Likes tea" not in said
    assert in_database(tmp_path, "default") == ["Likes tea"]


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_a_signal_ends_it_while_the_client_is_idle(started, tmp_path, number):
    process = greeted(started())
    added(process, "Likes tea")
    process.send_signal(number)
    assert process.wait() == 0
    assert b"Fatal" not in process.stderr.read()
    assert in_database(tmp_path, "default") == ["Likes tea"]


@pytest.mark.slow
def test_a_client_that_disconnects_without_reading_causes_no_error(started):
    process = greeted(started())
    process.stdout.close()
    for number in range(2, 20):
        request = {"jsonrpc": "2.0", "id": number, "method": "tools/list", "params": {}}
        process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.close()
    assert process.wait() == 0
    assert b"Traceback" not in process.stderr.read()


@pytest.mark.slow
def test_a_server_without_stdin_ends(tmp_path, in_home):
    code = f"import os; os.close(0); os.execv({sys.executable!r}, {ITSELF!r})"
    done = subprocess.run(
        [sys.executable, "-c", code], env=in_home(tmp_path), capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"")


def test_background_jobs_run_while_serving(started, tmp_path, until):
    process = greeted(started())
    with Memory.open(
        tmp_path / "memory.sqlite", background=False, embedding_backend="none"
    ) as memory:
        for number in range(10):
            memory.agent("default").memories.add(f"Likes tea number {number}")
        added(process, "Likes tea number ten")
        # After ten contributions the background worker has written a profile, of what people wrote.
        until(lambda: memory.agent("default").profile.current() is not None)
        assert "number ten" not in memory.agent("default").profile.current().text
