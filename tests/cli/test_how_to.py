"""The commands of docs/how-to.md, run in the order of each of its sections."""

import re
import shlex
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "how-to.md").read_text("utf-8")
SECTIONS = {text.partition("\n")[0]: text for text in PAGE.split("\n## ")[1:]}
# What runs until it is stopped, or waits for somebody.
LASTING = {"serve", "chat", "mcp", "worker"}


def commands(section: str) -> list[list[str]]:
    lines = re.findall(r"^\$ recollect (.*)$", SECTIONS[section], re.MULTILINE)
    return [words for line in lines if (words := shlex.split(line))[0] not in LASTING]


@pytest.mark.parametrize("section", [name for name in SECTIONS if commands(name)])
def test_the_commands_of_a_section_do_what_they_say(section, run, memory, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    entity = '{"type": "entity", "name": "Ann", "entityType": "person", "observations": ["Sings"]}'
    (tmp_path / "memory.jsonl").write_text(entity)
    with memory() as before:
        before.agent("me").remember("I moved to Lisbon.", conversation="c")
        before.agent("alice").remember("I moved to Lisbon.", conversation="pasted")
        before.sync()
    for words in commands(section):
        ended = run(*words, answer="y\n")
        assert ended.code == 0, ended.err


def test_the_python_about_undoing_runs(home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(
        r"^```python\n(.*?)^```", SECTIONS["Undo what was learned"], re.MULTILINE | re.DOTALL
    )
    exec(compile(code, "how-to.md", "exec"), {})


def test_a_backup_brings_everything_back_into_an_empty_home(
    run, memory, home, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with memory() as before:
        before.agent("me").remember("I moved to Lisbon.", conversation="c")
    export, taken = commands("Back up")
    assert run(*export).code == 0
    home.rename(tmp_path / "lost")
    assert run(*taken).code == 0
    with memory() as after:
        assert [turn.content for turn in after.agent("me").turns()] == ["I moved to Lisbon."]
