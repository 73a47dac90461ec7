"""Keys: who may do what, for whom; and nobody anything without one, once there is one."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Memory
from recollect.domain.access import Access, Right, matches_pattern
from recollect.errors import Conflict, InvalidSetting, NotFound, StorageCorrupt
from recollect.server import run
from recollect.settings.keys import KeyFile

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]
R, W, A = Right.READ, Right.WRITE, Right.ADMIN


def told(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def said(client: httpx2.Client, agent: str, secret: str | None = None) -> httpx2.Response:
    body = {"agent_id": agent, "conversation_id": "c", "turns": [{"content": "I like tea."}]}
    return client.post("/memory/ingest", json=body, headers=_with(secret))


def asked(client: httpx2.Client, agent: str, secret: str | None = None) -> httpx2.Response:
    body = {"agent_id": agent, "query": "tea"}
    return client.post("/api/v1/search", json=body, headers=_with(secret))


def _with(secret: str | None) -> dict[str, str]:
    return {"X-Recollect-Key": secret} if secret else {}


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "home" / "keys.json")


@pytest.fixture
def house(opened: Opened, serve: Serve, tmp_path: Path) -> httpx2.Client:
    return serve(opened(home=tmp_path / "home"))


def test_without_keys_everybody_on_this_machine_may_do_everything(house: httpx2.Client) -> None:
    assert said(house, "alice").status_code == 202
    assert asked(house, "alice", "anything").status_code == 200


def test_with_one_key_nobody_comes_in_without(house: httpx2.Client, keys: KeyFile) -> None:
    _, secret = keys.add("phone", agents=["*"], rights=[R, W])
    assert told(said(house, "alice")) == (401, "unauthorized")
    assert told(said(house, "alice", "rck_wrong")) == (401, "unauthorized")
    assert told(house.get("/agents")) == (401, "unauthorized")
    assert house.get("/agents").headers["WWW-Authenticate"].startswith("Bearer")
    assert said(house, "alice", secret).status_code == 202
    assert house.get("/agents", headers={"Authorization": f"Bearer {secret}"}).status_code == 200


def test_a_key_of_one_agent_syncs_it_and_is_told_so(house: httpx2.Client, keys: KeyFile) -> None:
    _, secret = keys.add("app", agents=["alice"], rights=[R, W])
    refused = house.post("/api/v1/sync", headers=_with(secret))
    assert told(refused) == (403, "forbidden")
    assert refused.json()["error"]["message"].endswith("or pass agent_id to sync one agent")
    one = house.post("/api/v1/sync", json={"agent_id": "alice"}, headers=_with(secret))
    assert one.json()["ok"] is True


@pytest.mark.parametrize("path", ["/health/live", "/docs", "/openapi.json", "/"])
def test_what_holds_nothing_of_anybody_is_open(
    house: httpx2.Client, keys: KeyFile, path: str
) -> None:
    keys.add("phone", agents=["*"], rights=[R])
    assert house.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/", "/health/", "/static/"])
def test_an_open_place_is_no_way_round_the_gate(
    house: httpx2.Client, keys: KeyFile, path: str
) -> None:
    keys.add("phone", agents=["*"], rights=[R])
    for way in ("../agents", "..%2fagents", "%2e%2e/agents", "agents"):
        answer = house.get(f"{path}{way}")
        assert answer.status_code in {401, 404}, way


def test_a_key_reaches_its_agents_and_no_others(house: httpx2.Client, keys: KeyFile) -> None:
    _, secret = keys.add("phone", agents=["alice", "team-*"], rights=[R, W])
    assert said(house, "alice", secret).status_code == 202
    assert said(house, "team-7", secret).status_code == 202
    for other in ("bob", "Alice", "alice2", "my-team-7"):
        assert told(said(house, other, secret)) == (403, "forbidden")
        assert told(asked(house, other, secret)) == (403, "forbidden")


def test_a_key_for_reading_does_not_write_and_one_for_writing_does_not_read(
    house: httpx2.Client, keys: KeyFile
) -> None:
    _, reads = keys.add("eyes", agents=["*"], rights=[R])
    _, writes = keys.add("hand", agents=["*"], rights=[W])
    assert told(said(house, "alice", reads)) == (403, "forbidden")
    assert told(asked(house, "alice", writes)) == (403, "forbidden")
    assert said(house, "alice", writes).status_code == 202
    assert asked(house, "alice", reads).status_code == 200


def test_a_receipt_is_read_by_those_who_may_read_its_agent(
    house: httpx2.Client, keys: KeyFile
) -> None:
    _, alice = keys.add("alice", agents=["alice"], rights=[R, W])
    _, bob = keys.add("bob", agents=["bob"], rights=[R, W])
    said(house, "alice", alice)
    body = {"agent_id": "alice", "query": "tea"}
    made = house.post("/api/v1/context", json=body, headers=_with(alice)).json()
    path = f"/api/v1/receipts/{made['receipt']['id']}"
    assert house.get(path, headers=_with(alice)).status_code == 200
    refused = house.get(path, headers=_with(bob))
    assert refused.status_code == 404
    # In the same words as one that never was: nobody learns what others have asked.
    nothing = house.get("/api/v1/receipts/r_0", headers=_with(bob))
    assert refused.text == nothing.text.replace("r_0", made["receipt"]["id"])


def test_a_key_that_is_revoked_is_refused_by_the_next_request(
    house: httpx2.Client, keys: KeyFile
) -> None:
    keys.add("other", agents=["*"], rights=[A])
    _, secret = keys.add("phone", agents=["*"], rights=[R])
    assert asked(house, "alice", secret).status_code == 200
    keys.revoke("phone")
    assert told(asked(house, "alice", secret)) == (401, "unauthorized")


@pytest.mark.attack("fault", "a damaged file of keys")
def test_a_file_of_keys_that_cannot_be_understood_lets_nobody_in(
    house: httpx2.Client, keys: KeyFile
) -> None:
    _, secret = keys.add("phone", agents=["*"], rights=[R])
    keys.path.write_text('{"keys": [{"id"')
    assert told(asked(house, "alice", secret)) == (500, "storage_corrupt")
    assert told(asked(house, "alice")) == (500, "storage_corrupt")


def test_a_server_that_others_can_reach_needs_a_key(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="recollect keys add"):
        run(str(tmp_path / "m.sqlite"), host="0.0.0.0", port=0, home=tmp_path / "home")
    assert not (tmp_path / "m.sqlite").exists()


def test_the_last_key_gone_opens_no_server_that_others_can_reach(
    opened: Opened, serve: Serve, keys: KeyFile, tmp_path: Path
) -> None:
    client = serve(opened(home=tmp_path / "home", host="0.0.0.0"))
    assert told(client.get("/agents")) == (401, "unauthorized")


def test_the_secret_is_kept_nowhere(keys: KeyFile) -> None:
    key, secret = keys.add("phone", agents=["*"], rights=[R])
    kept = keys.path.read_text()
    assert secret not in kept
    assert key.hash in kept
    assert keys.path.stat().st_mode & 0o077 == 0


def test_a_name_stands_for_one_key(keys: KeyFile) -> None:
    keys.add("phone", agents=["*"], rights=[R])
    with pytest.raises(Conflict):
        keys.add("phone", agents=["*"], rights=[W])
    with pytest.raises(NotFound):
        keys.revoke("tablet")
    assert [key.name for key in keys.list()] == ["phone"]


def test_what_another_process_has_changed_is_seen(keys: KeyFile) -> None:
    other = KeyFile(keys.path)
    _, secret = keys.add("phone", agents=["*"], rights=[R])
    assert other.find(secret) is not None
    keys.revoke("phone")
    assert other.find(secret) is None
    _, second = other.add("tablet", agents=["a"], rights=[A])
    assert keys.find(second) is not None


def test_a_file_without_the_right_shape_is_told(keys: KeyFile) -> None:
    keys.path.parent.mkdir()
    keys.path.write_text(json.dumps({"keys": [{"id": 1}]}))
    with pytest.raises(StorageCorrupt):
        keys.list()


@given(st.text(max_size=8), st.text(max_size=8), st.text(max_size=8))
def test_a_star_stands_for_any_text_and_every_other_sign_for_itself(
    before: str, middle: str, after: str
) -> None:
    plain = before.replace("*", "+"), after.replace("*", "+")
    assert matches_pattern(f"{plain[0]}*{plain[1]}", plain[0] + middle + plain[1])
    assert matches_pattern(plain[0], plain[0])
    assert not matches_pattern(plain[0], f"{plain[0]}x")
    assert not matches_pattern(f"{plain[0]}*", f"x{plain[0]}") or plain[0].strip("x") == ""


@pytest.mark.parametrize("right", Right)
def test_who_administers_may_do_everything_for_his_agents_alone(right: Right) -> None:
    access = Access(agents=("a*",), rights=frozenset({A}))
    assert access.may(right, "anna")
    assert not access.may(right, "bob")
    assert not access.may(right)
    assert Access(rights=frozenset({A})).may(right)
