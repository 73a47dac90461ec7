import math
from pathlib import Path

import pytest

from recollect.errors import InvalidInput, InvalidSetting
from recollect.settings import load

DEBOUNCE = "it takes a whole number from 10 to 3600"


def refusal(**keywords) -> InvalidSetting:
    with pytest.raises(InvalidSetting) as caught:
        load(**keywords)
    return caught.value


def test_the_message_names_key_value_range_and_origin(config, monkeypatch):
    config(summary_debounce_seconds=5)
    error = refusal()
    assert (
        error.message
        == f"summary_debounce_seconds = 5 (from config.json) is not allowed: {DEBOUNCE}"
    )
    assert error.field == "summary_debounce_seconds"
    assert error.code == "invalid_setting"
    assert isinstance(error, InvalidInput)
    monkeypatch.setenv("RECOLLECT_SUMMARY_DEBOUNCE_SECONDS", "3601")
    assert refusal().message == (
        "summary_debounce_seconds = 3601 (from RECOLLECT_SUMMARY_DEBOUNCE_SECONDS)"
        f" is not allowed: {DEBOUNCE}"
    )
    assert refusal(summary_debounce_seconds=9).message == (
        f"summary_debounce_seconds = 9 (from an argument) is not allowed: {DEBOUNCE}"
    )


def test_the_message_names_the_seeds_spelling_where_it_was_used(config):
    config(summaryDebounceSeconds=5)
    assert "(from config.json, as summaryDebounceSeconds)" in refusal().message


@pytest.mark.parametrize(
    "value",
    [True, False, "60", "abc", 60.0, 60.5, math.nan, math.inf, [60], {}, b"60", 10**400, -1, 0],
)
def test_what_is_not_a_whole_number_in_range_is_refused(value):
    error = refusal(summary_debounce_seconds=value)
    assert error.message.startswith("summary_debounce_seconds = ")
    assert error.message.endswith(f"(from an argument) is not allowed: {DEBOUNCE}")
    assert len(error.message) < 300


@pytest.mark.parametrize(
    "value", [True, "0.5", math.nan, math.inf, -math.inf, 1.0000001, -0.1, 10**400, None.__class__]
)
def test_what_is_not_a_number_in_range_is_refused(value):
    assert "it takes a number from 0 to 1" in refusal(mmr_lambda=value).message


@pytest.mark.parametrize("value", [1, 0, "true", "yes", 1.0, []])
def test_what_is_not_true_or_false_is_refused(value):
    assert "it takes true or false" in refusal(enabled=value).message


@pytest.mark.parametrize("value", ["loud", "INFO", 1, True, ["info"]])
def test_what_is_not_one_of_the_words_is_refused(value):
    assert "it takes one of debug, info, warning, error" in refusal(log_level=value).message


@pytest.mark.parametrize("value", ["", "  ", "a\nb", "x" * 513, 5, True])
def test_what_is_not_a_short_text_is_refused(value):
    assert "a text of 1 to 512 characters" in refusal(core_model_name=value).message


@pytest.mark.parametrize("value", ["", 5, b"/x", "a\0b", "~nobody-of-this-name/x"])
def test_what_is_not_a_directory_is_refused(value):
    error = refusal(home=value)
    assert error.field == "home"
    assert "it takes the path of a directory" in error.message


def test_a_file_in_the_place_of_home_is_refused(tmp_path):
    (tmp_path / "file").touch()
    assert "there is a file with that name" in refusal(home=tmp_path / "file").message


@pytest.mark.parametrize(
    ("variable", "text", "takes"),
    [
        ("RECOLLECT_PORT", "abc", "a whole number from 0 to 65535"),
        ("RECOLLECT_PORT", "8.0", "a whole number from 0 to 65535"),
        ("RECOLLECT_PORT", "8_000", "a whole number from 0 to 65535"),
        ("RECOLLECT_PORT", "٨", "a whole number from 0 to 65535"),
        ("RECOLLECT_PORT", "9" * 10_000, "a whole number from 0 to 65535"),
        ("RECOLLECT_MMR_LAMBDA", "nan", "a number from 0 to 1"),
        ("RECOLLECT_MMR_LAMBDA", "inf", "a number from 0 to 1"),
        ("RECOLLECT_MMR_LAMBDA", "1e999", "a number from 0 to 1"),
        ("RECOLLECT_ENABLED", "perhaps", "true or false"),
        ("RECOLLECT_LOG_FORMAT", "xml", "one of auto, json, console"),
        ("MEMORY_MAX_TURNS", "0", "a whole number from 1 to 10000"),
        ("ENABLE_MEMORY", "2", "true or false"),
    ],
)
def test_a_bad_variable_is_named(monkeypatch, variable, text, takes):
    monkeypatch.setenv(variable, text)
    error = refusal()
    assert f"(from {variable}) is not allowed: it takes {takes}" in error.message
    assert len(error.message) < 300


def test_several_bad_values_are_listed_together(config, monkeypatch):
    config(prot=1, summaryDebounceSeconds=5)
    monkeypatch.setenv("RECOLLECT_PORT", "abc")
    message = refusal(mmr_lambda=2, colour="red").message
    assert message.startswith("5 problems with the settings:\n- ")
    assert len(message.splitlines()) == 6
    for part in (
        "prot (from config.json) is not a setting; the closest is port",
        "colour (from an argument) is not a setting",
        "summary_debounce_seconds = 5 (from config.json",
        'port = "abc" (from RECOLLECT_PORT)',
        "mmr_lambda = 2 (from an argument)",
    ):
        assert part in message


def test_several_clashes_are_listed_together():
    message = refusal(embedding_backend="http", max_context_tokens=9_096).message
    assert message.startswith("2 problems with the settings:")


def test_a_fixed_setting_says_so():
    assert load(target_usage_ratio=0.65).target_usage_ratio == 0.65
    assert "it takes only 0.65" in refusal(target_usage_ratio=0.66).message


def test_the_seeds_own_embedder_is_refused_helpfully(config):
    config(embeddingBackend="mlx")
    message = refusal().message
    assert 'embedding_backend = "mlx" (from config.json, as embeddingBackend)' in message
    assert "it takes one of minilm, http, none" in message
    assert '"minilm" is bundled and runs everywhere' in message


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({}, "embedding_base_url and embedding_model"),
        ({"embedding_model": "nomic-embed-text-v1.5"}, "embedding_base_url"),
        ({"embedding_base_url": "http://127.0.0.1:11434/v1"}, "embedding_model"),
    ],
)
def test_the_http_embedder_needs_an_address_and_a_model(given, missing):
    assert refusal(embedding_backend="http", **given).message == (
        f'embedding_backend = "http" (from an argument) is not allowed: it also needs {missing}'
    )


def test_the_http_embedder_with_all_it_needs():
    settings = load(
        embedding_backend="http",
        embedding_model="nomic-embed-text-v1.5",
        embedding_base_url="http://127.0.0.1:11434/v1/",
    )
    assert settings.embedding_base_url == "http://127.0.0.1:11434/v1"


def test_a_window_without_room_for_messages_is_refused():
    assert refusal(system_prompt_tokens=200_000).message == (
        "max_context_tokens = 200000 (from the default) is not allowed: it must be larger than"
        " the sum of system_prompt_tokens (200000) and response_reserve_tokens (4096)"
    )
    assert load(max_context_tokens=9_097).max_context_tokens == 9_097


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1.2.3", "::1", "localhost", "LOCALHOST", "0.0.0.0", "192.168.1.5"]
)
def test_addresses_are_allowed(host):
    assert load(host=host).host == host.lower()


@pytest.mark.parametrize("host", ["example.com", "localhost.example.com", "[::1]", ""])
def test_names_are_no_addresses(host):
    assert "it takes an IP address (127.0.0.1, 0.0.0.0, ::1, …) or localhost" in (
        refusal(host=host).message
    )


@pytest.mark.parametrize(
    "address",
    [
        "ftp://x/v1",
        "x/v1",
        "http://",
        "http:///v1",
        "http://x:port/",
        "http://x:99999/",
        "http://x/v 1",
        "http://x/v1#part",
        "http://[::1",
        "//x",
        5,
        "",
    ],
)
def test_what_is_not_an_address_is_refused(address):
    assert "it takes an http:// or https:// address" in refusal(upstream_base_url=address).message


def test_lists_of_hosts_and_origins(config):
    config(
        allowed_hosts=["pi.local", "[fd00::1]", "10.0.0.5"],
        allowed_origins=["https://App.example:8443", "chrome-extension://abc"],
    )
    settings = load()
    assert settings.allowed_hosts == ("pi.local", "[fd00::1]", "10.0.0.5")
    assert settings.allowed_origins == ("https://app.example:8443", "chrome-extension://abc")


@pytest.mark.parametrize("hosts", [["*"], ["a/b"], ["a:80"], ["ok", ""], [1], "pi.local", {}, [[]]])
def test_strange_hosts_are_refused(hosts):
    assert "a list of host names" in refusal(allowed_hosts=hosts).message


@pytest.mark.parametrize(
    "origins", [["*"], ["null"], ["app.example"], ["https://a/b"], ["https://*.a"], [None]]
)
def test_strange_origins_are_refused(origins):
    assert (
        "a list of origins such as https://app.example" in refusal(allowed_origins=origins).message
    )


def test_the_strange_one_of_a_list_is_counted_out():
    message = refusal(allowed_origins=["https://app.example", "https://a/b"]).message
    assert message.endswith("item 2 of the list is invalid")


def test_a_value_of_any_type_is_refused_in_words():
    assert "port = <object>" in refusal(port=object()).message
    assert f'core_model_name = "{Path("/x")}"' in refusal(core_model_name=Path("/x")).message
