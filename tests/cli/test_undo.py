"""Undo and redo on the command line: a preview, a question, and the way back."""

import pytest

from recollect import Memory


@pytest.fixture(autouse=True)
def _told():
    with Memory.open(background=False) as memory:
        alice = memory.agent("alice")
        alice.remember("I am allergic to penicillin.", conversation="good")
        memory.sync()
        alice.remember("I am no longer allergic to penicillin.", conversation="bad", id="t")
        memory.sync()


def listed(run):
    return [entry["content"] for entry in run("memories", "list", "alice", "--json").json]


def test_a_preview_changes_nothing(run):
    shown = run("undo", "alice", "--conversation", "bad", "--dry-run")
    assert shown.code == 0
    goes, back = shown.out.split("Memories that hold again: 1\n")
    assert goes.splitlines()[-2:][0] == "Memories that are set aside: 1"
    assert back.endswith("User is allergic to penicillin.\n")
    assert listed(run) == ["I am no longer allergic to penicillin"]


def test_undo_asks_and_redo_brings_back(run):
    refused = run("undo", "alice", "--conversation", "bad", answer="n\n")
    assert (refused.code, listed(run)) == (1, ["I am no longer allergic to penicillin"])
    assert "Nothing was undone" in run("redo", "alice").out
    undone = run("undo", "alice", "--conversation", "bad", "--turn", "t", answer="y\n")
    assert undone.code == 0
    assert "recollect redo alice " in undone.out
    assert "That turn stays stored: searches and contexts still show the words." in undone.out
    assert "To erase: recollect conversations delete-turn alice bad t\n" in undone.out
    assert "no longer allergic" in run("context", "alice", "Am I allergic to penicillin?").out
    assert listed(run) == ["User is allergic to penicillin."]
    (one,) = run("redo", "alice", "--json").json
    assert one["by"] == "command line"
    assert "conversation bad, turn t" in run("redo", "alice").out
    assert run("redo", "alice", one["id"][:8], answer="y\n").code == 0
    assert listed(run) == ["I am no longer allergic to penicillin"]
    assert run("redo", "alice", one["id"], "--yes").code == 1


def test_bad_requests_are_refused(run):
    assert run("undo", "alice", "--yes").code == 1
    assert run("undo", "nobody", "--conversation", "c", "--yes").code == 1
    assert run("undo", "alice", "--conversation", "c", "--yes").code == 1
    assert run("redo", "alice", "nothing").code == 1
    assert run("undo", "alice", "--since", "2020-01-01", "--yes", "--json").json["turns"] == 2
