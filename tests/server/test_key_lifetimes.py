"""Keys that expire, and when each was last used."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest

from recollect import InvalidInput, Memory
from recollect.domain.access import Right
from recollect.errors import StorageFull
from recollect.settings.files import FileDocument
from recollect.settings.key_uses import KeyUses
from recollect.settings.keys import KeyFile
from recollect.testing import FixedClock

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]
Until = Callable[[Callable[[], object]], None]
START = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(START)


def asked(client: httpx2.Client, secret: str) -> httpx2.Response:
    return client.get("/agents", headers={"X-Recollect-Key": secret})


def test_an_expired_key_is_refused_and_told_so(opened: Opened, serve: Serve, home: Path) -> None:
    earlier = KeyFile(home / "keys.json", clock=FixedClock(START - timedelta(days=9)))
    _, old = earlier.add("old", agents=["*"], rights=[Right.READ], expires_at=START)
    _, new = earlier.add(
        "new", agents=["*"], rights=[Right.READ], expires_at=datetime.now(UTC) + timedelta(days=1)
    )
    client = serve(opened(home=home))
    for _ in range(20):  # however often: it is no wrong key
        answer = asked(client, old)
        assert answer.status_code == 401
    assert "the key 'old' expired on 2026-05-01" in answer.json()["error"]["message"]
    assert "recollect keys add" in answer.json()["error"]["message"]
    assert asked(client, new).status_code == 200
    bearer = client.post("/mcp", json={}, headers={"Authorization": f"Bearer {old}"})
    assert bearer.status_code == 401


def test_a_server_whose_keys_have_all_expired_lets_nobody_in(
    opened: Opened, serve: Serve, home: Path
) -> None:
    earlier = KeyFile(home / "keys.json", clock=FixedClock(START - timedelta(days=9)))
    earlier.add("old", agents=["*"], rights=[Right.ADMIN], expires_at=START)
    client = serve(opened(home=home))
    assert client.get("/agents").status_code == 401


def test_a_key_is_found_until_the_moment_it_expires(home: Path, clock: FixedClock) -> None:
    keys = KeyFile(home / "keys.json", clock=clock)
    key, secret = keys.add(
        "phone", agents=["*"], rights=[Right.READ], expires_at=START + timedelta(seconds=10)
    )
    assert keys.find(secret) == keys.with_hash(key.hash) == key
    assert keys.expired(secret) is None
    clock.advance(10)
    assert keys.find(secret) is keys.with_hash(key.hash) is None
    assert keys.expired(secret) == key
    assert keys.expired("rck_other") is None
    with pytest.raises(InvalidInput, match="future"):
        keys.add("late", agents=["*"], rights=[Right.READ], expires_at=clock.now())


def test_keys_of_an_older_version_do_not_expire(home: Path) -> None:
    keys = KeyFile(home / "keys.json")
    _, secret = keys.add("phone", agents=["*"], rights=[Right.READ])
    kept = json.loads(keys.path.read_text())
    del kept["keys"][0]["expires_at"]
    keys.path.write_text(json.dumps(kept))
    assert KeyFile(keys.path).find(secret) is not None


def test_the_last_use_is_written_by_the_server(
    opened: Opened, serve: Serve, home: Path, until: Until
) -> None:
    keys = KeyFile(home / "keys.json")
    key, secret = keys.add("phone", agents=["*"], rights=[Right.READ])
    other, _ = keys.add("other", agents=["*"], rights=[Right.READ])
    client = serve(opened(home=home))
    uses = KeyUses(FileDocument(home / "key_uses.json"))
    before = datetime.now(UTC)
    asked(client, "rck_wrong")
    asked(client, secret)
    until(uses.last)
    assert before <= uses.last()[key.id] <= datetime.now(UTC)
    assert other.id not in uses.last()
    assert secret not in (home / "key_uses.json").read_text()


def test_a_key_in_use_is_written_once_a_minute(home: Path, clock: FixedClock) -> None:
    now = [0.0]
    uses = KeyUses(FileDocument(home / "uses.json"), clock, lambda: now[0])
    assert uses.note("a")
    assert not any(uses.note("a") for _ in range(100))
    assert uses.note("b")
    uses.write(["a", "b"])
    now[0] = 60.0
    clock.advance(60)
    assert uses.note("a")
    uses.write(["a", "b"])
    assert uses.last() == {"a": clock.now(), "b": START}


def test_two_servers_write_one_file_and_revoked_keys_leave_it(
    home: Path, clock: FixedClock
) -> None:
    path = home / "uses.json"
    first, second = (KeyUses(FileDocument(path), clock) for _ in range(2))
    first.note("a")
    second.note("b")
    first.write(["a", "b"])
    second.write(["a", "b"])
    assert first.last().keys() == {"a", "b"}
    first.note("a")
    first.write(["a"])
    assert second.last().keys() == {"a"}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 1}', '{"a": "never"}'])
def test_a_file_that_cannot_be_read_begins_again(home: Path, clock: FixedClock, text: str) -> None:
    home.mkdir()
    (home / "uses.json").write_text(text)
    uses = KeyUses(FileDocument(home / "uses.json"), clock)
    assert uses.last() == {}
    uses.note("a")
    uses.write(["a"])
    assert uses.last() == {"a": START}


def test_a_full_disk_refuses_no_request(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    class Full:
        name = "full"

        def is_fresh(self) -> bool:
            return True

        def read(self) -> None:
            return None

        def change(self, _change: object) -> None:
            raise StorageFull("the disk is full")

    uses = KeyUses(Full())
    uses.note("a")
    uses.write(["a"])
    assert "the last use of keys was not written" in caplog.text
