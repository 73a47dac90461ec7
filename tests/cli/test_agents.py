from pathlib import Path


def test_an_empty_memory_says_how_to_begin(run):
    ended = run("agents")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "No agents yet. Try: recollect ingest FILE --agent me\n"
    assert run("agents", "--json").json == []


def test_agents_are_listed_with_what_is_kept_for_each(run, memory):
    with memory() as opened:
        opened.agent("bob").remember("Hello")
        opened.agent("alice").memories.add("Likes tea")
    found = run("agents", "--json").json
    counts = [(a["id"], a["conversations"], a["turns"], a["entries"]) for a in found]
    assert counts == [("alice", 0, 0, 1), ("bob", 1, 1, 0)]
    heading, alice, bob = run("agents").out.splitlines()
    assert heading.split() == ["AGENT", "CONVERSATIONS", "TURNS", "MEMORIES", "SINCE"]
    assert alice.split()[:4] == ["alice", "0", "0", "1"]
    assert bob.split()[:4] == ["bob", "1", "1", "0"]
    assert [a["id"] for a in run("agents", "--limit", "1", "--json").json] == ["alice"]


def test_the_database_is_named_before_the_command_or_behind_it(run, tmp_path):
    path = tmp_path / "other.sqlite"
    assert run("memories", "add", "alice", "x", "--database", path).code == 0
    for args in (("--database", path, "agents"), ("agents", "--database", path)):
        assert [a["id"] for a in run(*args, "--json").json] == ["alice"]
    assert run("agents", "--json").json == []


def test_looking_does_not_make_a_database_that_was_named(run, tmp_path):
    path = tmp_path / "typo.sqlite"
    ended = run("--database", path, "agents")
    assert (ended.code, "there is no database at" in ended.err) == (1, True)
    assert not path.exists()


def test_a_file_that_is_no_database_is_refused_and_left(run, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("my notes " * 100)
    assert run("--database", path, "agents", "--json").json["error"]["code"] == "not_a_database"
    assert path.read_text() == "my notes " * 100


def test_erasing_asks_for_the_name(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("Hello")
    for answer in ("alicia\n", "y\n", "\n", ""):
        ended = run("erase", "alice", answer=answer)
        assert (ended.code, "nothing was changed" in ended.err) == (1, True)
        assert "This erases 1 conversation, 1 turn, 0 memories of alice." in ended.err
    assert len(run("agents", "--json").json) == 1
    printed = run("erase", "alice", answer="alice\n").out
    assert printed.startswith(
        "Erased alice: 1 conversation, 1 turn, 0 memories. No trace of it is left in the file.\n"
    )
    assert "gone   rows of every table" in printed
    assert "pending" not in printed
    assert run("agents", "--json").json == []


def test_erasing_without_a_question(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("Hello")
    assert run("erase", "alice", "--yes", "--json").json["erased"]["turns"] == 1
    assert "there is no agent 'alice'" in run("erase", "alice", "--yes").err


def test_a_name_that_nobody_can_type_is_confirmed_as_it_is_shown(run, memory):
    with memory() as opened:
        opened.agent("\x1b[31mred").remember("Hello")
    ended = run("erase", "\x1b[31mred", answer="␛[31mred\n")
    assert (ended.code, "\x1b" in ended.err) == (0, False)


def test_one_agent_alone_and_a_name_that_is_nearly_right(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("Hello")
        opened.agent("bob").remember("Hello")
    assert run("agents", "bob", "--json").json["id"] == "bob"
    assert "alice" not in run("agents", "bob").out
    assert "did you mean 'alice'?" in run("agents", "alcie").err
    assert "did you mean 'alice'?" in run("export", "out.jsonl", "--agent", "alcie").err


def test_erasing_says_that_the_copies_of_all_agents_go_with_it(run, memory, tmp_path):
    with memory() as opened:
        for name in ("alice", "bob"):
            opened.agent(name).remember("hi")
    run("backup", tmp_path / "copy")
    (copy,) = [run("restore", tmp_path / "copy", "--yes", "--json").json["replaced"]]
    asked = run("erase", "alice", answer="no\n").err.replace("\n", "")
    assert "copies of all agents from before upgrades and restores" in asked
    assert (copy.replace("\n", "") in asked, Path(copy).exists()) == (True, True)
    done = run("erase", "alice", "--yes").out
    assert "Deleted with it: the copies of all agents" in done
    assert (copy in done, Path(copy).exists()) == (True, False)
    assert "copies of all agents" not in run("erase", "bob", "--yes").out


def test_the_copies_that_an_erasure_deletes_are_named_for_programs(run, memory, tmp_path):
    with memory() as opened:
        opened.agent("alice").remember("hi")
    run("backup", tmp_path / "copy")
    replaced = run("restore", tmp_path / "copy", "--yes", "--json").json["replaced"]
    assert run("erase", "alice", "--yes", "--json").json["copies"] == [replaced]


def test_words_to_verify_without_an_option_of_their_own_say_how_to_give_several(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("hi")
    ended = run("erase", "alice", "--yes", "--verify", "Leopold", "Huber")
    assert ended.code == 2
    assert "for several values repeat the option: --verify A --verify B" in ended.err
    assert [each["id"] for each in run("agents", "--json").json] == ["alice"]
    assert "repeat the option" not in run("agents", "alice", "bob").err
