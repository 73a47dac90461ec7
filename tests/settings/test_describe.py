import dataclasses
import json

import pytest
from pydantic import SecretStr

from recollect.errors import InvalidSetting
from recollect.settings import Settings, describe, load

SECRETS = ("core_model_api_key", "upstream_api_key", "embedding_api_key", "hooks_api_key")
KEY = "sk-do-not-show-4711"


def infos(**keywords):
    return {info.name: info for info in describe(load(**keywords))}


def test_every_setting_has_one_sentence_a_range_and_a_group():
    for info in infos().values():
        assert info.sentence.endswith("."), info.name
        assert ". " not in info.sentence, info.name
        assert "|" not in info.sentence, info.name
        assert info.allowed, info.name
        assert info.group, info.name


def test_every_field_is_described_and_nothing_else():
    assert set(infos()) == set(Settings.model_fields)


def test_value_default_and_source(config, monkeypatch, home):
    config(recallTopK=7)
    monkeypatch.setenv("MEMORY_MAX_TURNS", "9")
    found = infos(port=1003)
    assert (found["port"].value, found["port"].default, found["port"].source) == (
        1003,
        8377,
        "argument",
    )
    assert (found["recall_top_k"].value, found["recall_top_k"].source) == (7, "config.json")
    assert found["memory_max_turns"].source == "MEMORY_MAX_TURNS"
    assert found["home"].value == str(home)
    assert found["home"].source == "RECOLLECT_HOME"
    assert (found["enabled"].value, found["enabled"].source) == (True, "default")


def test_a_description_is_frozen_and_can_be_written_as_json():
    info = infos()["port"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        info.value = 1
    json.dumps([dataclasses.asdict(info) for info in infos().values()])


def test_secrets_are_exactly_the_keys():
    assert {info.name for info in infos().values() if info.secret} == {*SECRETS, "database_url"}
    assert {name for name in Settings.model_fields if name.endswith("_key")} == set(SECRETS)


def test_the_password_of_a_database_is_never_shown():
    address = f"postgresql://recollect:{KEY}@db.example/memory"
    settings = load(database_url=address)
    assert {info.name: info.value for info in describe(settings)}["database_url"] == "set"
    assert KEY not in repr(settings)
    for wrong in (f"mysql://recollect:{KEY}@db.example/memory", KEY):
        with pytest.raises(InvalidSetting, match="postgresql://user:password@host") as refused:
            load(database_url=wrong)
        assert KEY not in str(refused.value)


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_only_ever_set_or_not_set(name):
    assert infos()[name].value == "not set"
    settings = load(**{name: KEY})
    found = {info.name: info for info in describe(settings)}
    assert found[name].value == "set"
    for text in (repr(settings), str(settings), settings.model_dump_json(), repr(found)):
        assert KEY not in text
    assert getattr(settings, name).get_secret_value() == KEY
    assert load(**{name: SecretStr(KEY)}) == settings


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("value", [KEY + " x", KEY + "\n", [KEY], {KEY: 1}, KEY + "é", KEY * 1000])
def test_a_secret_is_in_no_message(config, name, value):
    for given in ({name: value}, {}):
        if not given:
            config(**{name: value})
        with pytest.raises(InvalidSetting) as caught:
            load(**given)
        error = caught.value
        assert name in error.message
        assert error.__context__ is None
        assert error.__cause__ is None
        assert "do-not-show" not in repr(error) + error.message


def test_a_secret_is_in_no_message_about_other_settings(config):
    config(embedding_api_key=KEY, port="x", prot=1)
    with pytest.raises(InvalidSetting) as caught:
        load()
    assert KEY not in caught.value.message


@pytest.mark.parametrize(
    "address",
    [
        f"https://user:{KEY}@host/v1",
        f"https://user:{KEY}/x@host/v1",
        f"https://{KEY}@host",
        f"user:{KEY}@host",
        f"https://host/v1?key={KEY}",
        f"https://u:{KEY}?@host",
        "https://" + "u" * 90 + f":{KEY}@host",
        f"https://u:{KEY}@h℀st/",
        f"https://u:{KEY}@[::1",
    ],
)
def test_credentials_in_an_address_are_refused_and_not_shown(address):
    for given in ({"upstream_base_url": address}, {"allowed_origins": [address]}):
        with pytest.raises(InvalidSetting) as caught:
            load(**given)
        assert "do-not-show" not in caught.value.message
        assert "it may contain a password" in caught.value.message
