"""The tutorial and the how-to guides, followed step by step: one server, one home, every block in its order."""

import builtins
import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from recollect import Memory
from recollect.cli import main

DOCS = Path(__file__).parents[3] / "docs"
GUIDES = ["tutorial.md", *(f"how-to/{file.name}" for file in sorted(DOCS.glob("how-to/*.md")))]
BLOCK = re.compile(r"^ *```(\w+)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
# Pages of commands that want the database for themselves.
ALONE = ["backup.md", "hooks.md"]
# What runs until it is stopped, or waits for somebody; its words are checked in tests/docs.
LASTING = {"serve", "chat", "mcp", "worker"}
# Programs of others, and what would change this machine.
OTHERS = set(
    "claude chmod cp createdb docker echo export git head kubectl make mkdir ollama openssl"
    " pg_basebackup pg_dump pg_restore pg_verifybackup pip python3 source systemctl"
    " systemd-sysusers".split()
)
SHOWN_ONLY = {"ini", "text", "ts"}


class Reader:
    """Somebody who does what a page says."""

    def __init__(self, page: str, server: str, model: str, monkeypatch: Any) -> None:
        self.page = page
        self.addresses = {"http://127.0.0.1:8377": server, "http://127.0.0.1:11434/v1": model}
        self.patch = monkeypatch
        self.blocks = BLOCK.findall((DOCS / page).read_text("utf-8"))
        self.program = ""

    def follow(self) -> None:
        for kind, text in self.blocks:
            code = re.sub(r"^   ", "", text, flags=re.MULTILINE) if text[0] == " " else text
            for shown, real in self.addresses.items():
                code = code.replace(shown, real)
            if kind in {"console", "sh", "bash"}:
                self.run_commands(code)
            elif kind == "python":
                self.run_python(code)
            elif kind == "json":
                json.loads(code)
            elif kind == "text" and code.startswith("> "):
                self.type_lines(code)
            else:
                assert kind in SHOWN_ONLY, kind

    def run_python(self, code: str) -> None:
        if "input(" in code:
            self.program = code  # saved as a file, and run with the lines that follow
        else:
            exec(compile(code, self.page, "exec"), {})

    def type_lines(self, text: str) -> None:
        typed = [*(line.removeprefix("> ") for line in text.splitlines()), ""]
        self.patch.setattr(builtins, "input", lambda _: typed.pop(0))
        names: dict[str, Any] = {}
        exec(compile(self.program, self.page, "exec"), names)
        assert typed == []
        names["model"].close()

    def run_commands(self, text: str) -> None:
        prompted = re.findall(r"^\$ (.*(?:\\\n.*)*)$", text, re.MULTILINE)
        if "curl " in text:
            subprocess.run(["bash", "-ec", text.replace("curl ", "curl -sSf ")], check=True)
            return
        for line in prompted or text.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words and words[0] in {"sudo", "runuser"}:  # as another user, by a full path
                words = words[words.index("/opt/recollect/bin/recollect") :]
                words[0] = "recollect"
            while words and (found := re.fullmatch(r"([A-Z_]+)=(.*)", words[0])):
                self.patch.setenv(found[1], found[2])
                words.pop(0)
            if not words or words[0].rpartition("/")[2] in OTHERS:
                continue
            assert words[0] == "recollect" or words[0].endswith("/pip"), line
            if words[0] == "recollect" and words[1] not in LASTING:
                self.run_recollect(words[1:])

    def run_recollect(self, words: list[str]) -> None:
        with CliRunner().isolation(input="y\n") as (out, err, _):
            code = main(words)
            told = f"{out.getvalue().decode()}{err.getvalue().decode()}"
        assert code == 0, f"{self.page}: {words}\n{told}"


@pytest.fixture
def reader_home(tmp_path, monkeypatch) -> Iterator[Path]:
    """A home with two agents, in a folder with a file of another program."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("RECOLLECT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.json").write_text('{"embedding_backend": "none"}')
    entity = '{"type": "entity", "name": "Ann", "entityType": "person", "observations": ["Sings"]}'
    (tmp_path / "memory.jsonl").write_text(entity)
    with Memory.open() as memory:
        told = {"me": "I moved to Lisbon.", "alice": "I am allergic to penicillin."}
        for agent, text in told.items():
            memory.agent(agent).remember(text, conversation="pasted")
        memory.sync()
    return tmp_path


@pytest.mark.parametrize("page", GUIDES)
def test_a_guide_can_be_followed(page, reader_home, upstream, serve, monkeypatch):
    with Memory.open(upstream_base_url=upstream.url) as memory:
        server = str(serve(memory).base_url).rstrip("/")
        Reader(page, server, upstream.url, monkeypatch).follow()


@pytest.mark.parametrize("page", ALONE)
def test_the_commands_of_a_page_can_be_followed(page, reader_home, monkeypatch):
    reader = Reader(page, "", "", monkeypatch)
    # Encrypted backups take seconds; tests/storage makes them.
    reader.blocks = [(kind, text) for kind, text in reader.blocks if kind == "console"]
    reader.follow()


def test_the_chatbot_of_the_tutorial_is_shown_what_it_was_told(
    reader_home, upstream, serve, monkeypatch
):
    with Memory.open() as memory:
        server = str(serve(memory).base_url).rstrip("/")
        reader = Reader("tutorial.md", server, upstream.url, monkeypatch)
        asking = next(n for n, (_, text) in enumerate(reader.blocks) if "Which snacks" in text)
        reader.blocks = reader.blocks[: asking + 1]
        reader.follow()
        first = next(
            asked for asked in upstream.asked if "What am I allergic" in asked.content.decode()
        )
        assert "I'm allergic to peanuts" not in first.content.decode()
        assert "allergic to peanuts" in upstream.asked[-1].messages[0]["content"]
