"""A server that once wanted keys, or that others are meant to reach, never answers without one again."""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from recollect import InvalidSetting, Memory
from recollect.domain.access import Right
from recollect.errors import StorageReadOnly
from recollect.server import run
from recollect.server.anonymous import AnonymousAccess
from recollect.settings import load
from recollect.settings.keys import KeyFile
from recollect.wiring import opened_keys

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]
AT = datetime(2026, 5, 1, tzinfo=UTC)
ALL = [Right.READ, Right.WRITE, Right.ADMIN]
# One path of each door: the routes, the settings, the metrics, MCP, the proxies and mem0's routes.
DOORS = [
    ("GET", "/agents"),
    ("GET", "/api/v1/settings"),
    ("GET", "/metrics"),
    ("POST", "/mcp"),
    ("POST", "/v1/chat/completions"),
    ("POST", "/v1/messages"),
    ("POST", "/api/chat"),
    ("POST", "/chat"),
    ("GET", "/v1/memories/?user_id=a"),
    ("GET", "/nothing/here"),
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def refused(answer: httpx2.Response) -> str:
    """The reason for refusing an answer without a key."""
    assert answer.status_code == 401, answer.text
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    error = answer.json()["error"]
    return str(error if isinstance(error, str) else error["message"])


def test_revoking_the_last_key_opens_nothing(opened: Opened, serve: Serve, home: Path) -> None:
    client = serve(opened(home=home))
    assert client.get("/agents").status_code == 200
    keys = KeyFile(home / "keys.json")
    keys.add("phone", agents=["*"], rights=ALL)
    refused(client.get("/agents"))
    keys.revoke("phone")
    for method, path in DOORS:
        said = refused(client.request(method, path, json={} if method == "POST" else None))
        assert "recollect keys add NAME" in said
        assert "allow_anonymous = true" in said
    _, secret = keys.add("tablet", agents=["*"], rights=ALL)
    assert client.get("/agents", headers={"X-Recollect-Key": secret}).status_code == 200


@pytest.mark.parametrize("gone", ["file", "home"])
@pytest.mark.attack("fault", "a lost file of keys")
def test_losing_the_file_of_keys_opens_nothing_now_or_after_a_restart(
    opened: Opened, serve: Serve, home: Path, gone: str
) -> None:
    KeyFile(home / "keys.json").add("phone", agents=["*"], rights=ALL)
    client = serve(opened(home=home))
    refused(client.get("/agents"))
    (home / "keys.json").unlink()
    refused(client.get("/agents"))
    elsewhere = home if gone == "file" else home.with_name("other")
    again = serve(opened(home=elsewhere))
    assert "has required a key since" in refused(again.get("/agents"))


def test_a_key_that_no_server_has_seen_counts(
    opened: Opened, serve: Serve, home: Path, tmp_path: Path
) -> None:
    settings = load(home=home)
    with opened_keys(settings) as keys:
        keys.add("phone", agents=["*"], rights=ALL)
        keys.revoke("phone")
    with Memory.open(home=home, embedding_backend="none") as memory:
        refused(serve(memory).get("/agents"))


def test_a_running_server_sees_what_another_process_has_recorded(
    opened: Opened, serve: Serve, home: Path, until: Callable[[Callable[[], object]], None]
) -> None:
    memory = opened(home=home)
    client = serve(memory)
    assert client.get("/agents").status_code == 200
    memory.access_records.require_keys(AT)
    until(lambda: client.get("/agents").status_code == 401)


def test_names_under_which_others_call_need_a_key(
    opened: Opened, serve: Serve, home: Path, tmp_path: Path
) -> None:
    client = serve(opened(home=home, allowed_hosts=["memory.example"]))
    for host in ("memory.example", "127.0.0.1"):
        said = refused(client.get("/agents", headers={"Host": host}))
        assert "recollect keys add NAME" in said
    # Nor when the name is taken away again.
    refused(serve(opened(home=home)).get("/agents"))
    with pytest.raises(InvalidSetting, match=r"memory\.example.*recollect keys add") as fault:
        run(str(tmp_path / "m.sqlite"), port=0, home=home, allowed_hosts=["memory.example"])
    assert fault.value.field == "allowed_hosts"
    assert not (tmp_path / "m.sqlite").exists()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_a_newcomer_on_this_machine_needs_nothing(
    opened: Opened, serve: Serve, home: Path, host: str
) -> None:
    memory = opened(home=home, allowed_hosts=["localhost"], allowed_origins=["https://app.example"])
    client = serve(memory)
    assert client.get("/agents", headers={"Host": host}).status_code == 200
    assert client.get("/api/v1/settings", headers={"Host": host}).status_code == 200
    assert memory.access_records.keys_required_since() is None


@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "x-forwarded-proto",
        "X-Forwarded-Anything",
        "Forwarded",
        "Via",
        "X-Real-IP",
        "CF-Connecting-IP",
    ],
)
def test_a_request_through_a_proxy_is_a_foreign_one(
    opened: Opened, serve: Serve, home: Path, header: str
) -> None:
    client = serve(opened(home=home))
    for value in ("203.0.113.9", "127.0.0.1", ""):
        said = refused(client.get("/agents", headers={header: value}))
        assert header.lower() in said
    assert client.get("/agents").status_code == 200


def test_everybody_is_let_in_only_by_name_and_loudly(
    opened: Opened, serve: Serve, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        client = serve(opened(home=home, allowed_hosts=["memory.example"], allow_anonymous=True))
    assert "EVERYBODY who can reach this server" in caplog.text
    through_proxy = {"Host": "memory.example", "X-Forwarded-For": "203.0.113.9"}
    assert client.get("/agents", headers=through_proxy).status_code == 200
    keys = KeyFile(home / "keys.json")
    keys.add("phone", agents=["*"], rights=ALL)
    assert "requires a key" in refused(client.get("/agents", headers=through_proxy))
    keys.revoke("phone")
    assert client.get("/agents", headers=through_proxy).status_code == 200


def test_a_closed_server_says_so_when_it_starts(
    opened: Opened, serve: Serve, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    memory = opened(home=home)
    memory.access_records.require_keys(AT)
    with caplog.at_level(logging.WARNING):
        serve(memory)
    assert "every request is refused" in caplog.text
    assert "recollect keys add NAME" in caplog.text


def test_the_page_itself_is_open_and_shows_why(opened: Opened, serve: Serve, home: Path) -> None:
    client = serve(opened(home=home, allowed_hosts=["memory.example"]))
    assert client.get("/", headers={"Accept": "text/html"}).status_code == 200
    assert client.get("/health/live").status_code == 200
    assert "no key yet" in refused(client.get("/api/v1/stats"))


def test_a_database_that_cannot_be_written_keeps_asking_for_keys(home: Path) -> None:
    class ReadOnly:
        asked = 0

        def keys_required_since(self) -> None:
            return None

        def require_keys(self, _now: object) -> None:
            self.asked += 1
            raise StorageReadOnly("the disk is read-only")

    keys, records = KeyFile(home / "keys.json"), ReadOnly()
    keys.add("phone", agents=["*"], rights=ALL)
    access = AnonymousAccess(load(home=home), keys, records)
    access.start()
    keys.revoke("phone")
    assert access.is_fresh()  # it does not try again with every request
    assert records.asked == 1
    here = {"type": "http", "client": ("127.0.0.1", 1), "headers": [(b"host", b"127.0.0.1")]}
    assert "has required a key" in str(access.problem(here))


def test_an_export_does_not_carry_it(opened: Opened, tmp_path: Path) -> None:
    memory = opened()
    memory.access_records.require_keys(AT)
    memory.export(tmp_path / "all.jsonl")
    assert "keys_required" not in (tmp_path / "all.jsonl").read_text()
    assert json.loads((tmp_path / "all.jsonl").read_text().splitlines()[0])
