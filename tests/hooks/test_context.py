"""What hooks tell a model, and that they never stand in its way."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from hook_calls import EVENTS, call
from recollect import Memory
from recollect.cli import main
from recollect.hooks.files import logged_runs
from recollect.hooks.told import new_text


@pytest.fixture
def known(home):
    with Memory.open(background=False) as memory:
        agent = memory.agent("default")
        agent.ingest("c0", [{"user": "My sister Marta is allergic to peanuts."}])
        agent.overrides.add("Answer in British English.")


def text_of(host, answer):
    said = json.loads(answer)
    if host == "cursor":
        return said["additional_context"]
    return said["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("host", EVENTS)
def test_a_session_begins_with_instructions_and_a_prompt_gets_what_it_is_about(host, known, hook):
    start, prompt, _ = EVENTS[host]
    began = text_of(host, hook(host, start, call(host, start)))
    assert "Answer in British English." in began
    assert began.startswith("<recollect_memory_")
    asked = hook(host, prompt, call(host, prompt, prompt="What is Marta allergic to?"))
    told = text_of(host, asked)
    assert "peanuts" in told
    assert "British" not in told


def test_answers_have_the_form_that_hosts_expect(known, hook):
    said = json.loads(hook("codex", "SessionStart", call("codex", "SessionStart")))
    assert said.keys() == {"hookSpecificOutput"}
    assert said["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    prompt = call("cursor", "beforeSubmitPrompt", prompt="What is Marta allergic to?")
    assert json.loads(hook("cursor", "beforeSubmitPrompt", prompt))["continue"] is True


def test_a_model_is_told_each_thing_once_in_a_session(known, hook):
    prompt = call("codex", "UserPromptSubmit", prompt="What is Marta allergic to?")
    assert "peanuts" in hook("codex", "UserPromptSubmit", prompt)
    assert hook("codex", "UserPromptSubmit", prompt) == ""
    assert "British" in hook("codex", "SessionStart", call("codex", "SessionStart"))
    again = call("codex", "SessionStart", source="resume")
    assert hook("codex", "SessionStart", again) == ""
    compacted = call("codex", "SessionStart", source="compact")
    assert "British" in hook("codex", "SessionStart", compacted)
    assert "peanuts" in hook("codex", "UserPromptSubmit", prompt)


def test_a_day_of_which_everything_was_told_is_not_named():
    told: set[str] = set()
    days = ("Sat 14 Nov 2026", "- Ann: I ski", "Thu 12 Nov 2026", "- Ann: I swim", "  often")
    block = {"section": "excerpts", "text": "\n".join(("### Relevant", *days))}
    assert new_text([block], told, is_start=False) == block["text"]
    more = ("Sat 14 Nov 2026", "- Ann: I run")
    longer = {**block, "text": "\n".join((block["text"], *more))}
    assert new_text([longer], told, is_start=False).splitlines() == ["### Relevant", *more]
    assert new_text([longer], told, is_start=False) == ""


def test_what_the_session_itself_said_is_not_repeated(transcript, record, hook):
    path = transcript("claude-code")
    record("claude-code", path)
    question = "What is my sister called?"
    same = call("claude-code", "UserPromptSubmit", path, prompt=question)
    assert "Marta" not in hook("claude-code", "UserPromptSubmit", same)
    other = call("claude-code", "UserPromptSubmit", prompt=question, session_id="s2")
    assert "Marta" in hook("claude-code", "UserPromptSubmit", other)


def test_nothing_known_is_nothing_said(hook):
    for host, (start, prompt, _) in EVENTS.items():
        assert hook(host, start, call(host, start)) == ""
        assert hook(host, prompt, call(host, prompt, prompt="Why is the sky blue?")) == ""
        assert hook(host, prompt, call(host, prompt, prompt="  ")) == ""


@pytest.mark.parametrize("mode", ["off", "write-only", "nonsense"])
def test_a_project_can_be_left_out(mode, known, hook, monkeypatch):
    start = call("codex", "SessionStart")
    assert hook("codex", "SessionStart", start, "--memory", mode) == ""
    with monkeypatch.context() as patch:
        patch.setenv("RECOLLECT_HOOKS_MEMORY", mode)
        assert hook("codex", "SessionStart", start) == ""
    (Path.cwd().parent / ".recollect-hooks").write_text(mode)
    assert hook("codex", "SessionStart", start) == ""
    assert [run["outcome"] for run in logged_runs()] == ["off"] * 3


@pytest.mark.parametrize("stdin", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000])
def test_what_is_not_a_call_is_an_error_in_the_log(stdin, hook):
    for host, (start, prompt, stop) in EVENTS.items():
        for event in (start, prompt, stop):
            assert hook(host, event, stdin) == ""
    assert {run["error"] for run in logged_runs()} == {"what the host sent is not a JSON object"}
    assert len(logged_runs()) == 9


def test_odd_calls_and_command_lines_fail_nobody(hook):
    odd = json.dumps({"prompt": 3, "cwd": [], "workspace_roots": {}, "transcript_path": 1}).encode()
    for host, events in EVENTS.items():
        for event in events:
            assert hook(host, event, odd) == ""
    for words in (("emacs", "start"), ("codex", "SessionEnd"), ("codex", "Stop", "more")):
        assert hook(*words[:2], b"{}", *words[2:]) == ""
    assert logged_runs()[-1]["error"] == "there is no hook 'codex Stop more'"


def test_a_damaged_database_and_a_home_that_is_a_file_fail_nobody(home, hook, capsys):
    start = call("codex", "SessionStart")
    home.mkdir()
    (home / "memory.sqlite").write_text("no database" * 1_000)
    assert hook("codex", "SessionStart", start) == ""
    assert "not a" in logged_runs()[-1]["error"]
    home.rename(home.with_name("moved"))
    home.write_text("a file")
    assert hook("codex", "SessionStart", start) == ""
    assert logged_runs() == []
    main(["hooks", "run", "codex", "no such event"])
    assert "there is no hook 'codex no such event'" in capsys.readouterr().err


@pytest.mark.parametrize("environment", ["without HOME", "with an empty HOME"])
def test_without_a_home_in_the_environment_it_is_what_the_password_database_says(
    environment, tmp_path, hook, monkeypatch
):
    monkeypatch.delenv("RECOLLECT_HOME")
    monkeypatch.setenv("HOME", "")
    if environment == "without HOME":
        monkeypatch.delenv("HOME")
    user = SimpleNamespace(pw_dir=str(tmp_path / "listed"))
    monkeypatch.setattr("pwd.getpwuid", lambda _: user)
    assert hook("codex", "SessionStart", call("codex", "SessionStart")) == ""
    assert (tmp_path / "listed" / ".recollect" / "memory.sqlite").exists()
    assert [run["outcome"] for run in logged_runs()] == ["nothing"]


def test_a_hook_says_on_stderr_that_no_home_is_known(monkeypatch, capsys):
    monkeypatch.delenv("RECOLLECT_HOME")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)  # a user of no name
    for event in EVENTS["codex"]:
        assert main(["hooks", "run", "codex", event]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("no known home directory: set HOME, or RECOLLECT_HOME") == 3


def test_the_log_keeps_its_end_and_a_damaged_line_hides_no_other(home, hook):
    log = home / "hooks" / "runs.jsonl"
    log.parent.mkdir(parents=True)
    log.write_bytes(b'{"ms": 1}\n' * 30_000 + b"\xff\n")
    hook("codex", "SessionStart", b"")
    assert log.stat().st_size < 150_000
    assert logged_runs()[-1]["outcome"] == "failed"
