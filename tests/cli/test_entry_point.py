import json

import pytest
import typer
from typer.main import get_command

from recollect import Memory
from recollect.cli.app import app
from recollect.cli.command_table import SUMMARIES, SYNONYMS
from recollect.cli.entry_point import USAGE_ERROR


def leaves(command, path=()):
    for name, child in getattr(command, "commands", {}).items():
        yield from leaves(child, (*path, name))
    if not hasattr(command, "commands"):
        yield path, command


COMMANDS = {path: command for path, command in leaves(get_command(app)) if not command.hidden}


def test_the_commands_are_these():
    assert sorted(" ".join(path) for path in COMMANDS) == [
        "agents",
        "audit",
        "backup",
        "bench",
        "chat",
        "config",
        "context",
        "conversations compress",
        "conversations context",
        "conversations delete",
        "conversations delete-turn",
        "conversations list",
        "conversations rename",
        "conversations rewrite",
        "conversations show",
        "demo",
        "doctor",
        "erase",
        "export",
        "find",
        "graph",
        "health",
        "hooks install",
        "hooks status",
        "hooks uninstall",
        "import",
        "ingest",
        "instructions add",
        "instructions delete",
        "instructions edit",
        "instructions list",
        "instructions move",
        "jobs list",
        "jobs retry",
        "jobs show",
        "keys add",
        "keys list",
        "keys revoke",
        "knowledge list",
        "knowledge put",
        "knowledge show",
        "knowledge use",
        "mcp",
        "memories add",
        "memories delete",
        "memories edit",
        "memories history",
        "memories list",
        "memories restore",
        "memories show",
        "migrate",
        "optimizer",
        "profile",
        "rebuild",
        "redo",
        "remember",
        "restore",
        "review list",
        "review resolve",
        "search",
        "serve",
        "spaces add",
        "spaces list",
        "spaces remove",
        "stats",
        "status",
        "summaries",
        "sync",
        "tier",
        "undo",
        "why-not",
        "worker",
    ]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_each_command_has_a_sentence_an_example_and_json(path, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    command = COMMANDS[path]
    assert f"Try: recollect {' '.join(path)}" in command.help
    options = {name for param in command.params for name in param.opts}
    # A server and a conversation print no data.
    assert ("--json" in options) == (path not in {("serve",), ("mcp",), ("chat",)})
    # Settings, hooks, servers and sizes of models are those of no database, and a bench makes its own.
    without = {"config", "hooks", "tier", "bench", "health"}
    assert ("--database" in options) == (path[0] not in without)
    assert all(param.help for param in command.params)
    shown = run(*path, "--help")
    assert (shown.code, "Usage: recollect" in shown.out) == (0, True)
    assert max(map(len, shown.out.splitlines())) <= 80
    assert not set("╭│") & set(shown.out)
    assert " <" not in shown.out, "types are not shown"


def test_every_command_is_imported_by_its_name():
    group = get_command(app)
    assert [group.commands[name].name for name in group.commands] == [*group.commands]


def test_the_version_is_printed(run):
    assert run("--version").out.startswith("recollect 0.")


def test_no_command_at_all_shows_the_help(run):
    nouns = ("memories", "conversations", "review", "instructions", "knowledge")
    for args in ((), *((noun,) for noun in nouns)):
        ended = run(*args)
        assert ended.code == 2
        assert "Usage: recollect" in ended.out
        assert ended.err == ""


@pytest.mark.parametrize(
    "args",
    [("nonsense",), ("agents", "--nope"), ("memories", "add", "alice"), ("agents", "--limit", "0")],
)
def test_what_is_not_understood_ends_with_2_and_the_usage(run, args):
    ended = run(*args)
    assert (ended.code, ended.out) == (2, "")
    assert "error: " in ended.err
    assert "Usage: recollect" in ended.err
    as_json = run(*args, "--json")
    assert (as_json.code, as_json.json["error"]["code"], as_json.err) == (2, "usage", "")


def test_a_refusal_ends_with_1_its_message_and_its_code(run):
    ended = run("memories", "list", "nobody")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("error: there is no agent 'nobody'")
    assert ended.err.rstrip().endswith("(not_found)")
    error = run("memories", "list", "nobody", "--json").json["error"]
    assert (error["code"], error["field"]) == ("not_found", "agent")


UNKNOWN_AGENT = """
agents alicia · search alicia tea · search alice tea --space alicia · context alicia tea
why-not alicia 3f tea · spaces list alicia · spaces add alicia alice · spaces add alice alicia
spaces remove alicia alice · conversations list alicia · conversations show alicia c1
conversations rename alicia c1 Title · conversations context alicia c1
conversations rewrite alicia c1 Why? · conversations compress alicia c1 --older-than 3
conversations delete alicia c1 --yes · conversations delete-turn alicia c1 1 --yes
memories list alicia · memories show alicia 3f · memories edit alicia 3f Tea
memories delete alicia 3f --yes · memories restore alicia 3f · memories history alicia 3f
review list alicia · review resolve alicia 3f --keep this · undo alicia --conversation c1 --yes
redo alicia · instructions list alicia · instructions edit alicia 3f Tea
instructions delete alicia 3f · instructions move alicia 3f 1 · profile alicia · summaries alicia
graph alicia · knowledge list alicia · knowledge show alicia domain x
knowledge use alicia domain x · export out.jsonl --agent alicia · erase alicia --yes
sync alicia · rebuild alicia · jobs list --agent alicia · optimizer --agent alicia
"""


def test_an_unknown_agent_is_an_error_everywhere_with_a_similar_name(
    run, memory, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with memory() as opened:
        opened.agent("alice").remember("Hello", conversation="c1")
    for line in UNKNOWN_AGENT.strip().replace("\n", " · ").split(" · "):
        ended = run(*line.split())
        assert (ended.code, ended.out) == (1, ""), line
        assert "there is no agent 'alicia'; did you mean 'alice'?" in ended.err, line
    assert [found["id"] for found in run("agents", "--json").json] == ["alice"]
    assert not (tmp_path / "out.jsonl").exists()


@pytest.fixture
def broken(monkeypatch):
    def fault(*args, **kwargs):
        raise KeyError("somebody's private words")

    monkeypatch.setattr(Memory, "agents", fault)


def test_a_fault_of_ours_ends_with_70_says_where_and_nothing_of_what(run, broken):
    ended = run("agents")
    assert (ended.code, ended.out) == (70, "")
    assert "KeyError at test_entry_point.py:" in ended.err
    assert "private" not in ended.err
    assert run("agents", "--json").json["error"]["code"] == "fault"


def test_the_trace_is_shown_on_request(run, broken, monkeypatch):
    monkeypatch.setenv("RECOLLECT_DEBUG", "1")
    assert "Traceback" in run("agents").err


@pytest.mark.parametrize("stop", [KeyboardInterrupt, typer.Abort])
def test_an_interruption_is_quiet(run, monkeypatch, stop):
    def stopped(*args, **kwargs):
        raise stop

    monkeypatch.setattr(Memory, "agents", stopped)
    ended = run("agents")
    assert ended.code == (130 if stop is KeyboardInterrupt else 1)
    assert (ended.out, ended.err.strip()) == ("", "")


def test_json_is_all_there_is_on_stdout(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("Hello", conversation="c1")
    for args in (
        ("agents",),
        ("conversations", "alice"),
        ("memories", "alice"),
        ("sync",),
        ("config",),
    ):
        json.loads(run(*args, "--json").out)


def test_a_word_that_others_use_for_a_command_gets_a_hint(run):
    for word, meant in SYNONYMS.items():
        ended = run(word, "me")
        assert (ended.code, f"Did you mean '{meant}'?" in ended.err) == (USAGE_ERROR, True)
        assert word not in SUMMARIES
        assert meant.split()[0] in SUMMARIES


def test_a_time_that_is_none_is_refused_with_an_example(run):
    ended = run("search", "me", "tea", "--after", "yesterday")
    assert (ended.code, "give a date, 2026-05-01" in ended.err) == (1, True)
