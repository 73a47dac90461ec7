from pathlib import Path

import pytest
from pydantic import ValidationError

from recollect.errors import InvalidSetting
from recollect.settings import Settings, load, unknown_variables


def test_defaults_when_nothing_is_given(home):
    settings = load()
    assert settings.summary_debounce_seconds == 60
    assert settings.home == home
    assert settings.database_path == home / "memory.sqlite"
    assert settings.config_path == home / "config.json"


def test_argument_then_environment_then_config_then_default(config, monkeypatch):
    config(port=1001, recall_top_k=11, mmr_lambda=0.1)
    monkeypatch.setenv("RECOLLECT_PORT", "1002")
    monkeypatch.setenv("RECOLLECT_RECALL_TOP_K", "12")
    settings = load(port=1003)
    assert (settings.port, settings.source_of("port")) == (1003, "argument")
    assert (settings.recall_top_k, settings.source_of("recall_top_k")) == (
        12,
        "RECOLLECT_RECALL_TOP_K",
    )
    assert (settings.mmr_lambda, settings.source_of("mmr_lambda")) == (0.1, "config.json")
    assert (settings.graph_budget_tokens, settings.source_of("graph_budget_tokens")) == (
        300,
        "default",
    )


@pytest.mark.parametrize("empty", ["", "   "])
def test_an_empty_variable_means_unset(config, monkeypatch, empty):
    config(port=1001)
    monkeypatch.setenv("RECOLLECT_PORT", empty)
    monkeypatch.setenv("RECOLLECT_EMBEDDING_API_KEY", empty)
    assert load().port == 1001
    assert load().embedding_api_key is None


def test_none_and_null_mean_unset(config, monkeypatch):
    config(port=1001, recall_top_k=None)
    assert load(port=None).port == 1001
    assert load().recall_top_k == 30


@pytest.mark.parametrize(
    ("variable", "name", "text", "value"),
    [
        ("ENABLE_MEMORY", "enable_memory", "no", False),
        ("MEMORY_MAX_TURNS", "memory_max_turns", "9", 9),
        ("MEMORY_TTL_MIN", "memory_ttl_min", "0", 0),
        ("MEMORY_MAX_CONVERSATIONS", "memory_max_conversations", "2", 2),
    ],
)
def test_the_seeds_own_variables_come_after_ours(monkeypatch, variable, name, text, value):
    monkeypatch.setenv(variable, text)
    settings = load()
    assert (getattr(settings, name), settings.source_of(name)) == (value, variable)
    monkeypatch.setenv(f"RECOLLECT_{variable}", "1")
    assert getattr(load(), name) == 1
    assert load().source_of(name) == f"RECOLLECT_{variable}"
    monkeypatch.setenv(f"RECOLLECT_{variable}", "")
    assert load().source_of(name) == variable


def test_a_seeds_variable_comes_before_the_config(config, monkeypatch):
    config(memory_max_turns=3)
    monkeypatch.setenv("MEMORY_MAX_TURNS", "9")
    assert load().memory_max_turns == 9


@pytest.mark.parametrize("word", ["1", "true", "yes", "y", "on", "TRUE", "Yes", "oN", " on "])
def test_words_that_switch_on(monkeypatch, word):
    monkeypatch.setenv("RECOLLECT_ENABLED", word)
    assert load().enabled is True


@pytest.mark.parametrize("word", ["0", "false", "no", "n", "off", "FALSE", "No", "oFF"])
def test_words_that_switch_off(monkeypatch, word):
    monkeypatch.setenv("RECOLLECT_ENABLED", word)
    assert load().enabled is False


def test_numbers_words_and_lists_are_read_from_the_environment(monkeypatch):
    monkeypatch.setenv("RECOLLECT_MEMORY_MAX_TURNS", " 8 ")
    monkeypatch.setenv("RECOLLECT_MMR_LAMBDA", "0.7")
    monkeypatch.setenv("RECOLLECT_MMR_FETCH_MULTIPLIER", "2")
    monkeypatch.setenv("RECOLLECT_LOG_LEVEL", "DEBUG")
    monkeypatch.setenv("RECOLLECT_ALLOWED_HOSTS", "Memory.example, pi.local ,,pi.local")
    settings = load()
    assert settings.memory_max_turns == 8
    assert settings.mmr_lambda == 0.7
    assert settings.mmr_fetch_multiplier == 2.0
    assert settings.log_level == "debug"
    assert settings.allowed_hosts == ("memory.example", "pi.local")


def test_the_home_decides_which_config_is_read(tmp_path, config, monkeypatch):
    config(port=1001)
    other = tmp_path / "other"
    other.mkdir()
    (other / "config.json").write_text('{"port": 2002}')
    assert load(home=other).port == 2002
    assert load(home=str(other)).home == other
    monkeypatch.setenv("RECOLLECT_HOME", str(other))
    assert load().port == 2002


def test_the_home_is_below_the_users_own_by_default(tmp_path, monkeypatch):
    monkeypatch.delenv("RECOLLECT_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load().home == tmp_path / ".recollect"
    assert load().source_of("home") == "default"
    assert list(tmp_path.iterdir()) == [], "loading makes nothing"


def test_a_relative_home_stays_where_it_was_meant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert load(home="mine").home == tmp_path / "mine"
    assert load(home=Path("mine")).home == tmp_path / "mine"


def test_an_overridden_value_is_not_looked_at(config, monkeypatch):
    config(port="far too high")
    assert load(port=1003).port == 1003


def test_settings_cannot_be_changed():
    settings = load()
    with pytest.raises(ValidationError):
        settings.port = 1  # type: ignore[misc]


def test_settings_can_be_made_without_looking_around(config, monkeypatch):
    config(port=1001)
    monkeypatch.setenv("RECOLLECT_RECALL_TOP_K", "12")
    settings = Settings(mmr_lambda=0.5)
    assert (settings.port, settings.recall_top_k) == (8377, 30)
    assert settings.source_of("mmr_lambda") == "argument"
    assert settings.source_of("port") == "default"


def test_a_variable_may_name_the_file_of_a_secret(config, monkeypatch, tmp_path):
    config(embedding_api_key="from-config")
    secret = tmp_path / "key"
    secret.write_text("from-file\n")
    monkeypatch.setenv("RECOLLECT_EMBEDDING_API_KEY_FILE", str(secret))
    monkeypatch.setenv("RECOLLECT_PORT_FILE", str(secret))
    settings = load()
    assert settings.embedding_api_key.get_secret_value() == "from-file"
    assert settings.source_of("embedding_api_key") == "RECOLLECT_EMBEDDING_API_KEY_FILE"
    assert unknown_variables() == ("RECOLLECT_PORT_FILE",)
    monkeypatch.setenv("RECOLLECT_EMBEDDING_API_KEY", "itself")
    assert load().embedding_api_key.get_secret_value() == "itself"


@pytest.mark.parametrize(
    ("content", "why"),
    [(None, "No such file"), (b"\xff", "not text in UTF-8"), (b"", "a key of printable ASCII")],
)
def test_a_file_without_a_secret_is_refused(monkeypatch, tmp_path, content, why):
    secret = tmp_path / "key"
    if content is not None:
        secret.write_bytes(content)
    monkeypatch.setenv("RECOLLECT_EMBEDDING_API_KEY_FILE", str(secret))
    with pytest.raises(InvalidSetting, match=why) as caught:
        load()
    assert "RECOLLECT_EMBEDDING_API_KEY_FILE" in caught.value.message


def test_unknown_variables_are_listed_and_no_error(monkeypatch):
    monkeypatch.setenv("RECOLLECT_PROT", "8377")
    monkeypatch.setenv("recollect_port", "1")
    monkeypatch.setenv("RECOLLECT_EMPTY", "")
    monkeypatch.setenv("RECOLLECT_PORT", "1002")
    monkeypatch.setenv("ENABLE_MEMORY", "1")
    assert load().port == 1002
    assert unknown_variables() == ("RECOLLECT_PROT", "recollect_port")


def test_an_unknown_argument_names_the_closest_setting():
    with pytest.raises(
        InvalidSetting, match=r"^summaryDebounceSecond \(from an argument\) is not a setting"
    ) as caught:
        load(summaryDebounceSecond=60)
    assert "summary_debounce_seconds" in caught.value.message
    assert caught.value.field == "summaryDebounceSecond"
