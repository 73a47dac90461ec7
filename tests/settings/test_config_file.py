import os

import pytest

from recollect.errors import InvalidSetting
from recollect.settings import load


def refusal() -> str:
    with pytest.raises(InvalidSetting) as caught:
        load()
    return caught.value.message


def test_no_file_is_fine(home):
    assert not (home / "config.json").exists()
    assert load().port == 8377


def test_a_home_that_does_not_exist_is_fine(home):
    assert load(home=home / "not" / "yet").port == 8377


def test_malformed_json_names_line_and_column(config):
    path = config('{\n  "port" 8377\n}')
    message = refusal()
    assert str(path) in message
    assert "is not valid JSON at line 2, column 10" in message


@pytest.mark.parametrize("raw", ["", "   ", "{", "port = 8377", "{'port': 1}"])
def test_what_is_not_json_is_refused(config, raw):
    config(raw)
    assert "is not valid JSON at line 1, column" in refusal()


@pytest.mark.parametrize("raw", ["[]", "5", '"text"', "null", "true"])
def test_what_is_not_an_object_is_refused(config, raw):
    config(raw)
    assert "must contain one JSON object" in refusal()


def test_a_directory_in_its_place_is_refused(home):
    (home / "config.json").mkdir()
    assert "config.json is not a file" in refusal()


def test_a_pipe_in_its_place_is_refused_and_not_waited_for(home):
    os.mkfifo(home / "config.json")
    assert "config.json is not a file" in refusal()


def test_an_unreadable_file_is_refused(home):
    # A link to itself cannot be read by anyone, whereas permissions do not stop root.
    (home / "config.json").symlink_to(home / "config.json")
    assert "config.json cannot be read: Too many levels of symbolic links" in refusal()


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not stop root")
def test_a_forbidden_file_is_refused(config):
    config("{}").chmod(0)
    assert "config.json cannot be read: Permission denied" in refusal()


def test_bytes_that_are_no_text_are_refused(config):
    config(b'{"port": "\xff"}')
    assert "config.json is not text in UTF-8" in refusal()


def test_the_mark_some_editors_put_first_is_fine(config):
    config(b'\xef\xbb\xbf{"port": 1001}')
    assert load().port == 1001


def test_json_python_cannot_hold_is_refused(config):
    config('{"port": ' + "9" * 5000 + "}")
    assert "contains a number that is too long" in refusal()
    config("[" * 200_000)
    assert "is nested too deeply" in refusal()


def test_what_only_looks_like_json_is_refused_as_a_value(config):
    config('{"mmr_lambda": NaN, "port": -Infinity, "min_relevance": 1e999}')
    message = refusal()
    for part in ("mmr_lambda = NaN", "port = -Infinity", "min_relevance = Infinity"):
        assert part in message


def test_an_unknown_key_like_no_setting_is_not_given_a_closest_one(config):
    config(frobnicator=1)
    why = "frobnicator (from config.json) is not a setting; recollect config lists them"
    assert refusal() == why


def test_an_unknown_key_names_the_closest_setting(config):
    config(summary_debounce_second=60)
    assert refusal() == (
        "summary_debounce_second (from config.json) is not a setting;"
        " the closest is summary_debounce_seconds"
    )
    config(summaryDebounceSecond=60)
    assert "the closest is summary_debounce_seconds" in refusal()


@pytest.mark.parametrize("key", ["", "a b", "日本語", "x" * 100_000, "\ud800", "\n"])
def test_an_unknown_key_of_any_kind_is_told_in_a_short_message(config, key):
    config(**{key: 1})
    message = refusal()
    assert len(message) < 300
    assert "\n" not in message
    message.encode()


def test_a_string_for_a_number_is_refused(config):
    config(port="8377")
    assert 'port = "8377" (from config.json)' in refusal()


def test_the_seeds_spelling_works(config):
    config(summaryDebounceSeconds=120, compressionTrigger=0.5, verificationEnabled=False)
    settings = load()
    assert settings.summary_debounce_seconds == 120
    assert settings.compression_trigger_ratio == 0.5
    assert settings.verification_enabled is False
    assert settings.source_of("summary_debounce_seconds") == "config.json"


def test_both_spellings_with_one_value_are_fine(config):
    config(summaryDebounceSeconds=120, summary_debounce_seconds=120)
    assert load().summary_debounce_seconds == 120


def test_both_spellings_with_two_values_are_refused(config):
    config(summaryDebounceSeconds=120, summary_debounce_seconds=90)
    assert refusal() == (
        "summaryDebounceSeconds and summary_debounce_seconds in config.json"
        " are one setting with two values (120 and 90): keep one of them"
    )


def test_one_and_true_are_two_values(config):
    config(verificationEnabled=True, verification_enabled=1)
    assert "two values (true and 1)" in refusal()


def test_a_key_written_twice_is_refused(config):
    config('{"port": 1, "port": 2}')
    assert 'has the key "port" twice' in refusal()


def test_the_home_cannot_be_set_in_the_file_that_lies_in_it(config):
    config(home="/elsewhere")
    assert "RECOLLECT_HOME" in refusal()


def test_the_seeds_spelling_is_no_argument():
    with pytest.raises(InvalidSetting, match="the closest is recall_top_k"):
        load(recallTopK=5)
