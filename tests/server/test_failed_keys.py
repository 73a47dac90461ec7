"""Many wrong keys are answered with 429; the right one is accepted all the same."""

from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.server.failed_keys import FailedKeys
from recollect.settings.keys import KeyFile

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]
FREE = 10


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "home" / "keys.json")


def tried(client: httpx2.Client, secret: str, **headers: str) -> httpx2.Response:
    return client.get("/agents", headers={"X-Recollect-Key": secret, **headers})


def test_the_eleventh_wrong_key_in_a_minute_has_to_wait(
    opened: Opened, serve: Serve, keys: KeyFile, tmp_path: Path
) -> None:
    _, secret = keys.add("phone", agents=["*"], rights=[Right.READ])
    client = serve(opened(home=tmp_path / "home"))
    statuses = [tried(client, f"rck_{number}").status_code for number in range(FREE + 5)]
    assert statuses == [401] * FREE + [429] * 5
    answer = tried(client, "rck_wrong")
    assert answer.json()["error"]["code"] == "too_many_failures"
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    # The owner is let in from the same address, and who has no key is told so as before.
    assert tried(client, secret).status_code == 200
    assert client.get("/agents").status_code == 401
    assert tried(client, "rck_wrong").status_code == 429


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer rck_wrong"},
        {"Authorization": "bearer rck_wrong"},
        {"X-Recollect-Key": "rck_wrong", "X-Forwarded-For": "203.0.113.9"},
    ],
)
def test_every_way_to_send_a_key_is_counted_by_the_real_address(
    opened: Opened, serve: Serve, keys: KeyFile, tmp_path: Path, headers: dict[str, str]
) -> None:
    keys.add("phone", agents=["*"], rights=[Right.READ])
    client = serve(opened(home=tmp_path / "home"))
    for _ in range(FREE):
        assert client.get("/agents", headers=headers).status_code == 401
    assert client.get("/agents", headers=headers).status_code == 429


def test_behind_a_trusted_proxy_clients_are_counted_apart(
    opened: Opened, serve: Serve, keys: KeyFile, tmp_path: Path
) -> None:
    keys.add("phone", agents=["*"], rights=[Right.READ])
    client = serve(opened(home=tmp_path / "home", trusted_proxies=["127.0.0.1"]))
    for _ in range(FREE + 1):
        last = tried(client, "rck_wrong", **{"X-Forwarded-For": "203.0.113.9"})
    assert last.status_code == 429
    assert tried(client, "rck_wrong", **{"X-Forwarded-For": "203.0.113.10"}).status_code == 401


def test_a_minute_after_the_first_failure_it_starts_again() -> None:
    now = [0.0]
    failed = FailedKeys(lambda: now[0])
    assert [failed.add("a") for _ in range(FREE)] == [None] * FREE
    now[0] = 20.5
    assert failed.add("a") == 40
    assert failed.add("b") is None
    now[0] = 60.0
    assert failed.add("a") is None


def test_the_memory_for_addresses_is_bounded() -> None:
    failed = FailedKeys(lambda: 0.0)
    for number in range(5_000):
        failed.add(f"10.0.{number // 256}.{number % 256}")
    assert len(failed) == 1_024
