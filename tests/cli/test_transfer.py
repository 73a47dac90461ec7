import json

import pytest


@pytest.fixture
def two(memory):
    with memory() as opened:
        for name in ("alice", "bob"):
            opened.agent(name).remember("Hello", conversation="c1")
            opened.agent(name).memories.add("Likes tea")


def test_everything_goes_out_and_comes_back_elsewhere(run, two, tmp_path):
    file, other = tmp_path / "all.jsonl", tmp_path / "other.sqlite"
    done = run("export", file)
    assert f"Wrote 2 agents, 2 conversations, 2 turns, 2 memories to {file}." in done.out
    back = run("import", file, "--database", other)
    assert (back.code, "Read 2 agents, 2 conversations" in back.out) == (0, True)
    assert "New: 2 turns, 2 memories.\n" in back.out
    before, after = run("agents", "--json").json, run("agents", "--database", other, "--json").json
    assert [(a["id"], a["turns"], a["entries"]) for a in after] == [
        (a["id"], a["turns"], a["entries"]) for a in before
    ]


def test_an_import_says_what_was_here_already(run, two, memory, tmp_path):
    run("export", tmp_path / "all.jsonl")
    again = run("import", tmp_path / "all.jsonl")
    assert "Nothing new: all of it already exists and was not changed." in again.out
    with memory() as opened:
        opened.agent("bob").erase()
    back = run("import", tmp_path / "all.jsonl")
    assert "New: 1 turn, 1 memory. The rest already exists and was not changed." in back.out


def test_one_agent_alone_goes_out(run, two, tmp_path):
    done = run("export", tmp_path / "one.jsonl", "--agent", "bob", "--json").json
    assert (done["agents"], done["turns"]) == (1, 1)
    assert "there is no agent 'zoe'" in run("export", tmp_path / "no.jsonl", "--agent", "zoe").err
    assert not (tmp_path / "no.jsonl").exists()


def test_one_agent_goes_out_as_a_page_to_read(run, two, tmp_path):
    file = tmp_path / "bob.html"
    assert run("export", file, "--agent", "bob").code == 0
    assert "What is stored for bob" in file.read_text()
    assert "Likes tea" in run("export", "-", "--agent", "bob", "--html").out
    ended = run("export", tmp_path / "all.html")
    assert (ended.code, "add --agent AGENT" in ended.err) == (1, True)


def test_a_file_is_replaced_only_by_force(run, two, tmp_path):
    file = tmp_path / "all.jsonl"
    file.write_text("precious")
    ended = run("export", file, "--json")
    assert (ended.code, ended.json["error"]["code"]) == (1, "conflict")
    assert file.read_text() == "precious"
    assert run("export", file, "--force").code == 0


def test_an_export_never_replaces_the_database_itself(run, two, home):
    for name in ("memory.sqlite", "memory.sqlite-wal"):
        ended = run("export", home / name, "--force")
        assert (ended.code, "is the database itself" in ended.err) == (1, True)
    assert len(run("agents", "--json").json) == 2


def test_a_dry_run_of_an_export_says_what_is_new_and_stores_nothing(run, two, tmp_path):
    run("export", tmp_path / "all.jsonl")
    args = ("import", tmp_path / "all.jsonl", "--database", tmp_path / "other.sqlite")
    for _ in range(2):
        done = run(*args, "--dry-run")
        assert "New: 2 turns, 2 memories." in done.out
        assert "dry run: nothing was stored" in done.out
    run(*args)
    assert "Nothing new" in run(*args, "--dry-run").out


def test_a_file_that_cannot_be_imported_is_refused_by_its_name_and_line(run, write):
    ended = run("import", write("all.jsonl", lines=[{"recollect": "export", "format": 1}, {}]))
    assert (ended.code, "all.jsonl, line 2: a line holds one of" in ended.err) == (1, True)
    ended = run("import", write("chat.jsonl", lines=[{"content": "x"}]))
    assert (ended.code, "add --agent NAME" in ended.err) == (2, True)
    assert run("import", "/nowhere/x").code == 1


def test_an_import_can_leave_the_embedding_for_later(run, two, tmp_path):
    run("export", tmp_path / "all.jsonl")
    args = ("import", tmp_path / "all.jsonl", "--database", tmp_path / "o.sqlite", "--json")
    assert run(*args, "--no-wait").json["sync"] is None
    assert run(*args).json["turns"] == 2


@pytest.mark.slow
def test_on_a_terminal_long_work_shows_how_far_it_is(run, memory, terminal, tmp_path, write):
    with memory() as opened:
        turns = [{"content": f"Hello {number}"} for number in range(300)]
        opened.agent("alice").ingest("c1", turns)
    file = tmp_path / "out.jsonl"
    assert run("export", file).err == "", "nobody looks"
    terminal(80)
    assert "Writing" in run("export", file, "--force").err
    assert "Reading" in run("import", file, "--database", tmp_path / "other.sqlite").err
    lines = write("turns.jsonl", lines=[{"role": "user", "content": "I live in Lisbon."}])
    shown = run("ingest", lines, "--agent", "bob").err
    assert "Storing" in shown
    assert "Embedding and learning" in shown


def test_imported_conversations_are_learned_from_once(run, memory, tmp_path):
    with memory() as opened:
        opened.agent("alice").remember("I prefer tea.", conversation="c1")
    file, other = tmp_path / "all.jsonl", tmp_path / "other.sqlite"
    run("export", file)
    for _ in range(2):
        assert run("import", file, "--database", other).code == 0
        listed = run("memories", "list", "alice", "--database", other, "--json").json
        assert [each["content"] for each in listed] == ["I prefer tea"]


def test_a_dash_is_stdout_and_stdin(run, two):
    written = run("export", "-", "--agent", "alice")
    assert written.err.startswith("Wrote 1 agent, ")
    assert json.loads(written.out.splitlines()[0])["recollect"] == "export"
    assert run("export", "-", "--json").code != 0
    assert run("erase", "alice", "--yes").code == 0
    assert run("import", "-", "--no-wait", answer=written.out).code == 0
    assert run("agents", "alice").code == 0
    named = run("import", "-", "--agent", "me", answer=written.out)
    assert (named.code, "omit --agent" in named.err) == (1, True)
    line = json.dumps({"role": "user", "content": "Hello", "conversation": "piped"})
    assert run("ingest", "-", "--agent", "carol", "--no-wait", answer=line).code == 0
    assert run("conversations", "carol", "piped", "--json").json["turns"][0]["content"] == "Hello"


def test_a_dry_run_names_agents_with_a_few_texts_and_warns_of_a_cut_export(run, write):
    facts = [{"id": str(n), "memory": f"Fact {n}", "user_id": "ann"} for n in range(20)]
    file = write("mem0.json", json.dumps({"results": [*facts, {"id": "a5", "memory": "Sings"}]}))
    ended = run("import", file, "--dry-run")
    assert ended.code == 2
    said = " ".join(ended.err.replace("│", " ").split())
    assert "1 of 21 memories names no agent (the first is 'a5'): add --default-agent NAME" in said
    shown = run("import", file, "--default-agent", "bob", "--dry-run").out
    assert (
        "  ann: 20 memories new\n    Fact 0\n    Fact 1\n    Fact 2\n  bob: 1 memory new" in shown
    )
    assert "Warning: ann has exactly 20 memories" in shown
    assert run("import", file, "--default-agent", "bob", "--no-wait").code == 0
    assert "Sings (imported)" in run("memories", "list", "bob").out
