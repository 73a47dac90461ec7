"""Undo and redo over HTTP: with the rights to read and to write, and the name of the key."""

from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.settings.keys import KeyFile

HERE = "/api/v1/agents/alice"
KEYS = {"phone": [Right.READ, Right.WRITE], "reader": [Right.READ], "writer": [Right.WRITE]}


@pytest.fixture
def client(
    opened: Callable[..., Memory],
    serve: Callable[[Memory], httpx2.Client],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> httpx2.Client:
    monkeypatch.delenv("RECOLLECT_EXTRACTOR")
    memory = opened(home=tmp_path / "home")
    alice = memory.agent("alice")
    for talk, text in (("good", "I am allergic"), ("bad", "I am no longer allergic")):
        alice.remember(f"{text} to penicillin.", conversation=talk, id=talk)
        memory.sync()
    memory.agent("ben").remember("I live in Porto.", conversation="c")
    return serve(memory)


@pytest.fixture
def secrets(client: httpx2.Client, tmp_path: Path) -> dict[str, dict[str, str]]:
    keys = KeyFile(tmp_path / "home" / "keys.json")
    made = {name: keys.add(name, agents=["alice"], rights=rights) for name, rights in KEYS.items()}
    return {name: {"X-Recollect-Key": secret} for name, (_, secret) in made.items()}


def test_undo_list_and_redo(client: httpx2.Client, secrets: dict[str, dict[str, str]]) -> None:
    key = secrets["phone"]
    body = {"conversation_id": "bad", "dry_run": True}
    preview = client.post(f"{HERE}/undo", json=body, headers=key).json()
    assert preview["id"] is None
    assert [each["content"] for each in preview["returning"]] == ["User is allergic to penicillin."]
    undone = client.post(f"{HERE}/undo", json={"conversation_id": "bad"}, headers=key).json()
    assert (undone["by"], undone["turns"], len(undone["removed"])) == ("phone", 1, 1)
    listed = client.get(f"{HERE}/undos", headers=key).json()
    assert [each["id"] for each in listed["undos"]] == [undone["id"]]
    redo = f"{HERE}/undos/{undone['id']}/redo"
    assert client.post(redo, headers=key).json()["redone_by"] == "phone"
    assert client.post(redo, headers=key).status_code == 409
    assert client.post(f"{HERE}/undos/x/redo", headers=key).status_code == 404


def test_a_key_needs_both_rights(client: httpx2.Client, secrets: dict[str, dict[str, str]]) -> None:
    body = {"conversation_id": "bad", "dry_run": True}
    for name in ("reader", "writer"):
        assert client.post(f"{HERE}/undo", json=body, headers=secrets[name]).status_code == 403
        redo = client.post(f"{HERE}/undos/x/redo", headers=secrets[name])
        assert redo.status_code == 403
    assert client.get(f"{HERE}/undos", headers=secrets["writer"]).status_code == 403
    other = client.post(
        "/api/v1/agents/ben/undo", json={"conversation_id": "c"}, headers=secrets["phone"]
    )
    assert other.status_code == 403


@pytest.mark.parametrize(
    "body",
    [{}, {"turn_id": "bad"}, {"since": "never"}, {"source": ""}, {"dry_run": True}, {"x": 1}],
)
def test_bad_requests_are_refused(client: httpx2.Client, body: dict[str, object]) -> None:
    assert client.post(f"{HERE}/undo", json=body).status_code == 422


def test_what_does_not_exist_is_not_found(client: httpx2.Client) -> None:
    for body in ({"conversation_id": "x"}, {"source": "Mallory"}):
        assert client.post(f"{HERE}/undo", json=body).status_code == 404
    assert client.post("/api/v1/agents/nobody/undo", json=body).status_code == 404
