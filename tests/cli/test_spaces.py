"""Spaces on the command line: choosing them, and seeing which line is whose."""

import pytest

from recollect import Memory

QUESTION = "On which days do we deploy to production?"


@pytest.fixture(autouse=True)
def _told():
    with Memory.open(background=False) as memory:
        memory.agent("alice").remember("My bike is parked behind the station.")
        memory.agent("team").remember("We deploy to production on Tuesdays.", id="deploy")


def test_spaces_are_added_listed_and_removed(run):
    assert "No spaces yet" in run("spaces", "list", "alice").out
    assert "now read team too" in run("spaces", "add", "alice", "team").out
    assert run("spaces", "list", "alice", "--json").json == ["team"]
    assert "(from team)" in run("search", "alice", QUESTION).out
    assert "no longer reads team" in run("spaces", "remove", "alice", "team").out
    assert "(from team)" not in run("search", "alice", QUESTION).out
    for space in ("nobody", "alice"):
        assert run("spaces", "add", "alice", space).code == 1
    assert run("spaces", "remove", "alice", "team").code == 1


def test_a_space_is_named_for_one_question(run):
    shown = run("context", "alice", QUESTION, "--space", "team", "--receipt")
    assert "(from team) " in shown.out
    assert "  (from team) We deploy" in shown.out
    assert " · turn deploy\n" in shown.out
    assert run("search", "alice", QUESTION, "--space", "team", "--json").json[0]["space"] == "team"
    why = run("why-not", "alice", "deploy", QUESTION, "--space", "team", "--json").json
    assert (why["included"], why["space"]) == (True, "team")
    assert run("why-not", "alice", "deploy", QUESTION).code == 1
