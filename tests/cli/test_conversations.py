import pytest


@pytest.fixture
def talk(memory):
    """Two conversations of alice."""
    with memory() as opened:
        alice = opened.agent("alice")
        turns = [
            {"role": "user", "content": "Hello", "at": "2026-05-01T10:00:00+00:00", "id": "t1"},
            {
                "role": "assistant",
                "content": "Hi\nthere",
                "at": "2026-05-01T10:01:00+00:00",
                "id": "t2",
            },
        ]
        alice.ingest("c1", turns)
        alice.conversations.rename("c1", "A beginning")
        alice.ingest(
            "c2", [{"content": "Later", "speaker": "Al", "at": "2026-06-01T10:00:00+00:00"}]
        )


def test_conversations_are_listed_newest_first(run, talk):
    found = run("conversations", "list", "alice", "--json").json
    assert [(item["id"], item["title"], item["turns"]) for item in found] == [
        ("c2", None, 1),
        ("c1", "A beginning", 2),
    ]
    assert run("conversations", "list", "alice", "--limit", "1", "--json").json == found[:1]
    assert "2026-05-01 10:00" in run("conversations", "list", "alice").out


def test_one_is_shown_with_its_turns(run, talk):
    found = run("conversations", "show", "alice", "c1", "--json").json
    assert [turn["content"] for turn in found["turns"]] == ["Hello", "Hi\nthere"]
    shown = run("conversations", "show", "alice", "c1").out
    assert "A beginning\nc1 · 2 turns · 2026-05-01 10:00 to 2026-05-01 10:01\n" in shown
    assert "assistant  t2  2026-05-01 10:01\n  Hi\n  there\n" in shown


def test_the_last_turns_alone_can_be_shown(run, talk):
    (turn,) = run("conversations", "show", "alice", "c1", "--last", "1", "--json").json["turns"]
    assert turn["id"] == "t2"


def test_without_a_verb_they_are_listed_or_one_is_shown(run, talk):
    assert run("conversations", "alice").out == run("conversations", "list", "alice").out
    assert (
        run("conversations", "alice", "c1").out == run("conversations", "show", "alice", "c1").out
    )
    assert run("conversations", "alice", "--json", "--limit", "1").json[0]["id"] == "c2"


def test_a_conversation_gets_a_title(run, talk):
    assert (
        run("conversations", "rename", "alice", "c2", "Later on", "--json").json["title"]
        == "Later on"
    )
    assert "Renamed c1 to Begun." in run("conversations", "rename", "alice", "c1", "Begun").out


@pytest.mark.parametrize("answer", ["n\n", "\n", "", "perhaps\n"])
def test_deleting_asks_and_anything_but_yes_changes_nothing(run, talk, answer):
    ended = run("conversations", "delete", "alice", "c1", answer=answer)
    assert (ended.code, "nothing was changed" in ended.err) == (1, True)
    assert "no way back" in ended.err
    assert run("conversations", "show", "alice", "c1").code == 0


def test_deleting_after_a_yes_or_without_asking(run, talk):
    assert "Erased c1: 2 turns." in run("conversations", "delete", "alice", "c1", answer="y\n").out
    gone = run("conversations", "delete", "alice", "c2", "--yes", "--json")
    assert gone.json["deleted"]["id"] == "c2"
    assert "Try: recollect ingest FILE --agent alice" in run("conversations", "alice").out


def test_what_is_not_there_is_said(run, talk):
    assert "there is no conversation 'c9'" in run("conversations", "show", "alice", "c9").err
    assert "did you mean 'alice'" in run("conversations", "show", "alic", "c1").err
    assert "there is no agent 'zoe'" in run("conversations", "delete", "zoe", "c1", "-y").err
