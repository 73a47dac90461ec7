"""The real script in processes of its own: what only a whole process can show."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from forked import COMMAND, popen
from recollect import Memory


@pytest.fixture
def alice(memory):
    with memory() as opened:
        opened.agent("alice").ingest(
            "c1", [{"content": "x" * 300} | {"id": str(n)} for n in range(9)]
        )
        opened.agent("alice").memories.add("A long story " * 40)


def started(*args, **more):
    return popen(COMMAND, *args, stdin=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def everything(terminal):
    """All that is written to a terminal until nobody has it open."""
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 65_536)
        except OSError:
            return shown


def test_a_command_from_end_to_end_and_no_model_is_loaded(alice):
    code = (
        "import sys; from recollect.cli import main; code = main(['agents', '--json']);"
        # What the worker, the MCP server over stdio and the doctor need besides.
        "import recollect.logs, recollect.cli.doctor.all_checks;"
        "loaded = {'onnxruntime', 'fastapi', 'uvicorn', 'mcp'} & set(sys.modules);"
        "sys.exit(f'loaded {loaded}' if loaded else code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b'"alice"' in done.stdout


def test_a_reader_who_leaves_early_hears_no_complaint():
    process = started("config", stdout=subprocess.PIPE)
    process.stdout.close()
    _, complaint = process.communicate()
    assert complaint == b""
    assert process.returncode == 141


def test_an_output_that_takes_nothing_is_an_error_in_a_sentence():
    with Path("/dev/full").open("wb") as full:
        process = started("config", "--json", stdout=full)
        _, complaint = process.communicate()
    assert process.returncode == 1
    assert complaint == b"error: the output cannot be written: No space left on device\n"


def test_ctrl_c_at_a_question_changes_nothing(alice):
    process = started("erase", "alice", stdout=subprocess.PIPE)
    said = b""
    while b"to continue:" not in said:
        said += process.stderr.read(1)
    process.send_signal(signal.SIGINT)
    out, rest = process.communicate()
    assert (process.returncode, out, rest) == (130, b"", b"")
    with Memory.open(background=False) as memory:
        assert [agent.id for agent in memory.agents()] == ["alice"]


def test_on_a_real_terminal_of_80_columns_no_line_is_longer(alice):
    outer, inner = pty.openpty()
    environment = os.environ | {"COLUMNS": "80", "TERM": "xterm", "NO_COLOR": "1"}
    process = started("memories", "alice", stdout=inner, env=environment)
    os.close(inner)
    shown = everything(outer)
    process.communicate()
    os.close(outer)
    assert process.returncode == 0
    lines = shown.decode().replace("\r\n", "\n").splitlines()
    assert len(lines) > 1
    assert any("…" in line for line in lines)
    assert all(len(line) <= 80 for line in lines)
