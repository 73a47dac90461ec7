"""What a shell is told when somebody presses the tabulator, by the protocol the shells' own scripts use."""

import os
import subprocess
import sys

import pytest

from forked import COMMAND, run_python


@pytest.fixture
def alice(memory):
    with memory() as opened:
        for name in ("alice", "albert", "bob", "two words"):
            opened.agent(name).remember("Hello")


@pytest.fixture
def completed(monkeypatch, run):
    """What is offered for the last word of a command line, by bash."""

    def completing(line):
        words = line.split(" ")
        monkeypatch.setenv("_RECOLLECT_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        ended = run()
        monkeypatch.delenv("_RECOLLECT_COMPLETE")
        assert ended.err == ""
        return ended.out.split()

    return completing


def test_commands_verbs_and_options_are_completed(completed):
    assert completed("recollect wor") == ["worker"]
    assert set(completed("recollect jobs ")) == {"list", "show", "retry"}
    assert completed("recollect jobs list --st") == ["--state"]
    assert completed("recollect jobs list --state d") == ["done", "dead"]
    assert "background_work" in completed("recollect config background_")


@pytest.mark.parametrize(
    "line",
    [
        "recollect search al",
        "recollect memories list al",
        "recollect memories delete al",
        "recollect review list al",
        "recollect rebuild al",
        "recollect export file.jsonl --agent al",
        "recollect ingest file.jsonl --agent al",
        "recollect chat --agent al",
        "recollect optimizer --agent al",
        "recollect jobs list --agent al",
    ],
)
def test_agents_are_completed_wherever_one_is_asked_for(completed, alice, line):
    assert completed(line) == ["albert", "alice"]


def test_a_name_that_a_shell_would_take_apart_is_not_offered(completed, alice):
    assert completed("recollect search ") == ["albert", "alice", "bob"]


def test_agents_come_from_the_database_that_is_named(completed, alice, home, tmp_path):
    (home / "memory.sqlite").rename(tmp_path / "other.sqlite")
    assert completed("recollect search al") == []
    assert completed(f"recollect search --database {tmp_path}/other.sqlite al") == [
        "albert",
        "alice",
    ]
    assert completed(f"recollect --database {tmp_path}/other.sqlite search al") == [
        "albert",
        "alice",
    ]
    assert not (home / "memory.sqlite").exists(), "a look makes nothing"


def test_whatever_is_wrong_a_shell_is_told_nothing(completed, home, monkeypatch):
    assert completed("recollect search al") == []
    assert not home.exists()
    home.mkdir()
    (home / "memory.sqlite").write_text("my notes " * 100)
    assert completed("recollect search al") == []
    monkeypatch.setenv("RECOLLECT_PORT", "nonsense")
    assert completed("recollect search al") == []
    assert completed("recollect memories lst al") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script_and_its_answers(shell, alice, home):
    def asked(instruction, **words):
        asking = {"_RECOLLECT_COMPLETE": f"{instruction}_{shell}", **words}
        return run_python(COMMAND, **asking).stdout.decode()

    assert "_RECOLLECT_COMPLETE=complete_" in asked("source")
    words = {
        "COMP_WORDS": "recollect search al",
        "COMP_CWORD": "2",
        "_TYPER_COMPLETE_ARGS": "recollect search al",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    told = asked("complete", **words)
    assert "alice" in told
    assert "albert" in told
    assert "bob" not in told


def test_completion_and_help_load_nothing_slow():
    slow = "'numpy', 'httpx2', 'rich', 'recollect.memory', 'recollect.settings', 'recollect.cli.search'"
    code = (
        "import os, sys; from recollect.cli import main; main([]);"
        "del os.environ['_RECOLLECT_COMPLETE']; sys.stdout = sys.stderr; main(['--help']);"
        f"early = {{{slow}}} & set(sys.modules); sys.exit(f'loaded {{early}}' if early else 0)"
    )
    environment = {**os.environ, "_RECOLLECT_COMPLETE": "complete_bash"}
    environment |= {"COMP_WORDS": "recollect wor", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "worker"), done.stderr
    assert "  search         Search conversations and memories\n" in done.stderr
