"""Signing in to MCP: a person's key becomes a token for /mcp, and nothing more."""

import base64
import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest

from recollect import Memory
from recollect.domain.access import Right
from recollect.server.oauth import grants as grants_module
from recollect.server.oauth.clients import Client, client_from_id, register
from recollect.server.oauth.errors import OAuthError
from recollect.server.oauth.grants import ACCESS_SECONDS, REFRESH_SECONDS, GrantFile, Tokens
from recollect.settings.keys import KeyFile

Opened = Callable[..., Memory]
Serve = Callable[[Memory], httpx2.Client]
R, W = Right.READ, Right.WRITE
BACK = "http://127.0.0.1:33418/callback"
VERIFIER = "v" * 43
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode()[:43]
PRM = "/.well-known/oauth-protected-resource"


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "home" / "keys.json")


@pytest.fixture
def server(opened: Opened, serve: Serve, tmp_path: Path) -> httpx2.Client:
    client = serve(
        opened(
            home=tmp_path / "home",
            allowed_hosts=["memory.example", "plain.example"],
            allowed_origins=["https://memory.example"],
        )
    )
    client.headers["Accept"] = "application/json, text/event-stream"
    return client


@pytest.fixture
def secret(keys: KeyFile) -> str:
    return keys.add("anna", agents=["anna"], rights=[R])[1]


def registered(server: httpx2.Client, *uris: str) -> str:
    body = {"client_name": "An app", "redirect_uris": [*uris] or [BACK]}
    answer = server.post("/oauth/register", json=body)
    assert answer.status_code == 201, answer.text
    client: str = answer.json()["client_id"]
    return client


def asked(client: str, **changed: str) -> dict[str, str]:
    fields = {
        "response_type": "code",
        "client_id": client,
        "redirect_uri": BACK,
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        "state": "s&t",
    }
    return {name: value for name, value in (fields | changed).items() if value}


def signed_in(
    server: httpx2.Client, client: str, secret: str, decision: str = "allow", **changed: str
) -> dict[str, str]:
    """The fields with which the person comes back to the client."""
    answer = server.post(
        "/oauth/authorize",
        params=asked(client, **changed),
        data={"key": secret, "decision": decision},
    )
    assert answer.status_code == 303, answer.text
    return dict(parse_qsl(urlsplit(answer.headers["location"]).query))


def exchanged(server: httpx2.Client, client: str, code: str, **changed: str) -> httpx2.Response:
    form = {
        "grant_type": "authorization_code",
        "client_id": client,
        "code": code,
        "code_verifier": VERIFIER,
        "redirect_uri": BACK,
    }
    return server.post("/oauth/token", data=form | changed)


def refreshed(server: httpx2.Client, client: str, token: str) -> httpx2.Response:
    form = {"grant_type": "refresh_token", "client_id": client, "refresh_token": token}
    return server.post("/oauth/token", data=form)


def tokens(server: httpx2.Client, client: str, secret: str) -> dict[str, str]:
    answer = exchanged(server, client, signed_in(server, client, secret)["code"])
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.json()
    return found


def tool(
    server: httpx2.Client, token: str, agent: str, name: str = "memory_list"
) -> httpx2.Response:
    arguments = {"agent_id": agent} | ({"content": "x"} if name == "memory_add" else {})
    call = {"name": name, "arguments": arguments}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"Authorization": f"Bearer {token}", "MCP-Protocol-Version": "2025-06-18"}
    return server.post("/mcp", json=body, headers=headers)


def test_without_keys_there_is_nothing_to_sign_in_to(server: httpx2.Client) -> None:
    for path in (PRM, f"{PRM}/mcp", "/.well-known/oauth-authorization-server", "/oauth/authorize"):
        answer = server.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_a_refused_client_finds_where_to_sign_in(server: httpx2.Client, secret: str) -> None:
    base = str(server.base_url).rstrip("/")
    refused = server.post("/mcp", json={})
    assert refused.status_code == 401
    metadata = f"{base}{PRM}/mcp"
    challenge = f'Bearer realm="recollect", resource_metadata="{metadata}"'
    assert refused.headers["www-authenticate"] == challenge
    wrong = server.post("/mcp", json={}, headers={"Authorization": "Bearer rct_x_y"})
    assert 'error="invalid_token"' in wrong.headers["www-authenticate"]
    found = server.get(metadata).json()
    assert found == server.get(PRM).json()
    assert (found["resource"], found["authorization_servers"]) == (f"{base}/mcp", [base])
    routes = server.get("/.well-known/oauth-authorization-server").json()
    assert routes["issuer"] == base
    assert routes["code_challenge_methods_supported"] == ["S256"]
    assert "resource_metadata" not in server.get("/agents").headers["www-authenticate"]


def test_over_a_network_people_sign_in_only_behind_tls(server: httpx2.Client, secret: str) -> None:
    public = server.get(PRM, headers={"Host": "memory.example"})
    assert public.json()["resource"] == "https://memory.example/mcp"
    plain = {"Host": "plain.example"}
    assert server.get(PRM, headers=plain).status_code == 404
    challenge = server.post("/mcp", json={}, headers=plain).headers["www-authenticate"]
    assert challenge == 'Bearer realm="recollect"'
    assert server.post("/oauth/register", json={}, headers=plain).status_code == 404
    assert server.post("/oauth/token", data={"a": "b"}, headers=plain).status_code == 404


def test_a_token_has_the_agents_and_rights_of_the_key(server: httpx2.Client, secret: str) -> None:
    client = registered(server)
    back = signed_in(server, client, secret)
    assert (back["state"], back["iss"]) == ("s&t", str(server.base_url).rstrip("/"))
    answer = exchanged(server, client, back["code"])
    assert answer.headers["cache-control"] == "no-store"
    token = answer.json()["access_token"]
    assert not tool(server, token, "anna").json()["result"].get("isError")
    for agent, name in (("bert", "memory_list"), ("anna", "memory_add")):
        refused = tool(server, token, agent, name).json()["result"]
        assert refused["content"][0]["text"].startswith("forbidden: no right to")
    assert "structuredContent" in tool(server, token, "anna").json()["result"]


def test_a_token_is_good_for_mcp_only(server: httpx2.Client, secret: str) -> None:
    token = tokens(server, registered(server), secret)["access_token"]
    for headers in ({"Authorization": f"Bearer {token}"}, {"X-Recollect-Key": token}):
        assert server.get("/api/v1/agents/anna/profile", headers=headers).status_code == 401
    elsewhere = {"Authorization": f"Bearer {token}", "Host": "memory.example"}
    assert server.post("/mcp", json={}, headers=elsewhere).status_code == 401


def test_tokens_end_with_their_key(server: httpx2.Client, secret: str, keys: KeyFile) -> None:
    keys.add("other", agents=["*"], rights=[R])
    client = registered(server)
    pair = tokens(server, client, secret)
    pending = signed_in(server, client, secret)["code"]
    assert tool(server, pair["access_token"], "anna").status_code == 200
    keys.revoke("anna")
    assert tool(server, pair["access_token"], "anna").status_code == 401
    assert refreshed(server, client, pair["refresh_token"]).json()["error"] == "invalid_grant"
    assert exchanged(server, client, pending).json()["error"] == "invalid_grant"


def test_a_refresh_token_works_once_and_its_reuse_ends_the_access(
    server: httpx2.Client, secret: str
) -> None:
    client = registered(server)
    first = tokens(server, client, secret)
    second = refreshed(server, client, first["refresh_token"]).json()
    assert tool(server, first["access_token"], "anna").status_code == 401
    assert tool(server, second["access_token"], "anna").status_code == 200
    assert refreshed(server, client, first["refresh_token"]).json()["error"] == "invalid_grant"
    assert tool(server, second["access_token"], "anna").status_code == 401
    assert refreshed(server, client, second["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_code_used_twice_ends_the_access(server: httpx2.Client, secret: str) -> None:
    client = registered(server)
    code = signed_in(server, client, secret)["code"]
    token = exchanged(server, client, code).json()["access_token"]
    assert exchanged(server, client, code).json()["error"] == "invalid_grant"
    assert tool(server, token, "anna").status_code == 401


@pytest.mark.parametrize(
    "changed",
    [
        {"code_verifier": "w" * 43},
        {"code_verifier": ""},
        {"redirect_uri": "http://127.0.0.1:1/callback"},
        {"client_id": Client("Another", (BACK,)).id},
        {"client_id": ""},
    ],
)
def test_a_code_is_bound_to_what_it_was_given_for(
    server: httpx2.Client, secret: str, changed: dict[str, str]
) -> None:
    client = registered(server)
    code = signed_in(server, client, secret)["code"]
    refused = exchanged(server, client, code, **changed)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert exchanged(server, client, code).json()["error"] == "invalid_grant"


def test_a_code_is_no_token_and_a_token_no_code(server: httpx2.Client, secret: str) -> None:
    client = registered(server)
    code = signed_in(server, client, secret)["code"]
    assert tool(server, code, "anna").status_code == 401
    assert refreshed(server, client, code).json()["error"] == "invalid_grant"
    pair = tokens(server, client, secret)
    assert tool(server, pair["refresh_token"], "anna").status_code == 401
    swapped = exchanged(server, client, pair["refresh_token"])
    assert swapped.json()["error"] == "invalid_grant"


def test_another_resource_is_refused(server: httpx2.Client, secret: str) -> None:
    client = registered(server)
    page = server.get("/oauth/authorize", params=asked(client, resource="https://evil.example/mcp"))
    assert (page.status_code, "invalid_target" in page.text) == (400, True)
    code = signed_in(server, client, secret, resource=f"{server.base_url}/mcp")["code"]
    refused = exchanged(server, client, code, resource="https://evil.example/mcp")
    assert refused.json()["error"] == "invalid_target"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"client_id": "bm9ib2R5"}, "unknown client_id"),
        ({"client_id": ""}, "unknown client_id"),
        ({"redirect_uri": "https://evil.example/"}, "did not register this redirect_uri"),
        ({"redirect_uri": "http://a@127.0.0.1:33418/callback"}, "did not register"),
        ({"redirect_uri": ""}, "did not register this redirect_uri"),
        ({"response_type": "token"}, "response_type must be code"),
        ({"code_challenge": ""}, "a code_challenge with the method S256 is required"),
        ({"code_challenge_method": "plain"}, "the method S256 is required"),
    ],
)
def test_a_wrong_request_is_explained_and_never_redirected(
    server: httpx2.Client, secret: str, changed: dict[str, str], message: str
) -> None:
    params = asked(registered(server), **changed)
    for answer in (
        server.get("/oauth/authorize", params=params),
        server.post("/oauth/authorize", params=params, data={"key": secret, "decision": "allow"}),
    ):
        assert (answer.status_code, message in answer.text) == (400, True)
        assert "location" not in answer.headers


def test_the_page_shows_who_asks_and_cannot_be_framed(server: httpx2.Client, secret: str) -> None:
    body = {"client_name": "<b>Claude</b>\n", "redirect_uris": ["https://claude.example/back"]}
    client = server.post("/oauth/register", json=body).json()["client_id"]
    params = asked(client, redirect_uri="https://claude.example/back")
    page = server.get("/oauth/authorize", params=params)
    assert "Give “&lt;b&gt;Claude&lt;/b&gt;” access" in page.text
    assert "<strong>https://claude.example</strong>" in page.text
    policy = page.headers["content-security-policy"]
    assert "form-action 'self' https://claude.example;" in policy
    assert "frame-ancestors 'none'" in policy


def test_a_wrong_key_or_a_refusal_gives_no_code(server: httpx2.Client, secret: str) -> None:
    client = registered(server)
    form = {"key": "rck_wrong", "decision": "allow"}
    page = server.post("/oauth/authorize", params=asked(client), data=form)
    assert (page.status_code, "not a valid key" in page.text) == (403, True)
    assert signed_in(server, client, "", decision="deny")["error"] == "access_denied"


def test_a_page_of_another_site_cannot_sign_in(server: httpx2.Client, secret: str) -> None:
    client = registered(server)
    for origin in ("https://evil.example", "null"):
        answer = server.post(
            "/oauth/authorize",
            params=asked(client),
            data={"key": secret, "decision": "allow"},
            headers={"Origin": origin},
        )
        assert answer.status_code == 403


def test_only_hashes_are_stored(server: httpx2.Client, secret: str, tmp_path: Path) -> None:
    pair = tokens(server, registered(server), secret)
    path = tmp_path / "home" / "oauth.json"
    assert path.stat().st_mode & 0o777 == 0o600
    for token in (pair["access_token"], pair["refresh_token"], secret):
        assert token not in path.read_text()
        assert token[-20:] not in path.read_text()


def test_a_damaged_file_is_named_and_keys_still_work(
    server: httpx2.Client, secret: str, tmp_path: Path
) -> None:
    (tmp_path / "home" / "oauth.json").write_text("{", "utf-8")
    answer = tool(server, "rct_a_b", "anna")
    assert (answer.status_code, "oauth.json" in answer.text) == (500, True)
    assert tool(server, secret, "anna").status_code == 200


def test_forms_are_accepted_only_where_oauth_needs_them(server: httpx2.Client, secret: str) -> None:
    assert server.post("/oauth/register", data={"a": "b"}).status_code == 415
    assert server.post("/oauth/token", json={}).status_code == 415
    form = server.post("/oauth/token", data={"grant_type": "password"})
    assert form.json()["error"] == "unsupported_grant_type"


@pytest.mark.parametrize(
    "uri",
    [
        "http://evil.example/",
        "http://127.0.0.1.evil.example/",
        "http://127.0.0.1@evil.example/",
        "https://a@evil.example/",
        "https://evil.example;script-src/",
        "https://",
        "https://a.example/#x",
        "https://a.example/\r\nX: y",
        "javascript:alert(1)",
        "javascript://a/%0aalert(1)",
        "data://text/html,x",
        "mailto:a@b.example",
        "/callback",
        "",
        7,
    ],
)
def test_a_dangerous_redirect_is_not_registered(uri: object) -> None:
    with pytest.raises(OAuthError) as refused:
        register({"redirect_uris": [uri]})
    assert refused.value.code == "invalid_redirect_uri"
    forged = base64.urlsafe_b64encode(json.dumps(["x", uri]).encode()).decode().rstrip("=")
    with pytest.raises(OAuthError, match="unknown client_id"):
        client_from_id(forged)


def test_apps_get_their_code_where_they_registered() -> None:
    app = register(
        {
            "redirect_uris": [
                "http://localhost/back?a=b",
                "https://claude.example/back",
                "cursor://anysphere.cursor-mcp/oauth/callback",
                "http://[::1]/x",
            ]
        }
    )
    assert client_from_id(app.id) == app
    for uri in (*app.redirect_uris, "http://localhost:5123/back?a=b", "http://[::1]:9/x"):
        assert app.may_redirect_to(uri)
    for uri in (
        "http://localhost:5123/other?a=b",
        "http://127.0.0.1:5123/back?a=b",
        "https://claude.example:8443/back",
        "https://claude.example/back/",
        "cursor://other/oauth/callback",
    ):
        assert not app.may_redirect_to(uri)


class _Clock:
    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 17, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment


def test_codes_and_tokens_expire(tmp_path: Path) -> None:
    clock = _Clock()
    grants = GrantFile(tmp_path / "oauth.json", clock)

    def code() -> str:
        return grants.add(
            key="k", client="c", resource="r", challenge=CHALLENGE, uri="https://a.example/"
        )

    def exchange(code: str) -> tuple[object, object]:
        return grants.exchange_code(code, client="c", resource="r", verifier=VERIFIER, uri=None)

    late = code()
    clock.moment += timedelta(minutes=10)
    with pytest.raises(OAuthError):
        exchange(late)
    _, pair = exchange(code())
    assert grants.find(pair.access) is not None
    clock.moment += timedelta(seconds=ACCESS_SECONDS)
    assert grants.find(pair.access) is None
    _, renewed = grants.exchange_refresh(pair.refresh, client="c", resource="r")
    clock.moment += timedelta(seconds=REFRESH_SECONDS)
    with pytest.raises(OAuthError):
        grants.exchange_refresh(renewed.refresh, client="c", resource="r")


def test_a_clock_that_was_ahead_signs_nobody_out_and_nobody_in_for_longer(tmp_path: Path) -> None:
    clock = _Clock()
    grants = GrantFile(tmp_path / "oauth.json", clock)

    def signed_in() -> Tokens:
        named = {"client": "c", "resource": "r"}
        code = grants.add(key="k", challenge=CHALLENGE, uri="https://a.example/", **named)
        return grants.exchange_code(code, verifier=VERIFIER, uri=None, **named)[1]

    before = signed_in()
    clock.moment += timedelta(days=730)
    assert grants.find(before.access) is None
    with pytest.raises(OAuthError):
        grants.exchange_refresh(before.refresh, client="c", resource="r")
    ahead = signed_in()
    assert grants.find(ahead.access) is not None
    clock.moment -= timedelta(days=730)
    assert grants.find(before.access) is not None
    assert grants.find(ahead.access) is None
    with pytest.raises(OAuthError):
        grants.exchange_refresh(ahead.refresh, client="c", resource="r")
    assert grants.exchange_refresh(before.refresh, client="c", resource="r")


def test_of_grants_that_have_expired_the_last_ones_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grants_module, "_ENDED_KEPT", 2)
    clock = _Clock()
    grants = GrantFile(tmp_path / "oauth.json", clock)
    for _ in range(5):
        grants.add(key="k", client="c", resource="r", challenge=CHALLENGE, uri="https://a.example/")
        clock.moment += timedelta(days=1)
    assert len(grants.all()) == 3
