import json
import time

from recollect.cli.entry_point import FAILED


def test_what_is_said_is_kept_and_found_at_once(run):
    ended = run("remember", "alice", "I moved to Lisbon.", "--conversation", "c1", "--id", "7")
    later = "To learn from it, run: recollect sync, or start the server: recollect serve"
    stored = "Stored as turn 7 in conversation 'c1' of alice."
    assert (ended.code, ended.out) == (0, f"{stored} {later}\n")
    assert run("search", "alice", "Lisbon", "--json").json[0]["turn"]["id"] == "7"


def test_without_background_work_nobody_is_told_that_the_server_learns(run, monkeypatch):
    monkeypatch.setenv("RECOLLECT_BACKGROUND_WORK", "false")
    stored = run("remember", "alice", "I moved to Lisbon.").out
    assert stored.endswith(
        "To learn from it, run: recollect sync, or keep recollect worker running.\n"
    )


def test_everything_a_turn_can_have_can_be_said(run):
    turn = run(
        *("remember", "alice", "-", "--role", "assistant", "--speaker", "Bot", "--json"),
        *("--at", "2026-05-01", "--metadata", '{"app": "notes"}'),
        answer="Noted.",
    ).json
    assert (turn["content"], turn["role"], turn["speaker"]) == ("Noted.", "assistant", "Bot")
    assert turn["at"].startswith("2026-05-01T00:00:00")
    assert turn["metadata"] == {"app": "notes"}
    assert (
        run("remember", "alice", "A page", "--origin", "pasted", "--json").json["origin"]
        == "pasted"
    )


def test_the_same_again_changes_nothing_and_something_else_is_refused(run):
    for _ in range(2):
        assert run("remember", "alice", "Hello", "--id", "1").code == 0
    assert run("agents", "alice", "--json").json["turns"] == 1
    clash = run("remember", "alice", "Goodbye", "--id", "1", "--json")
    assert (clash.code, clash.json["error"]["code"]) == (FAILED, "conflict")


def test_it_can_wait_until_it_has_been_learned_from(run):
    run("remember", "alice", "I live in Lisbon.", "--wait")
    assert "Lisbon" in json.dumps(run("memories", "alice", "--json").json)


def test_metadata_that_is_no_object_is_refused(run):
    for wrong in ("{", "[1]", "7"):
        ended = run("remember", "alice", "Hello", "--metadata", wrong, "--json")
        assert (ended.code, ended.json["error"]["field"]) == (FAILED, "metadata")
    assert "app" in run("remember", "alice", "Hello", "--metadata", "{").err


def test_who_looks_for_what_is_still_to_be_learned_is_told_how_to_have_it_done(run):
    assert run("remember", "bob", "I live in Porto.").code == 0
    ended = run("memories", "list", "bob")
    assert "To learn now, run: recollect sync" in ended.out + ended.err
    assert run("sync").code == 0
    assert "Porto" in run("memories", "list", "bob").out


def test_tomorrow_is_that_of_the_day_where_one_is(run, monkeypatch):
    said = ("remember", "alice", "I have a dentist appointment tomorrow at 9.", "--wait", "--at")
    run(*said, "2026-03-02T23:30:00-08:00")
    assert "3 March 2026" in run("memories", "alice", "--json").out
    # A time without a zone is of this machine's.
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    run("remember", "bob", *said[2:], "2026-03-04T23:30:00")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    assert "5 March 2026" in run("memories", "bob", "--json").out


def test_a_turn_without_a_time_is_of_the_zone_in_the_settings(run):
    assert run("config", "timezone", "Asia/Tokyo").code == 0
    assert run("remember", "alice", "Hello", "--json").json["utc_offset"] == 9 * 3600
    refused = run("config", "timezone", "Tokio")
    assert refused.code == FAILED
    assert "such as Europe/Berlin" in refused.err


def test_every_list_has_the_day_of_the_zone_in_the_settings(run):
    """Where it is the evening of the day before, all say so: lists, searches and contexts."""
    assert run("config", "timezone", "America/New_York").code == 0
    said = "I live in Porto with my sister Rosa."
    run("remember", "alice", said, "--wait", "--at", "2026-03-18T01:30:00Z", "--conversation", "c")
    (memory, *_) = run("memories", "list", "alice", "--json").json
    for command in (
        ("memories", "list", "alice"),
        ("memories", "show", "alice", memory["id"]),
        ("search", "alice", "Where does she live?"),
        ("conversations", "list", "alice"),
        ("conversations", "show", "alice", "c"),
        ("context", "alice", "Where do I live?"),
        ("status",),
    ):
        shown = run(*command).out
        assert "2026-03-17" in shown or "17 Mar 2026" in shown, command
        assert "2026-03-18" not in shown, command
        assert "18 Mar 2026" not in shown, command


def test_a_time_without_a_zone_is_of_the_zone_in_the_settings(run):
    run("config", "timezone", "Asia/Tokyo")
    run("remember", "alice", "Hello", "--at", "2026-05-01T08:00")
    (turn,) = run("conversations", "show", "alice", "default", "--json").json["turns"]
    assert turn["at"] == "2026-04-30T23:00:00+00:00"
    assert "2026-05-01 08:00" in run("conversations", "show", "alice", "default").out
