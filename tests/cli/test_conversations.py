import json

import pytest

from recollect.memory.conversation import Strategy


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
    assert "2026-05-01 10:01" in run("conversations", "list", "alice").out


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
    assert "This cannot be undone." in ended.err
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


def test_the_list_says_when_each_was_last_spoken_in(run, talk):
    shown = run("conversations", "list", "alice").out.splitlines()
    row = next(line for line in shown if line.startswith("c1"))
    assert row.split()[1:] == ["2", "2026-05-01", "10:01", "A", "beginning"]
    assert run("conversations", "list", "alice", "--json").json[0]["retention"] == "durable"


# --- what a model would read


def test_the_window_of_a_conversation_is_printed(run, talk):
    ended = run("conversations", "context", "alice", "c1")
    assert ended.out == "User: Hello\n\nAssistant: Hi\nthere\n"
    assert ended.err.strip() == "8 of 2,000 tokens: 2 messages, 0 shortened, 0 left out."


def test_strategy_tokens_and_framing_are_chosen(run, talk):
    given = ("conversations", "context", "alice", "c1")
    last = run(*given, "--strategy", "last-n", "--tokens", "6", "--json").json
    assert [message["content"] for message in last["messages"]] == ["Hi\nthere"]
    assert last["metrics"]["left_out"] == 1
    assert last["tokens"] <= last["metrics"]["total_tokens"] == 6
    silent = run(*given, "--framing", "silent").out
    assert silent.startswith("## Background Context (INTERNAL USE ONLY)\nUser: Hello")


def test_the_help_names_every_strategy(run):
    told = run("conversations", "context", "--help").out
    assert [name for name in Strategy if name not in told] == []


def test_a_budgeted_window_has_a_budget_of_its_own(run, talk):
    window = run("conversations", "context", "alice", "c1", "-s", "budgeted", "--json").json
    assert window["metrics"]["total_tokens"] == 190_000


def test_the_named_models_size_decides_how_much_is_shown(run, memory):
    with memory() as opened:
        opened.agent("alice").ingest("long", [{"content": f"m{n}"} for n in range(40)])
    given = ("conversations", "context", "alice", "long", "-s", "last-n", "--json", "-m")
    counts = [len(run(*given, name).json["messages"]) for name in ("llama3.2:1b", "gpt-5")]
    assert counts == [6, 30]


def test_a_follow_up_is_made_to_stand_alone_and_it_is_said_by_whom(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("I'm thinking of getting a Brompton.", conversation="c1")
    given = ("conversations", "rewrite", "alice", "c1")
    ended = run(*given, "can i take it on a plane?")
    assert ended.out == "can i take the Brompton on a plane?\n"
    assert ended.err.startswith("By rules: ")
    assert "no model is configured" in ended.err
    made = run(*given, "can i take it on a plane?", "--json").json
    assert (made["by"], made["follow_up"]) == ("heuristic", True)
    untouched = run(*given, "What is the capital of Peru?")
    assert untouched.out == "What is the capital of Peru?\n"
    assert untouched.err.startswith("Unchanged: ")


@pytest.mark.parametrize(
    ("args", "field"),
    [
        (("context", "alice", "c9"), "conversation"),
        (("context", "zoe", "c1"), "agent"),
        (("context", "alice", "c1", "--strategy", "newest"), "strategy"),
        (("rewrite", "alice", "c9", "Why?"), "conversation"),
        (("rewrite", "alice", "c1", ""), "question"),
    ],
)
def test_what_cannot_be_read_is_named(run, talk, args, field):
    ended = run("conversations", *args, "--json")
    assert (ended.code, ended.json["error"]["field"]) == (1, field)


def test_older_messages_give_way_to_a_summary(run, tmp_path):
    turns = tmp_path / "turns.jsonl"
    lines = [{"role": "user", "content": f"message {n}", "id": str(n)} for n in range(4)]
    turns.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run("ingest", str(turns), "--agent", "bob", "--conversation", "c")
    given = ("conversations", "compress", "bob", "c", "--older-than", "2")
    made = run(*given, "--summary", "They began.", "--json").json
    assert (made["role"], made["content"]) == ("system", "[CONTEXT SUMMARY]\nThey began.")
    assert "They began." in run(*given).out
    shown = run("conversations", "context", "bob", "c", "--strategy", "last-n").out
    assert "They began." in shown
    assert "message 1" not in shown
    nothing = run("conversations", "compress", "bob", "c", "--older-than", "nowhere")
    assert nothing.code == 1


def test_a_title_is_given_and_taken_away(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("Hello", conversation="c1")
    rename = ("conversations", "rename", "alice", "c1")
    assert run(*rename, "Moving", "--json").json["title"] == "Moving"
    assert "c1 no longer has a title." in run(*rename, "--none").out
    assert run("conversations", "show", "alice", "c1", "--json").json["title"] is None
    assert run(*rename).code == run(*rename, "Moving", "--none").code == 2


def test_a_purge_names_what_else_was_learned_from_the_same_turn(run, memory):
    with memory() as opened:
        opened.agent("alice").remember("I'm allergic to penicillin. I live in Lisbon.", id="t1")
    assert run("sync").code == 0
    listed = run("memories", "list", "alice", "--json").json
    (home,) = (entry for entry in listed if "Lisbon" in entry["content"])
    (allergy,) = (entry for entry in listed if "penicillin" in entry["content"])
    purge = ("memories", "delete", "alice", home["id"], "--purge")
    asked = run(*purge, answer="n\n")
    assert asked.code != 0
    named = f"1 other memory learned from that turn:\n  {allergy['id'][:8]}  "
    assert f"This also erases {named}" in asked.err
    assert len(run("memories", "list", "alice", "--json").json) == 2
    done = run(*purge, "--yes")
    assert f"Also erased {named}" in done.err
    assert run("memories", "list", "alice", "--json").json == []


def test_one_turn_is_erased_and_one_memory_purged(run, memory):
    with memory() as opened:
        alice = opened.agent("alice")
        for name, words in (("t1", "I live in Lisbon."), ("t2", "I work at Acme.")):
            alice.remember(words, conversation="c1", id=name)
    assert run("sync", "alice").code == 0
    assert run("sync", "alicia").code != 0
    asked = run("conversations", "delete-turn", "alice", "c1", "t1", answer="n\n")
    assert "Erase the turn t1 of c1 and 1 memory learned from it?" in asked.out + asked.err
    assert "user: I live in Lisbon.\n" in asked.err
    assert asked.code != 0
    assert run("conversations", "show", "alice", "c", "--json").json["id"] == "c1"
    assert "2 turns have an id" in run("conversations", "delete-turn", "alice", "c", "t", "-y").err
    done = run("conversations", "delete-turn", "alice", "c", "t1", "--yes")
    assert done.out == "Erased the turn t1 of c1 and 1 memory learned from it.\n"
    (work,) = run("memories", "list", "alice", "--turn", "t2", "--json").json
    done = run("memories", "delete", "alice", work["id"], "--purge", "--yes")
    assert done.out == f"Erased {work['id'][:8]} and 1 turn it was learned from.\n"
    assert run("memories", "list", "alice", "--status", "all", "--json").json == []
    rule = run("instructions", "add", "alice", "Be brief.", "--json").json["id"]
    assert run("instructions", "delete", "alice", rule, "--purge", answer="n\n").code != 0
    done = run("instructions", "delete", "alice", rule, "--purge", "--yes")
    assert done.out == f"Erased {rule[:8]}: Be brief.\n"
    assert run("conversations", "show", "alice", "c1", "--json").json["turns"] == []


def test_a_conversation_has_the_day_of_whoever_spoke(run):
    said = ("remember", "alice", "Hello", "--conversation", "c", "--at")
    run(*said, "2026-10-02T08:00:00+13:00")
    assert "2026-10-02 08:00" in run("conversations", "list", "alice").out
    assert run("conversations", "show", "alice", "c").out.count("2026-10-02 08:00") == 2
