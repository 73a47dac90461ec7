"""Files of other programs over HTTP: the same as by command, within limits, and nothing is left behind."""

import io
import json
import os
import socket
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.cli.import_report import import_as_json
from recollect.domain.access import Right
from recollect.server import uploads
from recollect.settings.keys import KeyFile

FILES = Path(__file__).parents[1] / "importers" / "fixture"
PATH = "/api/v1/import"
Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]
Until = Callable[[Callable[[], object]], None]


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where uploads go in this test."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def server(opened: Opened, serve: Serve) -> Iterator[httpx2.Client]:
    return serve(opened(max_import_mb=1))


def send(client: httpx2.Client, content: Any, headers: dict[str, str] | None = None, **query: Any):
    kind = {"Content-Type": "application/octet-stream"} | (headers or {})
    return client.post(PATH, content=content, params=query, headers=kind)


def zipped(folder: Path) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder))
    return packed.getvalue()


def left_in(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and path.name != "owner"]


@pytest.mark.parametrize(
    "name",
    [
        "mem0_get_all.json",
        "memory.jsonl",
        "chatgpt_saved_memories.txt",
        "letta_agent.af",
        "zep_messages.json",
        "mem0_history.db",
        "vault.zip",
        "claude.zip",
    ],
)
def test_a_file_is_imported_as_by_command_and_a_second_time_adds_nothing(
    name: str, server: httpx2.Client, tmp_path: Path, temporary: Path
) -> None:
    folder = FILES / name.removesuffix(".zip")
    content = zipped(folder) if folder.is_dir() else (FILES / name).read_bytes()
    file = tmp_path / name
    file.write_bytes(content)
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        expected = import_as_json(memory.import_(file, agent="me")) | {"path": name}
        names = sorted(agent.id for agent in memory.agents())
    preview = send(server, content, agent_id="me", name=name, dry_run="true").json()
    assert all(one.pop("examples") for one in preview["by_agent"])
    without = [{k: v for k, v in one.items() if k != "examples"} for one in expected["by_agent"]]
    assert preview == expected | {"dry_run": True, "by_agent": without}
    assert server.get("/agents").json()["agents"] == []
    assert send(server, content, agent_id="me", name=name).json() == expected
    assert sorted(agent["agent_id"] for agent in server.get("/agents").json()["agents"]) == names
    again = send(server, content, agent_id="me", name=name).json()
    assert (again["turns_new"], again["memories_new"], again["memories_updated"]) == (0, 0, 0)
    assert left_in(temporary) == []


def test_an_export_of_recollect_is_restored(server: httpx2.Client, tmp_path: Path) -> None:
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        memory.agent("alice").remember("I live in Porto.")
        memory.export(tmp_path / "all.jsonl")
    done = send(server, (tmp_path / "all.jsonl").read_bytes()).json()
    assert (done["format"], done["turns_new"]) == ("recollect", 1)
    assert [agent["agent_id"] for agent in server.get("/agents").json()["agents"]] == ["alice"]


def test_a_key_writes_only_its_own_agents_through_a_file(
    opened: Opened, serve: Serve, tmp_path: Path
) -> None:
    memory = opened(home=tmp_path / "home")
    keys = KeyFile(memory.settings.keys_path)
    mine = {"X-Recollect-Key": keys.add("m", agents=["alice", "team/*"], rights=[Right.WRITE])[1]}
    reader = {"X-Recollect-Key": keys.add("r", agents=["*"], rights=[Right.READ])[1]}
    client = serve(memory)
    users = [{"id": "1", "memory": "Likes tea", "user_id": "alice"}]
    several = [*users, {"id": "2", "memory": "Likes cake", "user_id": "bob"}]
    with Memory.open(":memory:", background=False, embedding_backend="none") as other:
        other.agent("bob").remember("I live in Oslo.")
        other.export(tmp_path / "all.jsonl")
    own = (tmp_path / "all.jsonl").read_bytes()
    for dry_run in ("true", "false"):
        for content in (json.dumps(several), own):
            refused = send(client, content, mine, dry_run=dry_run)
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
            assert "bob" in refused.json()["error"]["message"]
    assert send(client, json.dumps(users), reader).status_code == 403
    assert send(client, json.dumps(users), {}).status_code == 401
    assert memory.agents() == []
    assert send(client, json.dumps(users), mine).status_code == 200
    assert send(client, json.dumps(several), mine, agent_id="team").status_code == 200
    assert [agent.id for agent in memory.agents()] == ["alice", "team/alice", "team/bob"]


@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=x", "text/plain", "application/x-www-form-urlencoded", ""]
)  # fmt: skip
def test_what_any_web_page_could_send_is_refused(kind: str, server: httpx2.Client) -> None:
    refused = send(server, b"{}", {"Content-Type": kind}, agent_id="me")
    assert refused.status_code == 415
    assert "application/octet-stream" in refused.json()["error"]["message"]


def test_a_file_that_is_too_large_is_refused_however_it_is_sent(
    server: httpx2.Client, temporary: Path
) -> None:
    large = b"x" * (2**20 + 1)
    for content in (large, iter([large[:-1], b"x"])):
        refused = send(server, content, agent_id="me")
        assert refused.status_code == 413
        assert "max_import_mb" in refused.json()["error"]["message"]
    assert left_in(temporary) == []


@pytest.mark.parametrize(
    ("content", "query", "status", "words"),
    [
        (b"", {"agent_id": "me"}, 422, "the file is empty"),
        (b"{", {"agent_id": "me"}, 422, "notes.json"),
        (b"[]", {"agent_id": "me"}, 422, "nothing to import"),
        (b"PK\x03\x04broken", {"agent_id": "me"}, 422, "damaged"),
        (b"\x1f\x8bpacked", {"agent_id": "me"}, 422, "unpack it"),
        (b'{"content": "Hi"}', {}, 422, "send agent_id"),
        (
            b'[{"id": 1, "memory": "Hi"}, {"id": 2, "memory": "Ho", "user_id": "ann"}]',
            {},
            422,
            "1 of 2 memories names no agent: send default_agent_id",
        ),
        (b'{"content": "Hi"}', {"agent_id": "me", "default_agent_id": "you"}, 422, "omit"),
        (b'{"content": "Hi"}', {"agent_id": "me", "format": "pigeon"}, 422, "format"),
        (b'{"content": "Hi"}', {"agent_id": "me", "dry_run": "perhaps"}, 422, "dry_run"),
        (b'{"content": "Hi"}', {"agent_id": "me", "name": "x" * 250}, 422, "name"),
    ],
)
def test_a_wrong_file_is_refused_by_its_own_name(
    content: bytes, query: dict[str, str], status: int, words: str,
    server: httpx2.Client, temporary: Path,
) -> None:  # fmt: skip
    refused = send(server, content, **{"name": "notes.json"} | query)
    assert refused.status_code == status
    message = refused.json()["error"]["message"]
    assert words in message
    assert str(temporary) not in message
    assert left_in(temporary) == []


@pytest.mark.parametrize("name", ["../../notes/plan.md", "/notes/plan.md", "C:\\notes\\plan.md"])
def test_a_name_cannot_leave_its_folder(name: str, server: httpx2.Client, tmp_path: Path) -> None:
    assert send(server, b"## Beds\nSix.", agent_id="me", name=name).status_code == 200
    (found,) = server.get("/api/v1/memory").json()["memories"]
    assert found["key"].startswith("notes/plan.md")
    assert not [*tmp_path.rglob("plan.md")]


def test_nothing_is_left_of_a_file_that_did_not_arrive(
    server: httpx2.Client, temporary: Path, until: Until
) -> None:
    with socket.create_connection((server.base_url.host, server.base_url.port)) as broken:
        head = f"POST {PATH}?agent_id=me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n"
        broken.sendall(f"{head}Content-Type: application/octet-stream\r\n\r\nhalf".encode())
        until(lambda: left_in(temporary))
    until(lambda: not left_in(temporary))


def test_the_files_of_a_server_that_was_killed_are_removed(
    temporary: Path, opened: Opened, serve: Serve
) -> None:
    alive, dead = (temporary / f"recollect-import-{name}" for name in ("alive", "dead"))
    for folder in (alive, dead):
        folder.mkdir()
        (folder / "secret.json").write_text("{}")
        (folder / "owner").write_text(uploads.new_owner_name())
    parts = (dead / "owner").read_text().split("/")
    (dead / "owner").write_text("/".join([parts[0], str(os.getpid()), "0", parts[3]]))
    serve(opened()).get("/health/live")
    assert [path.name for path in temporary.glob("*/secret.json")] == ["secret.json"]
    assert alive.exists()
    assert not dead.exists()
