"""The hosts' own configuration: what is added, what stays, and what is refused."""

import json
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from recollect.cli import main
from recollect.cli.doctor.hooks import hooks
from recollect.hooks.files import log_run
from recollect.hooks.hosts import HOSTS, config_path
from recollect.hooks.options import Options, load_options
from recollect.settings import load

# Formatted as no program would write it, so that any rewriting shows.
OTHERS = """{
    "model": "opus",   "permissions": {"allow": ["Bash(ls:*)",
        "Read"]},
    "hooks": {
        "Stop": [ {"hooks": [{"type": "command", "command": "say done ü"}]} ],
        "PreToolUse": []
    }
}

"""
CURSORS = '{"version": 1, "hooks": {"stop": [{"command": "say done"}]}}'


@pytest.fixture
def run():
    def run(*args):
        with CliRunner().isolation() as (out, err, _):
            code = main(["hooks", *args])
            return code, out.getvalue().decode(), err.getvalue().decode()

    return run


def written(host, text):
    path = config_path(HOSTS[host], None)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("host", HOSTS)
def test_without_a_file_one_is_made_and_taken_away_again(host, run):
    path = config_path(HOSTS[host], None)
    assert run("install", host)[0] == 0
    content = json.loads(path.read_text())
    assert content["hooks"].keys() == HOSTS[host].events.keys()
    assert content.get("version") == (1 if host == "cursor" else None)
    assert run("uninstall", host)[0] == 0
    assert [*path.parent.iterdir()] == []


@pytest.mark.parametrize(
    ("host", "text"),
    [
        ("claude-code", OTHERS),
        ("claude-code", OTHERS.replace("\n", "\r\n")),
        ("claude-code", "{}"),
        ("claude-code", '{"a": 1}'),
        ("codex", '\n{ "hooks" : { "Stop" : [ ] , "SessionStart":[{"hooks":[]}] } }'),
        ("cursor", CURSORS),
    ],
)
def test_everything_else_stays_and_comes_back_byte_for_byte(host, text, run):
    path = written(host, text)
    assert run("install", host)[0] == 0
    changed = path.read_bytes()
    others, both = json.loads(text), json.loads(changed)
    assert {key: both[key] for key in others if key != "hooks"} == {
        key: value for key, value in others.items() if key != "hooks"
    }
    for event, entries in others.get("hooks", {}).items():
        assert both["hooks"][event][: len(entries)] == entries
    assert "Already installed" in run("install", host)[1]
    assert path.read_bytes() == changed
    assert run("uninstall", host)[0] == 0
    if 'Stop" : [ ]' in text:  # an empty list that was there goes with what was added to it
        assert json.loads(path.read_bytes()) == {"hooks": {"SessionStart": [{"hooks": []}]}}
    else:
        assert path.read_bytes() == text.encode()
    assert "no hooks of Recollect" in run("uninstall", host)[1]
    assert path.with_name(f"{path.name}.before-recollect").read_bytes() == text.encode()


def test_installing_again_replaces_what_was_installed(run):
    path = written("claude-code", OTHERS)
    run("install", "claude-code")
    assert run("install", "claude-code", "--agent", "my team", "--memory", "read-only")[0] == 0
    lines = [
        handler["command"]
        for entries in json.loads(path.read_text())["hooks"].values()
        for entry in entries
        for handler in entry["hooks"]
    ]
    assert len(lines) == 5
    ours = [shlex.split(line) for line in lines if "recollect" in line]
    assert all("my team" in words and "read-only" in words for words in ours)
    assert run("uninstall", "claude-code")[0] == 0
    assert path.read_text() == OTHERS


def test_a_command_that_someone_added_beside_ours_stays(run):
    path = config_path(HOSTS["codex"], None)
    run("install", "codex")
    content = json.loads(path.read_text())
    content["hooks"]["Stop"][0]["hooks"].append({"type": "command", "command": "say done"})
    path.write_text(json.dumps(content))
    run("uninstall", "codex")
    said = [{"hooks": [{"type": "command", "command": "say done"}]}]
    assert json.loads(path.read_text()) == {"hooks": {"Stop": said}}


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"hooks": []}', '{"hooks": {"Stop": {}}}', "// note\n{}", '{"a": 1,}']
    + ['{"hooks": {"Stop": []}, "hooks": {}}'],
)
def test_a_file_that_cannot_be_understood_is_refused_and_stays(text, run):
    path = written("claude-code", text)
    for verb in ("install", "uninstall"):
        code, out, err = run(verb, "claude-code")
        assert (code, out) == (1, "")
        assert "nothing was changed" in " ".join(err.split())
    assert path.read_text() == text
    assert [*path.parent.iterdir()] == [path]
    assert json.loads(run("status", "--json")[1])["hooks"][0]["problem"] != ""


def test_a_dry_run_shows_the_change_and_makes_none(run):
    path = written("cursor", CURSORS)
    code, out, _ = run("install", "cursor", "--dry-run")
    assert code == 0
    lines = out.splitlines()
    assert lines[:2] == [f"--- {path}", f"+++ {path}"]
    assert [line for line in lines[2:] if line.startswith("-")] == [f"-{CURSORS}"]
    assert "hooks run cursor beforeSubmitPrompt" in out
    assert path.read_text() == CURSORS
    assert run("uninstall", "cursor", "--dry-run")[1] == "Nothing would change.\n"


def test_a_project_has_hooks_of_its_own(run):
    assert run("install", "claude-code", "--project", "--agent", "app")[0] == 0
    assert Path(".claude/settings.local.json").exists()
    assert not config_path(HOSTS["claude-code"], None).exists()
    rows = json.loads(run("status", "--json")[1])["hooks"]
    found = {(row["host"], row["scope"]) for row in rows if row["installed"]}
    assert found == {("claude-code", "project")}
    assert run("install", "codex", "--project", "--user")[0] == 2


def test_a_link_to_dotfiles_stays_a_link(run, tmp_path):
    real = tmp_path / "dotfiles.json"
    real.write_text(OTHERS)
    real.chmod(0o640)
    path = config_path(HOSTS["claude-code"], None)
    path.parent.mkdir(parents=True)
    path.symlink_to(real)
    assert run("install", "claude-code")[0] == 0
    assert path.is_symlink()
    assert "recollect" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_place_that_cannot_be_written_is_an_error_in_a_sentence(run):
    config_path(HOSTS["codex"], None).parent.parent.mkdir()
    config_path(HOSTS["codex"], None).parent.write_text("a file")
    code, _, err = run("install", "codex")
    assert code == 1
    assert "cannot be" in err


def test_a_user_without_a_known_home_is_an_error_in_a_sentence(run, monkeypatch):
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    for command in (("install", "codex"), ("status",)):
        code, _, err = run(*command)
        assert code == 1
        assert "no known home directory" in err


def test_a_command_that_is_gone_is_a_problem(run):
    path = config_path(HOSTS["codex"], None)
    run("install", "codex")
    assert json.loads(run("status", "--json")[1])["hooks"][1]["problem"] == ""
    content = json.loads(path.read_text())
    script = shlex.split(content["hooks"]["Stop"][0]["hooks"][0]["command"])[0]
    path.write_text(path.read_text().replace(script, "/gone/recollect"))
    assert "/gone/recollect is gone" in run("status")[1]


def test_the_doctor_tells_of_hooks_and_their_errors(run):
    assert hooks().found == "not installed (recollect hooks install)"
    run("install", "codex")
    log_run({"at": "2020-01-01T00:00:00Z", "outcome": "failed", "error": "long ago"})
    assert (hooks().state, hooks().found) == ("ok", "installed in Codex")
    log_run({"at": "2999-01-01T00:00:00Z", "outcome": "failed", "error": "no such file"})
    assert (hooks().state, hooks().found) == (
        "warn",
        "installed in Codex; 1 error since yesterday, the last one: no such file",
    )
    config_path(HOSTS["cursor"], None).parent.mkdir(parents=True)
    config_path(HOSTS["cursor"], None).write_text("{")
    assert "is not valid JSON" in hooks().found


def test_hooks_and_settings_have_the_same_defaults(monkeypatch, home):
    monkeypatch.delenv("RECOLLECT_HOOKS_HELPER_MINUTES")
    settings = load()
    named = {name: getattr(settings, f"hooks_{name}") for name in Options._fields}
    assert load_options()._asdict() == named
    home.mkdir()
    (home / "config.json").write_text('{"hooks_tokens": 500, "hooks_memory": "off"}')
    monkeypatch.setenv("RECOLLECT_HOOKS_TIMEOUT_SECONDS", "2.5")
    assert load_options()[:3] == ("off", 2.5, 500)
    (home / "config.json").write_text("[")
    monkeypatch.setenv("RECOLLECT_HOOKS_TIMEOUT_SECONDS", "soon")
    assert load_options()._asdict() == named
