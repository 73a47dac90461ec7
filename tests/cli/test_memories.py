import re

import pytest

STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def tea(run):
    """One memory of alice, as JSON."""
    return run("memories", "add", "alice", "Likes green tea", "--kind", "preference", "--json").json


def test_a_memory_is_added_with_all_that_is_said_about_it(run):
    made = run(
        "memories", "add", "alice", "Flies to Porto", "--kind", "commitment", "--subject", "Alice",
        "--confidence", "0.8", "--priority", "low", "--tag", "travel", "--tag", "fun", "--pin",
        "--valid-from", "2026-05-01T00:00:00+00:00", "--valid-until", "2026-06-01T00:00:00+00:00",
        "--key", "trip", "--json",
    ).json  # fmt: skip
    wanted = {
        "content": "Flies to Porto",
        "kind": "commitment",
        "subject": "Alice",
        "confidence": 0.8,
        "priority": "low",
        "tags": ["travel", "fun"],
        "pinned": True,
        "key": "trip",
        "valid_until": "2026-06-01T00:00:00+00:00",
        "quote": None,
        "turn_id": None,
    }
    assert {name: made[name] for name in wanted} == wanted


def test_adding_it_again_reinforces_and_says_so(run, tea):
    again = run("memories", "add", "alice", "Likes green tea", "--kind", "preference")
    assert "Already known; reinforced." in again.out
    assert run("memories", "show", "alice", tea["id"], "--json").json["confidence"] == 0.6


def test_the_list_shows_the_newest_first_and_can_be_narrowed(run, tea):
    run("memories", "add", "alice", "Lives in Lisbon")
    contents = [entry["content"] for entry in run("memories", "list", "alice", "--json").json]
    assert contents == ["Lives in Lisbon", "Likes green tea"]
    for narrowed in (("--kind", "fact"), ("--find", "lisbon"), ("--limit", "1")):
        found = run("memories", "list", "alice", *narrowed, "--json").json
        assert [entry["content"] for entry in found] == ["Lives in Lisbon"]


def test_without_a_verb_memories_are_listed(run, tea):
    assert run("memories", "alice").out == run("memories", "list", "alice").out
    assert run("memories", "--json", "alice").json[0]["id"] == tea["id"]


def test_a_misspelled_verb_is_not_taken_for_an_agent(run, tea):
    ended = run("memories", "lst", "alice")
    assert (ended.code, "'lst' is not a command; did you mean 'list'?" in ended.err) == (2, True)


def test_an_unknown_verb_is_refused_with_the_known_ones(run, tea):
    ended = run("memories", "frob", "alice")
    assert ended.code == 2
    assert "'frob' is not a command of recollect memories; it has list, show, add" in ended.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("list", "alice", "--limit", "x"), "--limit takes a whole number, not 'x'"),
        (("restore", "alice", "3f", "--version", "0"), "--version takes 1 or more, not '0'"),
        (("edit", "alice", "3f", "--clear", "age"), "--clear: 'age' is not one of 'subject'"),
    ],
)
def test_the_value_of_an_option_is_refused_in_our_words(run, words, why):
    ended = run("memories", *words)
    assert (ended.code, why in ended.err) == (2, True)


def test_the_first_characters_of_an_id_will_do(run, tea):
    assert run("memories", "show", "alice", tea["id"][:4], "--json").json["id"] == tea["id"]


def test_characters_that_fit_several_ids_are_refused(run, memory):
    with memory() as opened:
        ids = [opened.agent("alice").memories.add(f"Fact {n}").id for n in range(17)]
    shared = next(first for first in "0123456789abcdef" if [i[0] for i in ids].count(first) > 1)
    ended = run("memories", "show", "alice", shared)
    assert (ended.code, "memories have an id that starts with" in ended.err) == (1, True)


def test_an_edit_changes_what_is_given_and_history_keeps_the_rest(run, tea):
    edited = run("memories", "edit", "alice", tea["id"], "Likes black tea", "--pin", "--json").json
    assert (edited["content"], edited["pinned"], edited["edited"]) == (
        "Likes black tea",
        True,
        True,
    )
    assert edited["kind"] == "preference"
    changed = run("memories", "edit", "alice", tea["id"], "--kind", "fact", "--json").json
    assert (changed["kind"], changed["content"]) == ("fact", "Likes black tea")
    versions = run("memories", "history", "alice", tea["id"], "--json").json
    assert [v["entry"]["content"] for v in versions][:2] == ["Likes green tea", "Likes black tea"]
    assert "Likes black tea" in run("memories", "history", "alice", tea["id"]).out


def test_an_edit_of_nothing_is_refused(run, tea):
    ended = run("memories", "edit", "alice", tea["id"])
    assert (ended.code, "nothing to change" in ended.err) == (1, True)


def test_a_deleted_memory_is_listed_on_request_and_comes_back(run, tea):
    gone = run("memories", "delete", "alice", tea["id"])
    assert f"recollect memories restore alice {tea['id'][:8]}" in gone.out
    assert run("memories", "list", "alice", "--json").json == []
    for status in ("deleted", "all"):
        (found,) = run("memories", "list", "alice", "--status", status, "--json").json
        assert found["status"] == "deleted"
    assert run("memories", "restore", "alice", tea["id"][:8], "--json").json["status"] == "active"


def test_deleting_says_which_words_are_hidden_and_how_to_keep_them(run, memory):
    with memory() as opened:
        opened.agent("maya").remember("I prefer the window seat.")
        opened.sync()
        (entry,) = opened.agent("maya").memories.list()
    gone = run("memories", "delete", "maya", entry.id)
    assert "Contexts also leave out the words" in gone.err
    assert f"delete maya {entry.id[:8]} --keep-words" in " ".join(gone.err.split())
    assert run("memories", "delete", "maya", entry.id, "--keep-words").err == ""
    refused = run("memories", "delete", "maya", entry.id, "--keep-words", "--purge", "--yes")
    assert (refused.code, "erases the words" in refused.err) == (2, True)


def test_an_archived_memory_is_listed_on_request_and_comes_back(run, tea, monkeypatch):
    run("memories", "add", "alice", "Lives in Porto", "--confidence", "0.9")
    monkeypatch.setenv("RECOLLECT_MAX_ENTRIES_PER_AGENT", "1")
    run("memories", "add", "alice", "Plays chess", "--confidence", "0.8")
    run("sync")
    shown = run("memories", "list", "alice", "--status", "archived")
    assert "Likes green tea" in shown.out
    assert "Likes green tea" not in run("memories", "list", "alice").out
    back = run("memories", "restore", "alice", tea["id"][:8], "--json").json
    assert (back["id"], back["status"]) == (tea["id"], "active")


def test_an_earlier_version_comes_back_by_its_number(run, tea):
    run("memories", "edit", "alice", tea["id"], "Likes black tea")
    back = run("memories", "restore", "alice", tea["id"], "--version", "1", "--json").json
    assert back["content"] == "Likes green tea"


def test_what_is_not_there_is_said_and_a_near_name_is_offered(run, tea):
    ended = run("memories", "list", "alicce")
    assert (ended.code, "did you mean 'alice'?" in ended.err) == (1, True)
    assert "'alice' has no memory 'zzz'" in run("memories", "show", "alice", "zzz").err
    assert run("memories", "show", "bob", "zzz", "--json").json["error"]["code"] == "not_found"


def test_a_wrong_value_is_refused_with_what_is_allowed(run):
    ended = run("memories", "add", "alice", "x", "--kind", "rumour")
    assert (ended.code, "it is one of: fact, preference" in ended.err) == (1, True)
    assert run("memories", "add", "alice", "x", "--confidence", "much").code == 2


def test_empty_lists_say_what_to_do_next(run, tea):
    assert "No memories match" in run("memories", "list", "alice", "--kind", "skill").out
    for status, advice in (("archived", "list alice\n"), (None, "list alice --status all\n")):
        chosen = ("--status", status) if status else ("--find", "nothing has this")
        assert run("memories", "list", "alice", *chosen).out.endswith(advice)
    run("memories", "delete", "alice", tea["id"])
    assert "recollect memories add alice" in run("memories", "list", "alice").out


def test_on_a_terminal_lines_fit_and_ids_are_short(run, tea, terminal):
    run("memories", "add", "alice", "A long story " * 40, "--pin")
    terminal(80)
    shown = run("memories", "list", "alice").out
    assert tea["id"][:8] in shown
    assert tea["id"] not in shown
    assert "…" in shown
    assert "pinned" in shown
    assert max(len(STYLE.sub("", line)) for line in shown.splitlines()) <= 80


@pytest.mark.parametrize("width", [80, 120])
def test_on_a_terminal_a_memory_is_a_quotation_with_its_speaker_and_day(
    run, memory, terminal, width
):
    with memory() as opened:
        opened.agent("maya").remember(
            "I prefer the window seat.", speaker="Maya", at="2026-06-08T10:00:00+02:00"
        )
        opened.sync()
    terminal(width)
    shown = STYLE.sub("", run("memories", "list", "maya").out)
    (row,) = shown.splitlines()[1:]
    assert row.endswith("  2026-06-08  Maya: “I prefer the window seat” (preference)")
    (found,) = run("memories", "list", "maya", "--json").json
    assert found["line"] == '8 Jun 2026, Maya: "I prefer the window seat"'
    assert (found["speaker"], found["about"], found["standing"]) == ("Maya", None, False)


def test_a_memory_is_shown_with_its_conversation_day_and_history(run, memory):
    with memory() as opened:
        opened.agent("maya").remember(
            "I prefer the window seat.",
            conversation="trip",
            id="t1",
            speaker="Maya",
            at="2026-06-08T10:00:00+00:00",
        )
        opened.sync()
        (entry,) = opened.agent("maya").memories.list()
    before = run("memories", "show", "maya", entry.id).out
    assert "memory        “I prefer the window seat”\n" in before
    assert "said by       Maya, 2026-06-08\n" in before
    assert "source        turn t1 of conversation trip, 2026-06-08\n" in before
    edited = run("memories", "edit", "maya", entry.id, "Maya prefers the aisle seat.")
    hint = "(1 message). Only the memory was wrong? recollect memories edit maya"
    assert hint in " ".join(edited.err.split())
    after = run("memories", "show", "maya", entry.id).out
    assert "memory        Maya prefers the aisle seat.\n" in after
    assert "quote         “I prefer the window seat”\n" in after
    assert "edited" in after
    assert "“I prefer the window seat”" in after.splitlines()[-2]
    kept = run("memories", "edit", "maya", entry.id, "--keep-words")
    assert (kept.code, kept.err) == (0, "")


def test_in_a_pipe_nothing_is_cut(run, tea):
    story = "A long story " * 40
    run("memories", "add", "alice", story)
    shown = run("memories", "list", "alice").out
    assert story.strip() in shown
    assert tea["id"][:8] in shown
    assert "\x1b" not in shown


def test_what_a_memory_can_do_without_is_taken_away(run):
    made = run(
        *("memories", "add", "alice", "Likes tea", "--subject", "Alice", "--tag", "drinks"),
        *("--valid-from", "2026-05-01", "--valid-until", "2026-05-31"),
        *("--metadata", '{"app": "notes"}', "--json"),
    ).json
    assert made["metadata"] == {"app": "notes"}
    assert made["valid_until"].startswith("2026-05-31T23:59:59")
    edit = ("memories", "edit", "alice", made["id"])
    clear = ("--clear", "subject", "--clear", "tags", "--clear", "metadata", "--clear")
    left = run(*edit, *clear, "valid_until", "--pin", "--priority", "high", "--json").json
    gone = ("subject", "tags", "metadata", "valid_until")
    assert [left[name] for name in gone] == [None, [], {}, None]
    assert (left["pinned"], left["priority"], left["content"]) == (True, "high", "Likes tea")
    assert left["valid_from"].startswith("2026-05-01T00:00:00")
    assert run(*edit, "--subject", "Bob", "--clear", "subject").code == 2


def test_memories_are_listed_as_they_were(run):
    run("memories", "add", "alice", "Likes tea")
    assert len(run("memories", "alice", "--json").json) == 1
    assert run("memories", "alice", "--as-of", "2020-01-01", "--json").json == []
    run("memories", "add", "alice", "Is in Rome", "--valid-until", "2090-01-01")
    of = {
        year: len(run("memories", "alice", "--as-of", f"{year}-06-01", "--json").json)
        for year in (2089, 2090)
    }
    assert of == {2089: 2, 2090: 1}


def test_every_kind_that_the_help_offers_is_accepted(run):
    def offered(verb):
        words = " ".join(run("memories", verb, "--help").out.split())
        return words.split("--kind KIND One of ")[1].split(".")[0].split(", ")

    added, listed = offered("add"), offered("list")
    assert set(added) < set(listed)
    for kind in added:
        assert run("memories", "add", "alice", f"Something {kind}", "--kind", kind).code == 0, kind
    for kind in listed:
        assert run("memories", "list", "alice", "--kind", kind).code == 0, kind


def test_a_correction_names_what_else_says_the_wrong_words(run, memory):
    with memory() as opened:
        berta = opened.agent("berta")
        berta.remember("I live in Aarhus.", conversation="c", id="1")
        berta.remember("Nice to meet you, from Aarhus!", role="assistant", conversation="c", id="2")
        opened.sync()
        home = berta.memories.list(text="Aarhus")[0].id
    edited = run("memories", "edit", "berta", home, "Lives in Odense")
    assert (
        "What was wrong may stand elsewhere too: recollect find aarhus --agent berta\n"
        in edited.err
    )
    assert "elsewhere" not in run("memories", "edit", "berta", home, "Lives in Aalborg").err
