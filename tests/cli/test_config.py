import json
import re

from recollect.settings import PROFILES


def test_every_setting_is_listed_with_value_origin_range_and_sentence(run, monkeypatch):
    monkeypatch.setenv("RECOLLECT_PORT", "9000")
    settings = {item["name"]: item for item in run("config", "--json").json}
    port = settings["port"]
    assert (port["value"], port["source"], port["allowed"]) == (9000, "RECOLLECT_PORT", "0 – 65535")
    assert port["sentence"]
    line = next(x for x in run("config").out.splitlines() if x.startswith("port "))
    assert line.split()[:3] == ["port", "9000", "RECOLLECT_PORT"]


def test_on_a_terminal_settings_stand_in_groups_and_fit(run, terminal):
    terminal(80)
    shown = run("config").out
    assert "Server" in shown
    assert max(len(line) for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()) <= 80


def test_one_setting_is_found_by_any_of_its_names(run):
    for name in ("recall_top_k", "recall-top-k", "recallTopK", "RECOLLECT_RECALL_TOP_K"):
        assert run("config", name, "--json").json["name"] == "recall_top_k"
    shown = run("config", "port").out
    assert "RECOLLECT_PORT" in shown
    assert "Port the server listens on" in shown


def test_another_name_is_shown_only_where_there_is_one(run):
    assert "other name" not in run("config", "enabled").out


def test_a_setting_that_does_not_exist_is_refused_with_the_closest(run):
    ended = run("config", "prot")
    assert (ended.code, "did you mean 'port'?" in ended.err) == (1, True)


def test_other_forms_of_the_command_are_answered_with_the_right_one(run):
    for words in (("set", "port", "9000"), ("port=9000",), ("set", "port=9000")):
        ended = run("config", *words)
        assert (ended.code, ended.err.count("recollect config port 9000")) == (1, 1)
    assert "recollect config port\n" in run("config", "get", "port").err.replace("  (invalid", "\n")
    ended = run("config", "allowed_hosts", "a.example", "b.example")
    assert "recollect config allowed_hosts 'a.example b.example'" in ended.err
    assert run("config", "port", "--json").json["source"] == "default"


def test_a_new_value_that_is_refused_is_not_said_to_be_in_the_file(run):
    ended = run("config", "port", "abc")
    why = 'port = "abc" is not allowed: it takes a whole number from 0 to 65535'
    assert (ended.code, why in ended.err) == (1, True)


def test_a_profile_is_written_shown_and_removed(run, monkeypatch):
    monkeypatch.delenv("RECOLLECT_EMBEDDING_BACKEND")
    run("config", "index_cache_mb", "64")
    shown = {
        item["name"]: item["value"] for item in run("config", "--profile", "pi", "--json").json
    }
    assert shown == PROFILES["pi"]
    assert "background_work" in run("config", "--profile", "pi").out
    assert run("config", "background_work", "--json").json["source"] == "config.json"
    run("config", "--profile", "pi", "--reset")
    assert [item["name"] for item in run("config", "--changed", "--json").json] == ["home"]


def test_an_unknown_profile_or_one_beside_a_setting_changes_nothing(run):
    for words in (("--profile", "moon"), ("port", "9000", "--profile", "pi")):
        assert run("config", *words).code == 1
    assert run("config", "port", "--json").json["source"] == "default"


def test_only_what_was_changed(run, monkeypatch):
    changed = [item["name"] for item in run("config", "--changed", "--json").json]
    assert changed == ["home", "embedding_backend"]
    monkeypatch.setenv("RECOLLECT_API", "x")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_API_KEY", "sk-very-secret")
    assert "sk-very-secret" not in run("config").out + run("config", "--json").out


def test_wrong_settings_are_named(run, monkeypatch):
    monkeypatch.setenv("RECOLLECT_PORT", "99999")
    ended = run("config")
    assert (ended.code, "port = 99999" in ended.err) == (1, True)
    assert run("agents", "--json").json["error"]["code"] == "invalid_setting"


def test_a_setting_is_changed_in_the_file_and_taken_back(run, home):
    assert "9000" in run("config", "port", "9000").out
    assert run("config", "port", "--json").json["value"] == 9000
    assert run("config", "allowed-hosts", "a.example, b.example", "--json").json["value"] == [
        "a.example",
        "b.example",
    ]
    assert run("config", "port", "--reset", "--json").json["source"] == "default"
    assert json.loads((home / "config.json").read_text()) == {
        "allowed_hosts": ["a.example", "b.example"]
    }


def test_a_value_that_is_not_allowed_is_not_written(run, home, monkeypatch):
    assert "from 0 to 65535" in run("config", "port", "many").err
    assert "did you mean 'port'" in run("config", "prot", "1").err
    monkeypatch.setenv("RECOLLECT_PORT", "9000")
    assert "overrides config.json" in run("config", "port", "9001").err
    assert not (home / "config.json").exists()


def test_a_change_that_a_running_server_does_not_notice_says_so(run):
    told = "A server or worker that is running uses it after a restart."
    assert told in run("config", "port", "9000").err
    assert told in run("config", "port", "--reset").err
    assert told not in run("config", "port").err
    assert told not in run("config", "enabled", "false").err
    assert told not in run("config", "audit_log", "on").err
