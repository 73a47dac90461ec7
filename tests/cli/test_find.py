"""`recollect find`: where some words are, how to erase them, and that they are nowhere."""

import pytest

from recollect.cli.database import same_command


def test_it_names_every_place_and_the_commands_until_nothing_is_left(run, memory, tmp_path):
    with memory() as opened:
        opened.agent("alice").remember("Leopold has Crohn disease.", conversation="it's", id="1")
        opened.agent("bob").memories.add("Knows Leopold")
    found = run("find", "leopold")
    assert "Found 2 places in 2 of 2 agents" in found.err
    commands = [line.strip() for line in found.err.splitlines() if "recollect " in line]
    assert """recollect conversations delete-turn alice 'it'"'"'s' 1""" in commands
    assert len(run("find", "leopold", "--agent", "bob", "--json").json["found"]) == 1
    none = run("find", "leopold", "--agent", "carol")
    assert (none.code, "Nothing is stored for 'carol'" in none.out) == (0, True)
    run("backup", tmp_path / "copy")
    run("restore", tmp_path / "copy", "--yes")
    run("erase", "bob", "--yes")
    run("backup", tmp_path / "copy", "--force")
    run("restore", tmp_path / "copy", "--yes")
    run("conversations", "delete", "alice", "it's", "--yes")
    run("sync")
    nothing = run("find", "Leopold")
    assert 'Nothing is stored with "Leopold": every table of 1 agent' in nothing.out
    assert "But it is in the file" in nothing.err
    assert ".before-restore-" in nothing.err
    run("erase", "alice", "--yes")
    gone = run("find", "Leopold")
    assert "Nor are they in the bytes of" in gone.err.replace("\n", " ")
    assert run("find", "Leopold", "--json").json["files"] == []
    assert run("find", "L").code == 1


def test_it_shows_the_text_as_it_is_stored_and_counts_the_agents_that_have_it(run, memory):
    with memory() as opened:
        opened.agent("alice").memories.add(f"{'Straße ' * 20}und Größe XL, sagt Strauß")
        opened.agent("bob").memories.add("Likes tea")
    found = run("find", "GRÖSSE")
    assert "in 1 of 2 agents" in found.err
    texts = {each["text"] for each in run("find", "GRÖSSE", "--json").json["found"]}
    assert any("Größe XL, sagt Strauß" in text for text in texts)
    assert all("…" in text and "strasse" not in text for text in texts)


def test_a_number_is_found_however_its_digits_are_grouped(run, memory):
    with memory() as opened:
        opened.agent("alice").memories.add("Call (0221) 5589-4417, room 12 34")
    for number in ("022155894417", "0221 55 89 44 17", "+0221/55894417"):
        assert "Found 1 place" in run("find", number).err
    assert "Nothing is stored" in run("find", "1234").out


def test_a_purge_names_the_replies_that_repeat_it_before_it_asks(run, memory):
    with memory() as opened:
        nurse = opened.agent("nurse")
        nurse.remember("Leopold has Crohn disease.", conversation="c", id="1")
        nurse.remember("Poor Leopold! Crohn.", role="assistant", conversation="c", id="2")
        opened.sync()
        nurse.remember("Bruno has asthma.", conversation="d", id="1")
        nurse.remember("Poor Bruno! Asthma.", role="assistant", conversation="d", id="2")
        opened.sync()
        known, other = (nurse.memories.list(text=word)[0].id for word in ("Crohn", "asthma"))
    asked = run("memories", "delete", "nurse", known, "--purge", answer="n\n")
    assert "This also erases 1 reply that repeats it (--keep-replies keeps them):" in asked.err
    assert "Poor Leopold! Crohn." in asked.err
    done = run("memories", "delete", "nurse", other, "--purge", "--yes")
    assert "Also erased 1 reply that repeats it:\n" in done.err
    done = run("memories", "delete", "nurse", known, "--purge", "--yes", "--json").json
    assert [turn["id"] for turn in done["replies_erased"]] == ["2"]
    assert run("find", "Leopold", "--json").json["found"] == []


def test_of_one_agent_it_says_that_the_bytes_of_the_files_were_not_read(run, memory):
    with memory() as opened:
        opened.agent("alice").memories.add("Likes tea")
        opened.agent("bob").memories.add("Knows Leopold")
    nothing = run("find", "Leopold", "--agent", "alice")
    assert "every table of 1 agent" in nothing.out
    said = nothing.err.replace("\n", " ")
    assert "The bytes of the files were not read: they are of all agents." in said
    assert "To read them, if no agent has the words: recollect find Leopold" in said
    assert "were not read" not in run("find", "Aurelio").err


def test_the_commands_are_about_the_database_that_was_searched(run, memory, tmp_path):
    with memory() as opened:
        opened.agent("alice").memories.add("Knows Leopold")
        opened.agent("alice").remember("Forget everything about Leopold.")
        opened.sync()
    copy = tmp_path / "a copy.sqlite"
    run("backup", copy)
    for shown in (
        run("find", "Leopold", "--database", copy),
        run("review", "list", "--database", copy),
    ):
        commands = [line for line in shown.err.splitlines() if "alice" in line]
        assert commands
        for command in commands:
            assert f"recollect --database '{copy}' " in command


@pytest.mark.parametrize(
    ("database", "command"),
    [
        (None, "recollect"),
        ("m.sqlite", "recollect --database m.sqlite"),
        ("postgresql://ann:s3cret@db/d", "recollect --database postgresql://ann@db/d"),
        (
            "postgresql://ann:p@ss@db:1/d?password=s3cret&sslmode=require",
            "recollect --database 'postgresql://ann@db:1/d?sslmode=require'",
        ),
        (
            "postgresql:///d?user=ann&password=s3cret",
            "recollect --database 'postgresql:///d?user=ann&'",
        ),
    ],
)
def test_a_command_that_is_shown_has_no_password(database, command):
    assert same_command(database) == command


@pytest.mark.parametrize("words", [("find", "Leopold"), ("review", "list"), ("restore", "--yes")])
def test_a_terminal_never_breaks_a_command_that_is_shown(run, memory, tmp_path, terminal, words):
    trial = tmp_path / "a-name-so-long-that-no-command-fits-in-a-line" / "trial.sqlite"
    trial.parent.mkdir()
    run("config", "audit_log", "on")
    with memory() as opened:
        alice = opened.agent("alice")
        alice.remember("Leopold lives in Aarhus.", conversation="c", id="a" * 32)
        alice.remember("Forget everything about Leopold.")
        opened.sync()
    for copy in (tmp_path / "copy", trial):
        run("backup", copy)
    run("erase", "alice", "--yes")
    run("restore", tmp_path / "copy", "--yes")
    run("backup", trial, "--force")
    run("conversations", "delete-turn", "alice", "c", "a" * 32, "--yes", "--database", trial)
    given = (words[0], tmp_path / "copy", *words[1:]) if words[0] == "restore" else words
    in_a_pipe = run(*given, "--database", trial)
    terminal(80)
    shown = run(*given, "--database", trial)
    commands = [
        line[line.index("recollect --d") :]
        for line in in_a_pipe.err.splitlines()
        if "recollect --d" in line
    ]
    assert commands
    assert all(command in shown.err for command in commands)


def test_a_turn_that_is_erased_names_the_replies_that_repeat_it_and_how_to_erase_them(run, memory):
    with memory() as opened:
        berta = opened.agent("berta")
        berta.remember("My phone number is +45 5550 7741.", conversation="b1", id="3")
        berta.remember("Noted: +45 5550 7741.", role="assistant", conversation="b1", id="4")
        berta.remember("Shall I go on?", role="assistant", conversation="b1", id="5")
    erased = run("conversations", "delete-turn", "berta", "b1", "3", "--yes")
    assert "Not erased: 1 reply that repeats it:\n  4  Noted: +45 5550 7741.\n" in erased.err
    (command,) = (line for line in erased.err.splitlines() if "recollect " in line)
    assert command.endswith("  recollect conversations delete-turn berta b1 4")
    assert "backups and exports that you made" in erased.err
    again = run(*command.split("recollect ")[1].split(), "--yes")
    assert "repeat" not in again.err
    assert run("find", "7741", "--json").json["found"] == []
