import json

import pytest

from recollect.errors import InvalidSetting
from recollect.settings import change, describe, load, parse_value

ROUTE = {"model": "claude-*", "base_url": "https://api.anthropic.com/", "api_key": "sk-hidden-4711"}


def test_they_are_read_from_everywhere(config, monkeypatch):
    config(upstreams=[ROUTE])
    from_file = load().upstreams
    monkeypatch.setenv("RECOLLECT_UPSTREAMS", json.dumps([ROUTE]))
    assert from_file == load().upstreams == load(upstreams=[ROUTE]).upstreams
    (route,) = from_file
    assert (route.model, route.base_url) == ("claude-*", "https://api.anthropic.com")
    assert load().has_upstream_key


def test_they_are_shown_without_their_keys():
    found = {info.name: info for info in describe(load(upstreams=[ROUTE]))}["upstreams"]
    shown = "model claude-* → https://api.anthropic.com with its own API key"
    assert (found.value, found.default) == ((shown,), ())
    assert "sk-hidden" not in repr(load(upstreams=[ROUTE]))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([{"base_url": "https://a.example", "api_key": "sk-hidden-4711"}], "name a model or a key"),
        ([ROUTE, ROUTE | {"base_url": "sk-hidden-4711"}], "see base_url of item 2"),
        ([ROUTE | {"modle": "x"}], "see modle of item 1"),
        ([ROUTE | {"api_key": "sk-hidden 4711"}], "see api_key of item 1"),
        (["sk-hidden-4711"], "a list of objects"),
        ("[sk-hidden-4711", "a list of objects"),
        ({"claude-*": "sk-hidden-4711"}, "a list of objects"),
    ],
)
def test_what_is_wrong_is_told_without_a_key(value, reason):
    with pytest.raises(InvalidSetting) as raised:
        load(upstreams=value)
    assert raised.value.field == "upstreams"
    assert reason in raised.value.message
    assert "hidden" not in raised.value.message


def test_they_can_be_changed_on_the_command_line(home):
    home.mkdir(exist_ok=True)
    changed = change(load(), {"upstreams": parse_value("upstreams", json.dumps([ROUTE]))})
    assert changed.upstreams == load().upstreams != ()
    assert json.loads((home / "config.json").read_text())["upstreams"] == [ROUTE]
