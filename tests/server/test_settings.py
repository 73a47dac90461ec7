"""Settings over HTTP: all of them, with ranges; changed together or not at all."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings import change, describe, load
from recollect.settings.keys import KeyFile

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def house(
    opened: Opened, serve: Serve, home: Path, monkeypatch: pytest.MonkeyPatch
) -> httpx2.Client:
    monkeypatch.setenv("RECOLLECT_HOME", str(home))
    return serve(opened())


def named(answer: httpx2.Response, name: str) -> dict[str, object]:
    return next(each for each in answer.json()["settings"] if each["name"] == name)


def test_every_setting_is_told_with_its_range(house: httpx2.Client) -> None:
    answer = house.get("/api/v1/settings")
    told = [each["name"] for each in answer.json()["settings"]]
    assert told == [each.name for each in describe(load())]
    assert named(answer, "recall_top_k")["allowed"] == "1 – 100"
    assert answer.json()["restart_needed"] == []


def test_a_change_is_written_down_and_told_apart_from_what_is_in_force(
    house: httpx2.Client, home: Path
) -> None:
    answer = house.patch("/api/v1/settings", json={"context_max_tokens": 2000})
    assert answer.status_code == 200
    setting = named(answer, "context_max_tokens")
    assert (setting["value"], setting["in_force"], setting["source"]) == (2000, 4000, "config.json")
    assert answer.json()["restart_needed"] == ["context_max_tokens"]
    assert json.loads((home / "config.json").read_text()) == {"context_max_tokens": 2000}
    assert load().context_max_tokens == 2000
    back = house.patch("/api/v1/settings", json={"context_max_tokens": None})
    assert named(back, "context_max_tokens")["source"] == "default"
    assert back.json()["restart_needed"] == []


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"context_max_tokens": 2000, "port": 70000}, "port = 70000"),
        ({"context_max_tokenz": 2000}, "context_max_tokenz"),
        ({"context_max_tokens": "many"}, "context_max_tokens"),
        ({"embedding_backend": "minilm"}, "argument of the program"),
        ({"home": "/elsewhere"}, "RECOLLECT_HOME"),
    ],
)
def test_what_is_not_allowed_changes_nothing(
    house: httpx2.Client, home: Path, values: dict[str, object], words: str
) -> None:
    answer = house.patch("/api/v1/settings", json=values)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "invalid_setting"
    assert words in answer.json()["error"]["message"]
    assert not (home / "config.json").exists()


def test_a_secret_can_be_set_and_is_never_shown(house: httpx2.Client) -> None:
    answer = house.patch(
        "/api/v1/settings", json={"upstream_api_key": "sk-tea-and-more-tea-1234567890"}
    )
    assert answer.status_code == 200
    assert "tea-and-more" not in answer.text
    assert named(answer, "upstream_api_key")["value"] == "set"
    assert answer.json()["restart_needed"] == ["upstream_api_key"]


def test_what_somebody_wrote_by_hand_stays(house: httpx2.Client, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "config.json").write_text('{"maxEntriesPerAgent": 9, "port": 9000}')
    house.patch("/api/v1/settings", json={"max_entries_per_agent": 7})
    kept = json.loads((home / "config.json").read_text())
    assert kept == {"port": 9000, "max_entries_per_agent": 7}


def test_only_who_administers_everything_sees_or_changes_them(
    house: httpx2.Client, home: Path
) -> None:
    keys = KeyFile(home / "keys.json")
    _, some = keys.add("some", agents=["a*"], rights=[Right.ADMIN])
    _, reads = keys.add("reads", agents=["*"], rights=[Right.READ, Right.WRITE])
    _, whole = keys.add("whole", agents=["*"], rights=[Right.ADMIN])
    for secret, status in ((some, 403), (reads, 403), (whole, 200)):
        headers = {"X-Recollect-Key": secret}
        assert house.get("/api/v1/settings", headers=headers).status_code == status
        answer = house.patch("/api/v1/settings", json={"port": 9000}, headers=headers)
        assert answer.status_code == status


SECRET = "sk-tea-and-more-tea-1234567890"


@pytest.mark.parametrize(
    ("key", "stored", "address"),
    [
        ("core_model_api_key", {}, {"core_model_base_url": "https://evil.example/v1"}),
        ("core_model_api_key", {}, {"core_model_provider": "openai"}),
        (
            "core_model_api_key",
            {"core_model_base_url": "https://good.example"},
            {"core_model_base_url": None},
        ),
        ("upstream_api_key", {}, {"upstream_base_url": "https://evil.example/v1"}),
        (
            "embedding_api_key",
            {"embedding_base_url": "https://good.example"},
            {"embedding_base_url": "https://evil.example", "recall_top_k": 7},
        ),
    ],
)
def test_a_stored_key_is_not_sent_to_a_new_address(
    house: httpx2.Client, home: Path, key: str, stored: dict[str, str], address: dict[str, str]
) -> None:
    assert house.patch("/api/v1/settings", json={key: SECRET, **stored}).status_code == 200
    before = (home / "config.json").read_text()
    answer = house.patch("/api/v1/settings", json=address)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["field"]) == ("invalid_setting", key)
    assert f"send {key} again in the same request" in error["message"]
    assert (home / "config.json").read_text() == before
    again = house.patch("/api/v1/settings", json={**address, key: "sk-another-key-1234567890"})
    assert again.status_code == 200
    assert house.patch("/api/v1/settings", json={key: None}).status_code == 200


def test_an_address_without_a_key_and_a_key_without_an_address_can_be_changed(
    house: httpx2.Client,
) -> None:
    for values in (
        {"upstream_base_url": "https://a.example"},
        {"upstream_api_key": SECRET},
        {"upstream_base_url": "https://a.example/"},
        {"recall_top_k": 9},
        {"upstream_base_url": "https://b.example", "upstream_api_key": None},
        {"core_model_base_url": "https://c.example", "core_model_api_key": SECRET},
        # Not decided by the provider any more.
        {"core_model_provider": "openai"},
    ):
        assert house.patch("/api/v1/settings", json=values).status_code == 200, values


def test_a_key_of_a_variable_stays_at_its_address(
    opened: Opened, serve: Serve, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(home))
    monkeypatch.setenv("RECOLLECT_UPSTREAM_API_KEY", SECRET)
    client = serve(opened())
    answer = client.patch("/api/v1/settings", json={"upstream_base_url": "https://evil.example"})
    assert answer.status_code == 422
    assert "RECOLLECT_UPSTREAM_API_KEY" in answer.json()["error"]["message"]
    assert SECRET not in answer.text
    assert not (home / "config.json").exists()


def test_the_command_line_of_the_machine_may_change_an_address(home: Path) -> None:
    running = load(home=home)
    change(running, {"upstream_api_key": SECRET})
    change(running, {"upstream_base_url": "https://b.example"})
    assert load(home=home).upstream_base_url == "https://b.example"
